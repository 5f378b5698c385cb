/** Reads what an operator has to know of a Postgres database, without changing it. */
import type { Clock } from "../../clock.ts";
import { connectDatabase } from "./database.ts";
import { readVersions } from "./migrations.ts";

export interface DatabaseFacts {
  /** Version of the server, such as 180004. */
  serverVersion: number;
  /** Whether it is a read replica, which refuses writes. */
  isReader: boolean;
  /** Version of the schema; null = there is none yet. */
  schema: number | null;
  /** How many replicas of the bot are alive. */
  replicas: number;
}

/** @throws {StoreError} UNAVAILABLE when the database can't be reached. */
export async function inspectDatabase(url: string, clock: Clock): Promise<DatabaseFacts> {
  await using opened = new AsyncDisposableStack();
  const db = opened.adopt(connectDatabase(url, { poolSize: 1, clock }), (it) => it.close());
  const [server] = await db.rows<Pick<DatabaseFacts, "serverVersion" | "isReader">>(
    `select current_setting('server_version_num')::integer as "serverVersion",
       pg_is_in_recovery() as "isReader"`,
  );
  if (!server) throw new RangeError("the database gave no version");
  const versions = await readVersions(db);
  if (!versions) return { ...server, schema: null, replicas: 0 };
  const [row] = await db.rows<{ replicas: number }>(
    "select count(*) as replicas from replicas where until > clock_timestamp()",
  );
  return { ...server, schema: versions.version, replicas: row?.replicas ?? 0 };
}
