/** Implements settings in SQLite, and the locks by their names, each of which is a file beside the store. */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pause, type Clock } from "../../clock.ts";
import { StoreError } from "../errors.ts";
import { hashId } from "../hash-id.ts";
import { oneAfterAnother } from "../one-after-another.ts";
import type { Settings } from "../store.ts";
import type { GroupCommit } from "./group-commit.ts";
import { tryLock } from "./lock.ts";
import { query } from "./query.ts";

const retryMs = 50;
/** How long work waits for that of another process. */
const maxWaitMs = 8000;

/** @param dataDir the folder of the store, which a bot and commands share. */
export function sqliteSettings(
  db: DatabaseSync,
  commit: GroupCommit,
  { dataDir, clock }: { dataDir: string; clock: Clock },
): Settings {
  const inTurn = oneAfterAnother();
  const get = query<{ value: string }>(db, "select value from settings where name = ?");
  const set = db.prepare(
    "insert into settings values (?, ?) on conflict do update set value = excluded.value",
  );

  async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    const file = join(dataDir, `setting-${hashId(name)}.lock`);
    const end = clock.monotonic() + maxWaitMs;
    for (;;) {
      using lock = tryLock(file);
      if (lock) return await work();
      if (clock.monotonic() >= end) throw isWorkedOn(name);
      await pause(clock, retryMs);
    }
  }

  return {
    get: async (name) => get.get(name)?.value ?? null,
    set: (name, value) => commit.run(() => void set.run(name, value)),
    exclusive: (name, work) => inTurn(name, () => exclusively(name, work)),
  };
}

const isWorkedOn = (name: string) =>
  new StoreError(
    "unavailable",
    `another process on this DATA_DIR has been working on "${name}" for ${maxWaitMs / 1000} seconds; try again`,
  );
