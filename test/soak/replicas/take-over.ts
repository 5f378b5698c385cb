/** Measures how long the chats of a killed replica wait until others have taken them over. */
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database.ts";

const pollMs = 50;
const maxMs = 60_000;

/** @param pid of the replica that was killed now. @returns milliseconds; null if it had no chats. */
export async function measureTakeOver(database: Database, pid: number): Promise<number | null> {
  const killedAt = performance.now();
  let hadLanes = false;
  while (performance.now() - killedAt < maxMs) {
    const [row] = await database.rows<{ lanes: number }>(
      `select count(*)::int as lanes from lanes join replicas on replicas.id = lanes.owner
       where replicas.name = $1`,
      [`${hostname()} ${pid}`],
    );
    if (row?.lanes === 0) break;
    hadLanes = true;
    await pause(pollMs);
  }
  return hadLanes ? Math.round(performance.now() - killedAt) : null;
}
