/** Changes over one Postgres: other replicas hear of them by a notification, or find out without it. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { publishTexts } from "../../../src/bot/i18n/published-texts.ts";
import { settingsKeys } from "../../../src/config/settings-keys.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { Change } from "../../../src/store/coordination.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { manualClock } from "../../support/clock.ts";
import { callCommand } from "../../support/operator.ts";
import { takeDatabase, type TestDatabase } from "../../support/postgres.ts";
import { buttonIn } from "../../support/staff.ts";
import { createTill } from "../../support/till.ts";
import { until } from "../../support/until.ts";
import { textOf } from "../../support/views.ts";
import { createWorld, type World } from "../../support/world.ts";

let database: TestDatabase;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  database = await takeDatabase();
  stack = new AsyncDisposableStack();
  stack.use(database);
  const db = connectDatabase(database.url, { clock: manualClock() });
  await migrate(db);
  await db[Symbol.asyncDispose]();
});
afterEach(() => stack.disposeAsync());

const member = (memberUuid: string, lineId = ""): Change => ({
  kind: "member",
  lineIds: lineId === "" ? [] : [lineId],
  memberUuids: [memberUuid],
  isErased: false,
});

const isListening = async (count = 1) => {
  const listen =
    "select from pg_stat_activity where datname = current_database() and query like $1";
  return (await database.query(listen, ["listen %"])).length === count;
};

/** A store as an operator's command opens it, and what it hears. */
async function open(url = database.url) {
  const clock = manualClock();
  const logged: string[] = [];
  const log = createLog("info", { write: (line) => void logged.push(line) });
  const store = stack.use(
    await openPostgresStore(url, { attach: true, clock, databaseTime: clock.now, log }),
  );
  const received: unknown[] = [];
  const listen = () => stack.use(store.changes.listen((change) => void received.push(change)));
  return { store, clock, received, listen, logged };
}

describe("a change", () => {
  test("is heard by the others, and not by who made it", async () => {
    const [a, b] = [await open(), await open()];
    for (const { listen } of [a, b]) listen();
    await until(() => isListening(2), "the listeners");
    await a.store.changes.announce(member("1", "U1"));
    await b.store.changes.announce({ kind: "texts" });
    await until(() => a.received.length + b.received.length === 2, "the notifications");
    expect(b.received).toMatchObject([member("1", "U1")]);
    expect(a.received).toMatchObject([{ kind: "texts" }]);
  });

  test("that nobody can be told of is logged, and stops nothing", async () => {
    const { store, logged } = await open();
    const many = Array.from({ length: 900 }, (_, index) => `member ${index}`);
    await store.changes.announce({
      kind: "member",
      lineIds: [],
      memberUuids: many,
      isErased: true,
    });
    expect(logged.join("")).toContain("announcing a change failed");
    expect(logged.join("")).not.toContain("member 1");
  });

  test("of the staff is told once, and only when it was one", async () => {
    const [a, b] = [await open(), await open()];
    b.listen();
    await until(() => isListening(), "the listener");
    const { staff } = a.store;
    const invite = { hash: "h", role: "cashier", expiresAt: 9 } as const;
    const change = { by: "U9", eventId: null, at: 1, confirmation: "c", command: "remove" };
    await staff.invite("A", { by: "U9", eventId: "1", at: 1 }, invite);
    expect(await staff.join("A", { by: "U1", eventId: "2", at: 1 }, "wrong", "One")).toBe("wrong");
    expect(await staff.join("A", { by: "U1", eventId: "3", at: 1 }, "h", "One")).toBe("cashier");
    const who = { lineId: "U1", name: "One", role: "cashier" } as const;
    await staff.remove("A", change, who, { keepOwner: true });
    await staff.restore("A", change, who);
    await until(() => b.received.length === 3, "the notifications");
    expect(b.received).toMatchObject(
      Array.from({ length: 3 }, () => ({ kind: "staff", lineId: "U1" })),
    );
  });

  test("of a language is told once it is stored, of other states of a user nothing", async () => {
    const [a, b] = [await open(), await open()];
    b.listen();
    await until(() => isListening(), "the listener");
    const { lineUsers } = a.store;
    await lineUsers.write("A", [{ kind: "following", lineId: "U2", following: false }]);
    await lineUsers.write("A", [{ kind: "language", lineId: "U1", language: "th" }]);
    await until(() => b.received.length > 0, "the notification");
    expect(b.received).toMatchObject([{ kind: "language", account: "A", lineId: "U1" }]);
    expect((await b.store.lineUsers.get("A", "U1")).language).toBe("th");
  });
});

const forget = (who: string) =>
  callCommand(["member", "forget", who, "--yes"], {
    cwd: tmpdir(),
    env: { DATABASE_URL: database.url },
  });

test("an operator's erasure of a person is announced to the bots, and refused for active staff", async () => {
  const bot = await open();
  bot.listen();
  await until(() => isListening(), "the listener");
  const lineId = `U${"1".repeat(32)}`;
  await bot.store.lineUsers.write("A", [{ kind: "language", lineId, language: "th" }]);
  expect(await forget(lineId)).toMatchObject({ code: 0, stderr: "" });
  await until(() => bot.received.length > 0, "the notification");
  expect(bot.received).toMatchObject([{ kind: "member", lineIds: [lineId], isErased: true }]);

  const staff = { lineId: `U${"2".repeat(32)}`, role: "owner", name: "Two", since: 1 } as const;
  await bot.store.staff.add("A", [{ ...staff, active: true }]);
  const belongs = { code: 1, stderr: expect.stringContaining("they belong to the staff") };
  expect(await forget(staff.lineId)).toMatchObject(belongs);
});

test("a listener whose connection broke listens again after a back-off", async () => {
  const [a, b] = [await open(), await open()];
  b.listen();
  await until(() => isListening(), "the listener");
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like $1",
    ["listen line%"],
  );
  await until(() => b.logged.join("").includes("not listening to other replicas"), "the loss");
  await a.store.changes.announce(member("lost"));
  b.clock.turn(1000);
  await until(() => b.logged.join("").includes("listening to other replicas again"), "the return");
  await a.store.changes.announce(member("heard"));
  await until(() => b.received.length > 0, "the notification");
  expect(b.received).toMatchObject([member("heard")]);
});

const notification = "A".charCodeAt(0);

/** A server that passes everything on but notifications, as a pooler in transaction mode does. */
async function startPooler(): Promise<string> {
  const server = createServer((client) => {
    const behind = connect(join(inject("postgresDir"), ".s.PGSQL.5432"));
    client.on("error", () => behind.destroy()).pipe(behind);
    behind.on("close", () => client.destroy()).on("error", () => client.destroy());
    passMessages(behind, client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  stack.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { pathname } = new URL(database.url);
  return `postgres://postgres@127.0.0.1:${port}${pathname}`;
}

/** Each message is a letter, the length of the rest, and the rest. */
function passMessages(from: Socket, to: Socket): void {
  let rest = Buffer.alloc(0);
  from.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest[0] !== notification) to.write(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

test("behind a pooler that swallows notifications nothing is heard, and nothing breaks", async () => {
  const [direct, pooled] = [await open(), await open(await startPooler())];
  for (const { listen } of [direct, pooled]) listen();
  await until(() => isListening(2), "the listeners");
  await direct.store.changes.announce({ kind: "texts" });
  await pooled.store.changes.announce(member("1"));
  await until(() => direct.received.length > 0, "the notification");
  await pooled.store.settings.set("name", "value");
  expect(await pooled.store.settings.get("name")).toBe("value");
  expect(pooled.received).toEqual([]);
  expect(pooled.logged).toEqual([]);
});

const startBot = async () => stack.use(await createWorld({ DATABASE_URL: database.url }));

const isAnyChatOpen = async () => (await database.query("select from lanes")).length > 0;

/** Until what was said before has ended, its chat is the other bot's, and whoever has it answers. */
async function reads(bot: World, person: string, text: string): Promise<string> {
  await until(async () => !(await isAnyChatOpen()), "the end of what was said before");
  return textOf(await bot.sendText(person, text));
}

const managerReads = (bot: World, text: string) => reads(bot, "manager", text);

describe("two bots", () => {
  test("drop what they cache of a member when the other writes, and take published texts at once", async () => {
    const [a, b] = [await startBot(), await startBot()];
    await until(() => isListening(2), "the listeners");
    const lookups = () => b.platform.requests({ operation: "getProfile" }).length;
    const points = () => reads(b, "olivia", "points");
    await points();
    const before = lookups();
    await points();
    expect(lookups(), "it is cached").toBe(before);
    const till = stack.use(createTill(a));
    const card = (await till.member("olivia")).cards[0]?.card_no;
    const question = await a.sendText("manager", `/add ${card} 100`);
    const received = () =>
      b.logged.filter((line) => line.includes("another replica made a change"));
    expect(received()).toEqual([]);
    await a.tapButton("manager", buttonIn(question, /%2Fyes/));
    await until(() => received().length > 0, "the notification");
    await points();
    expect(lookups(), "it was dropped").toBe(before + 1);
    expect(received(), "one notification for a write, none for an event").toHaveLength(1);

    const { store } = await open();
    const overrides = { en: { "balance.number": "PETALS" } };
    await publishTexts(store, { overrides, at: 1, author: "Mint" });
    await until(() => b.logged.join("").includes("published texts taken"), "the texts");
    expect(await points()).toContain("PETALS");
  });

  test("go on with a dialogue of staff that began with the other", async () => {
    const [a, b] = [await startBot(), await startBot()];
    expect(await managerReads(a, "/newset")).toContain("write the name");
    expect(await managerReads(b, "Autumn tea")).toContain("Autumn tea");
    await managerReads(b, "/cancel");
    expect(await managerReads(a, "Winter tea")).not.toContain("Winter tea");
    expect(await managerReads(a, "/gift #1 olivia")).toContain("/sets");
    await managerReads(b, "/sets");
    expect(await managerReads(a, "/gift #1 olivia")).toContain("Olivia");
  });

  test("take published texts within 5 seconds without a notification", async () => {
    const [a, b] = [await startBot(), await startBot()];
    const points = async () => [
      await reads(a, "olivia", "points"),
      await reads(b, "hina", "points"),
    ];
    for (const reply of await points()) expect(reply).not.toContain("PETALS");
    const { store } = await open();
    const texts = { "balance.number": "PETALS" };
    const published = JSON.stringify({ en: texts, ja: texts });
    await store.settings.set(settingsKeys.publishedOverrides, published);
    let isTaken = false;
    // Second by second, so that the replicas keep their leases.
    for (let seconds = 0; seconds < 5 && !isTaken; seconds++) {
      for (const { clock } of [a, b]) clock.turn(1000);
      isTaken = (await points()).every((reply) => reply.includes("PETALS"));
    }
    expect(isTaken).toBe(true);
  });
});
