/** The concerns of the store on a database alone, without what an engine keeps in memory or tells other processes. */
import type { Clock } from "../../src/clock.ts";
import { createConcerns } from "../../src/store/concerns.ts";
import type { Database } from "../../src/store/database.ts";
import { noReplicas } from "../../src/store/sqlite/open.ts";

export const concernsOn = (
  db: Database,
  clock: Pick<Clock, "now">,
): ReturnType<typeof createConcerns> =>
  createConcerns({
    db,
    clock,
    purgeKeys: () => Promise.resolve(0),
    changes: noReplicas,
    exclusive: (_, work) => work(),
    watch: { addressed() {}, claimed() {} },
    answers: { of: () => Promise.resolve([]), replied() {} },
    readUser: () => Promise.resolve({ language: null, following: true }),
  });
