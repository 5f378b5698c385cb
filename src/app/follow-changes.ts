/** Drops from this process's caches what other replicas have changed. */
import type { Bots } from "./build-bot.ts";
import type { AppPipeline } from "./build-pipeline.ts";
import type { AppContext } from "./context.ts";

/** A lost notification costs the rest of a cache's life, and published texts a few seconds. */
export function followChanges(
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
