/** What the operator is told of a parked event: whether an answer can still reach its sender. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { callCommand } from "../support/operator.ts";

const account = `U${"a".repeat(32)}`;
const somebody = `U${"b".repeat(32)}`;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parked-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const parked = async (...args: string[]) =>
  (await callCommand(["parked", ...args], { cwd: dir, env: { DATA_DIR: dir } })).stdout;

async function park(agoMs: number, type: "user" | "group" = "user"): Promise<void> {
  await using store = openSqliteStore(dir, systemClock);
  const event = {
    type: "message",
    webhookEventId: "01EVENT",
    replyToken: "token",
    message: { id: "7", type: "text", text: "points" },
    source: { type, userId: somebody },
    deliveryContext: { isRedelivery: false },
  };
  const incoming = { webhookEventId: "01EVENT", chat: somebody, messageId: "7", event };
  const [row] = await store.inbox.insertNew(account, [incoming], systemClock.now() - agoMs);
  store.inbox.park(row?.id ?? 0, "refused");
}

const dead = "its reply token is dead";

test.each(["user", "group"] as const)(
  "within the minute of its token an answer to a %s can be delivered",
  async (type) => {
    await park(0, type);
    expect(await parked("show", "1")).toMatch(/^delivery +possible$/m);
    expect(await parked("retry", "1")).toBe("1 is taken up again.\n");
  },
);

test("after it, the answer can't", async () => {
  await park(56_000);
  expect(await parked("show", "1")).toMatch(new RegExp(`^delivery +impossible: ${dead}`, "m"));
  expect(await parked("retry", "1")).toContain(
    `can't be delivered, so it will be parked again: ${dead}`,
  );
});

test("a retry that the bot may notice too late is told as one", async () => {
  await park(48_000);
  expect(await parked("retry", "1")).toContain(dead);
});

test("the list begins with the id, and has times with the zone of the business", async () => {
  await park(3_600_000);
  expect(await parked("list")).toMatch(
    /^1  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+07:00  refused  attempts 1  account \S+\n$/,
  );
});
