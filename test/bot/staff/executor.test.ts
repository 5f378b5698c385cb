/** An order is sent once, whoever executes it at the same time: the tap and the reconciler, or two processes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createExecutor } from "../../../src/bot/staff/orders/executor.ts";
import type { StaffDirectory } from "../../../src/bot/staff/staff-directory.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";
import type {
  Coupon,
  CouponSet,
  MemberCard,
  MemberProfile,
} from "../../../src/loyalty/contract.ts";
import { createMemberCache } from "../../../src/members/member-cache.ts";
import { noReplicas, openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { day, question } from "../../store/conformance/harness.ts";

const key = { account: "A", id: "order" };
const actor = { by: "U9", eventId: "tap" };
const signal = new AbortController().signal;
const coupon: Coupon = {
  uuid: "coupon",
  code: "ABC123",
  coupon_set_uuid: "set",
  coupon_set_name: "Iced",
  status: "GIVEN",
  source: "GENERATE",
};

const member = { uuid: "member", active: true, cards: [] as MemberCard[] } as MemberProfile;
const set: CouponSet = {
  uuid: "set",
  name: "Iced",
  description: "",
  type: "FREE_ITEM",
  source: "AUTO_GENERATE",
  status: "ACTIVE",
  validity: { mode: "FIXED" },
  limit: {},
  count: { total: 0, pending: 0, given: 0, used: 0, voided: 0 },
};

const pageOf = <Row>(row: Row) => ({
  pagination: { total: 1, page: 1, size: 100 },
  data: [row],
});

/** A claimed order in a store, and processes that execute it. */
async function setUp() {
  const clock = manualClock();
  const dir = mkdtempSync(join(tmpdir(), "executor-"));
  const store = openSqliteStore(dir, clock);
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const now = clock.now();
  const input = { memberUuid: "member", coupon_set_uuid: "set", quantity: 1 };
  const gift = { memberUuid: "member", lineId: "", who: "", input, set: "Iced", quantity: 1 };
  const asked = question(key.id, now, { input: gift });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  await store.orders.confirm("A", key.id, { ...actor, at: now }, day);

  const sent: string[] = [];
  /** Called before each send is recorded, and after. */
  const gate = { pass: () => Promise.resolve(), after: () => Promise.resolve() };
  /** How many tries of each call, all of which may be in flight, have come before. */
  const unclear = { tries: 0 };
  /** Called before each answer. */
  const answers: { wait(): Promise<void> } = { wait: () => Promise.resolve() };
  const loyalty: Pick<LoyaltyClient, "giveCouponToMemberId" | "getProfile" | "getCouponSet"> = {
    getProfile: () => Promise.resolve(pageOf(member)),
    getCouponSet: () => Promise.resolve(pageOf(set)),
    async giveCouponToMemberId({ ref_id = "" }, options) {
      await gate.pass();
      await options?.beforeSend?.(unclear.tries);
      await gate.after();
      sent.push(ref_id);
      await answers.wait();
      return { message: "", data: [coupon] };
    },
  };
  const process = ({ idempotent = false } = {}) =>
    createExecutor({
      loyalty: loyalty as LoyaltyClient,
      transactions: null,
      orders: store.orders,
      members: createMemberCache({
        find: async () => [],
        clock,
        size: 10,
        ttlMs: 1000,
        changes: noReplicas,
      }),
      idempotent,
      isOrderKey: async () => false,
      clockDifference: () => null,
      staffPrices: store.staffPrices,
      directory: {} as StaffDirectory,
      timeZone: "Asia/Bangkok",
      clock,
    });
  return { store, clock, asked, sent, gate, unclear, answers, process };
}

test("two processes: the one whose send is recorded sends", async () => {
  const { store, asked, sent, gate, process } = await setUp();
  const bothAreReady = Promise.withResolvers<void>();
  let ready = 0;
  gate.pass = () => {
    ready += 1;
    if (ready === 2) bothAreReady.resolve();
    return bothAreReady.promise;
  };
  const runs = [process(), process()].map((executor) => executor.execute(key, actor, signal));
  const results = await Promise.allSettled(runs);
  expect(sent).toEqual([asked.steps[0]?.refId]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await store.orders.get("A", key.id))?.state).toBe("done");
});

test("two processes: one that couldn't send doesn't end what the other is sending", async () => {
  const { store, asked, sent, gate, answers, process } = await setUp();
  const bHasSent = Promise.withResolvers<void>();
  const aHasFailed = Promise.withResolvers<void>();
  const failure = new LoyaltyError("UNAVAILABLE", "not asked", {
    operation: "giveCouponToMemberId",
  });
  // The first one has loaded the order, and fails while the second one waits for its answer.
  gate.pass = async () => {
    gate.pass = () => Promise.resolve();
    await bHasSent.promise;
    throw failure;
  };
  answers.wait = () => {
    bHasSent.resolve();
    return aHasFailed.promise;
  };
  const a = process().execute(key, actor, signal);
  const b = process().execute(key, { by: null, eventId: null }, signal);
  expect((await a).order).toMatchObject({ state: "working", steps: [{ sends: 1 }] });
  aHasFailed.resolve();
  expect((await b).order).toMatchObject({ state: "done", steps: [{ sends: 1 }] });
  expect(sent).toEqual([asked.steps[0]?.refId]);
  expect((await store.audit.all()).map(({ action }) => action)).toEqual(["ordered", "done"]);
});

test("an order whose send was stored too late to leave has changed nothing", async () => {
  const { store, sent, gate, process } = await setUp();
  const failure = new LoyaltyError("CANCELLED", "not sent", { operation: "giveCouponToMemberId" });
  gate.after = () => Promise.reject(failure);
  const { order } = await process().execute(key, actor, signal);
  const refusal = { code: "UNREACHED", detail: null };
  expect(order).toMatchObject({ state: "refused", steps: [{ sends: 0, refusal }] });
  expect(sent).toEqual([]);
  expect((await store.audit.all()).map(({ action }) => action)).toEqual(["ordered", "refused"]);
});

test("one process: the second execution waits for the first, and finds the order done", async () => {
  const { asked, sent, process } = await setUp();
  const executor = process();
  const both = await Promise.all([1, 2].map(() => executor.execute(key, actor, signal)));
  expect(sent).toEqual([asked.steps[0]?.refId]);
  expect(both.map(({ order }) => order.state)).toEqual(["done", "done"]);
});

test("an order that has ended isn't sent again", async () => {
  const { sent, process } = await setUp();
  await process().execute(key, actor, signal);
  const { order } = await process().execute(key, { by: null, eventId: null }, signal);
  expect(order.state).toBe("done");
  expect(sent).toHaveLength(1);
});

describe("where a write is done once for each key, a repeat that is refused while an earlier send is in flight", () => {
  const operation = "giveCouponToMemberId";
  const timeout = new LoyaltyError("TIMEOUT", "no answer", { operation, ambiguous: true });
  const refusal = new LoyaltyError("MEMBER_LIMIT_REACHED", "refused", { operation, status: 409 });

  async function refusedRepeat() {
    const world = await setUp();
    const executor = world.process({ idempotent: true });
    const execute = async () => (await executor.execute(key, actor, signal)).order;
    world.answers.wait = () => Promise.reject(timeout);
    expect(await execute()).toMatchObject({ steps: [{ state: "unknown", sends: 1 }] });
    world.answers.wait = () => Promise.reject(refusal);
    world.clock.turn(5000);
    expect(await execute()).toMatchObject({ steps: [{ state: "unknown", sends: 2 }] });
    world.clock.turn(65_000);
    return { ...world, execute };
  }

  test("isn't told as refused before that has passed", async () => {
    const { execute } = await refusedRepeat();
    expect(await execute()).toMatchObject({
      state: "refused",
      steps: [{ refusal: { code: "MEMBER_LIMIT_REACHED" } }],
    });
  });

  test("is done if that took effect", async () => {
    const { answers, execute } = await refusedRepeat();
    answers.wait = () => Promise.resolve();
    expect(await execute()).toMatchObject({ state: "done" });
  });

  test("of the same call isn't told as refused either", async () => {
    const { unclear, answers, process } = await setUp();
    unclear.tries = 1;
    answers.wait = () => Promise.reject(refusal);
    const { order } = await process({ idempotent: true }).execute(key, actor, signal);
    expect(order).toMatchObject({ state: "working", steps: [{ state: "unknown", sends: 2 }] });
  });
});
