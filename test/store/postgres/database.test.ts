/** The connections to the database when the server breaks them at the worst moment. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Client, type PoolClient } from "pg";
import { connectDatabase, databaseOn } from "../../../src/store/postgres/database.ts";
import { manualClock } from "../../support/clock.ts";
import { createDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

/** A message of the server: its type, the length, the content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const authenticated = message("R", Buffer.alloc(4));
const readyForQuery = message("Z", Buffer.from("I"));
/** Of the process 7 with the key 9. */
const cancelKey = message("K", Buffer.from("0000000700000009", "hex"));
const fields = [
  "SFATAL",
  "VFATAL",
  "C57P01",
  "Mterminating connection due to administrator command",
];
const terminated = message("E", Buffer.from(`${fields.join("\0")}\0\0`));

test("a connection that ends in the packet that opens it is an outage, and no end of the process", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.end(Buffer.concat([authenticated, readyForQuery, terminated]));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clock = manualClock();
  const timer = setInterval(() => clock.turn(1000), 5);
  const db = connectDatabase(`postgres://user@127.0.0.1:${port}/none`, { clock });
  await expect(db.transaction((tx) => tx.rows("select 1"))).rejects.toThrow("the database failed");
  await expect(db.rows("select 1")).rejects.toThrow("the database failed");
  clearInterval(timer);
  await db[Symbol.asyncDispose]();
  server.close();
  await once(server, "close");
});

test("a connection whose server is gone when its statement is to be cancelled gives its place to another", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([authenticated, cancelKey, readyForQuery]));
      // Restarted in the middle of the statement.
      socket.once("data", () => {
        server.close();
        socket.destroy();
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clock = manualClock();
  const db = connectDatabase(`postgres://user@127.0.0.1:${port}/none`, { clock, poolSize: 1 });
  await expect(db.run("insert")).rejects.toThrow("the database failed");
  // It waits for all connections that were handed out.
  await db[Symbol.asyncDispose]();
});

const broken = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

test("a statement whose answer is lost is sent again only if it may be", async () => {
  const clock = manualClock();
  const sent: string[] = [];
  let refusals = 1;
  const client = {
    query({ text }: { text: string }) {
      sent.push(text);
      return broken("ECONNRESET");
    },
    release() {},
  } as unknown as PoolClient;
  const pool = {
    // Nothing was sent where there is no connection.
    connect: () => (refusals-- > 0 ? broken("ECONNREFUSED") : Promise.resolve(client)),
    waits: { count: 0, ms: 0 },
    end: () => Promise.resolve(),
  };
  const db = databaseOn(pool, clock);
  const timer = setInterval(() => clock.turn(1000), 1);
  await expect(db.run("count one less")).rejects.toThrow("the database failed");
  await expect(db.statement((on) => on.run("renew"))).rejects.toThrow("the database failed");
  clearInterval(timer);
  expect(sent).toEqual(["count one less", "renew", "renew", "renew", "renew"]);
});

test("a statement that waits for a table isn't carried out once it was given up", async () => {
  await using database = await createDatabase();
  await database.query("create table kept (id int)");
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("begin; lock table kept in share mode");
  const db = connectDatabase(database.url, { clock: manualClock(), answerMs: 100 });
  await expect(db.run("insert into kept values (1)")).rejects.toThrow("the database failed");
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await database.query(waiting)).length === 0, "the end of its session");
  await blocker.query("commit");
  expect((await blocker.query("select from kept")).rowCount).toBe(0);
  await blocker.end();
  await db[Symbol.asyncDispose]();
});
