/** Measures two replicas while chats are stuck, and how long the chats of one wait that is killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDatabaseReader, type Database } from "../soak/replicas/database.ts";
import { measureTakeOver } from "../soak/replicas/take-over.ts";
import { replicas } from "./contestants.ts";
import { runLoad, senders, warmUpEvents, type FarSide } from "./measure.ts";

export interface StuckChatsResult {
  /** Events that waited in stuck chats when the others were measured. */
  waiting: number;
  /** Of the others, p50, p99, p999 in milliseconds. */
  ack: number[];
  reply: number[];
  /** Milliseconds until the other replica had the stuck chats of the killed one. */
  takeOverMs: number | null;
}

const stuckChats = 200;
const rate = 1000;

/** @param quick few events, to see that it works. */
export async function measureStuckChats(
  { load }: FarSide,
  quick: boolean,
): Promise<StuckChatsResult> {
  await using stack = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), "bench-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const server = stack.use(await replicas.start(dir, "free"));
  const database = createDatabaseReader(server.databaseUrl ?? "");
  // Everybody's language is known, and code is compiled.
  await runLoad(load, server, { events: senders, from: "each in turn" });
  await runLoad(load, server, { events: quick ? 2000 : warmUpEvents * server.ports.length });
  await runLoad(load, server, {
    events: quick ? 1000 : 20_000,
    senders: stuckChats,
    from: "each in turn",
    replies: "none",
  });
  // Their first replies were tried, and again; the last try is half a minute later.
  await pause(quick ? 0 : 2000);
  const waiting = await countOpen(database);
  const others = await runLoad(load, server, { rate, events: rate * (quick ? 1 : 10) });
  const [killed = 0] = server.pids;
  process.kill(killed, "SIGKILL");
  const takeOverMs = await measureTakeOver(database, killed);
  return { waiting, ack: others.ack, reply: others.reply, takeOverMs };
}

async function countOpen(database: Database): Promise<number> {
  const sql = "select count(*)::int as open from inbox where state = 'open'";
  return (await database.rows<{ open: number }>(sql))[0]?.open ?? 0;
}
