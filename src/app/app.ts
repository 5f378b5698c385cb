/** Composes the app in the order in which its parts start; they stop backwards. */
import { type Bots, buildBot } from "./build-bot.ts";
import { buildJobs } from "./build-jobs.ts";
import { type AppPipeline, buildPipeline } from "./build-pipeline.ts";
import { connectServices, type Services } from "./connect-services.ts";
import { type AppContext, type AppOptions, createAppContext } from "./context.ts";
import { serveHttp } from "./serve-http.ts";
import { warnOfUnmatchedNames } from "./unmatched-names.ts";

export interface App extends AsyncDisposable {
  /** `http://host:port` of the bot. */
  origin: string;
  /** Text to print to the terminal at the start. */
  greeting: string;
  /** Resolves when what members are reminded of was read once. */
  isRead: Promise<void>;
  /** Resolves when every accepted event is processed or parked. */
  idle(): Promise<void>;
}

/** @throws the reason of `options.stop` when that aborts the start. */
export async function createApp(options: AppOptions): Promise<App> {
  const { stop } = options;
  stop?.throwIfAborted();
  await using starting = new AsyncDisposableStack();
  let isStopping = false;

  const context = await createAppContext(options, starting);
  const services = await connectServices(context);
  const bots = await buildBot(context, services);
  const pipeline = await buildPipeline(context, services, bots);
  followChanges(context, bots, pipeline);
  const jobs = buildJobs(context, services, bots, pipeline);
  // Read before the server listens, so that former events are processed first, and once.
  await pipeline.start();
  stop?.throwIfAborted();
  await serveHttp(context, services, { bots, pipeline, isStopping: () => isStopping });
  pipeline.dispatcher.start();
  jobs.start();
  warnOfUnmatchedNames(context, services);

  const stack = starting.move();
  return {
    origin: context.origin.get(),
    greeting: greetingOf(context, services),
    isRead: jobs.isRead,
    idle: () => pipeline.dispatcher.idle(),
    async [Symbol.asyncDispose]() {
      isStopping = true;
      // Meanwhile `/readyz` says so, and what still arrives is stored for whoever comes next.
      await pipeline.stop();
      await stack.disposeAsync();
    },
  };
}

/** The text that the server process prints at its start. */
function greetingOf({ config, origin }: AppContext, { line, platform }: Services): string {
  const { apiBaseUrl, emulator } = line.members;
  const isEverywhere = config.host === "0.0.0.0" || config.host === "::";
  return [
    "",
    `  The bot listens at ${origin.get()}${isEverywhere ? " and at every address of this machine" : ""}`,
    "",
    `    LINE      ${kindOf(emulator)}  ${apiBaseUrl}`,
    `    platform  ${kindOf(platform.emulator)}  ${platform.baseUrl}`,
    "",
    config.studio ? `  Studio: ${origin.get()}/studio/` : "  The studio is off.",
    "",
    "",
  ].join("\n");
}

const kindOf = (emulator: object | null) => (emulator ? "embedded" : "real    ");

// Drops from this process's caches what other replicas have changed.

/** A lost notification costs the rest of a cache's life, and published texts a few seconds. */
function followChanges(
  { store, stack, log }: AppContext,
  { shared, texts, members, dev }: Bots,
  { linking }: AppPipeline,
): void {
  const following = store.changes.listen((change) => {
    log.debug({ kind: change.kind }, "another replica made a change");
    switch (change.kind) {
      case "member":
        return shared.members.drop(change);
      case "staff":
        return linking.forget(change.lineId);
      case "language":
        for (const bot of [members, dev]) bot?.languages.forget(change.lineId);
        return;
      case "texts":
        // After a failure the next poll takes them.
        return void texts.refresh().catch(() => {});
    }
  });
  stack.use(following);
}
