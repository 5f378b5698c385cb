/** Composes the app in the order in which its parts start; they stop backwards. */
import { buildBot } from "./build-bot.ts";
import { buildJobs } from "./build-jobs.ts";
import { buildPipeline } from "./build-pipeline.ts";
import { connectServices } from "./connect-services.ts";
import { createAppContext, type AppOptions } from "./context.ts";
import { greetingOf } from "./greeting.ts";
import { followChanges } from "./follow-changes.ts";
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
