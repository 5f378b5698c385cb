/** Confirmations in the SQLite store: each is resolved once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Resolution, Outcome, Question } from "../../../src/store/confirmations.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { handClock, type HandClock } from "../../support/clock.ts";

let dir: string;
let clock: HandClock;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "orders-"));
  clock = handClock();
  store = openSqliteStore(dir, clock);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const question = (id: string): Question => ({
  id,
  asker: "U9",
  command: "gift",
  kind: "giving",
  order: {},
  refId: id,
  memberUuid: "member",
  gifts: 1,
  points: 0,
  approval: false,
  askedAt: clock.now(),
  expiresAt: clock.now() + 600_000,
  undoOf: null,
});
const limits = {
  giftsPerStaffDay: 9,
  giftsPerMemberDay: 9,
  pointsPerStaffDay: 9,
  pointsPerMemberDay: 9,
};
const done: Outcome = { state: "done", done: {} };
const refused: Outcome = { state: "refused", code: "OUT_OF_STOCK", detail: null };

const resolution = (outcome: Outcome, more: Partial<Resolution> = {}): Resolution => ({
  id: "order",
  outcome,
  by: "U9",
  eventId: "tap",
  at: clock.now(),
  undo: null,
  notices: [{ lineId: "U1", notice: { kind: "ended", confirmation: "order" } }],
  ...more,
});

async function claimOrder(): Promise<void> {
  await store.lineUsers.write("A", [{ kind: "question", question: question("order") }]);
  const action = { by: "U9", eventId: "tap", at: clock.now() };
  const result = await store.confirmations.claim("A", "order", action, { start: 0, limits });
  expect(result.kind).toBe("claimed");
}

test.each<[string, Outcome]>([
  ["done", done],
  ["refused", refused],
])(
  "an order resolved as %s is not resolved again, and nothing more is stored",
  async (_, outcome) => {
    await claimOrder();
    expect(await store.confirmations.resolve("A", resolution(outcome))).toBe(true);
    const others: Outcome[] = [
      done,
      refused,
      { state: "needs_review" },
      { state: "unknown", again: 1 },
    ];
    for (const other of others) {
      const again = resolution(other, { undo: { ...question("undo"), undoOf: "order" } });
      expect(await store.confirmations.resolve("A", again)).toBe(false);
    }
    expect(await store.confirmations.get("A", "order")).toMatchObject({
      state: outcome.state,
      outcome,
    });
    expect((await store.audit.all()).map(({ action }) => action)).toEqual([
      "ordered",
      outcome.state,
    ]);
    expect(await store.notices.of("A", "U1")).toHaveLength(1);
    expect(await store.confirmations.get("A", "undo")).toBeNull();
    const send = { sends: 1, at: clock.now(), clockDifference: null };
    expect(await store.confirmations.recordSend("A", "order", send)).toBe(false);
  },
);

test("an unknown outcome and one to be reviewed can still be resolved", async () => {
  await claimOrder();
  const outcomes: Outcome[] = [{ state: "unknown", again: 1 }, { state: "needs_review" }, done];
  for (const outcome of outcomes) {
    expect(await store.confirmations.resolve("A", resolution(outcome))).toBe(true);
    expect(await store.confirmations.get("A", "order")).toMatchObject({ state: outcome.state });
  }
});
