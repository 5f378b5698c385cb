/** What the client itself can't send ends an order at once, and a refund is a person's at once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExecutor } from "../../../src/bot/staff/orders/execute.ts";
import { storedKind } from "../../../src/bot/staff/operations/index.ts";
import type { OrderedWrite } from "../../../src/bot/staff/operations/write-operation.ts";
import { createRedeemer } from "../../../src/bot/staff/redemption/redeemer.ts";
import type { StaffDirectory } from "../../../src/bot/staff/staff-directory.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { DirectCredentials } from "../../../src/loyalty/access-tokens.ts";
import { createMemberCache } from "../../../src/members/member-cache.ts";
import { createLog } from "../../../src/observability/log.ts";
import { noReplicas } from "../../../src/store/sqlite/one-process.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { silentOrigin } from "../../support/proxy.ts";
import { everyDay, limits, question } from "../../store/conformance/harness.ts";

const signal = new AbortController().signal;
const actor = { by: "U9", eventId: "tap" };
const direct: DirectCredentials = { businessCode: "b", apiKey: "k", apiSecret: "s" };
const member = { memberUuid: "member", lineId: "", who: "" };

/** A store, and a client that would find nothing at the platform's address. */
async function setUp(credentials: DirectCredentials | null) {
  const clock = manualClock();
  const dir = mkdtempSync(join(tmpdir(), "unsendable-"));
  const store = openSqliteStore(dir, clock);
  const loyalty = createLoyaltyClient({
    baseUrl: await silentOrigin(),
    direct: credentials,
    exchange: null,
    timeoutMs: 1000,
    clock,
    log: createLog("silent"),
    tokens: {
      get: async () => null,
      set: async () => {},
      exclusive: (_key, work) => work(),
    },
  });
  onTestFinished(async () => {
    await loyalty[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const services = {
    loyalty: loyalty as LoyaltyClient,
    transactions: null,
    members: createMemberCache({
      find: async () => [],
      clock,
      size: 10,
      ttlMs: 1000,
      changes: noReplicas,
    }),
    idempotent: false,
    isOrderKey: async () => false,
    clockDifference: () => null,
    staffPrices: store.staffPrices,
    directory: {} as StaffDirectory,
    clock,
  };
  return { store, clock, services };
}

const pageOf = (row: object) => ({
  pagination: { total: 1, page: 1, size: 100 },
  data: [row],
});

/** Reads of a platform that has what an order is about. */
function readsOf(order: object): Partial<LoyaltyClient> {
  const { card = "", input } = order as { card?: string; input?: { coupon_set_uuid: string } };
  const uuid = input?.coupon_set_uuid ?? "";
  const validity = { mode: "FIXED" };
  const set = {
    uuid,
    name: "Latte",
    status: "ACTIVE",
    source: "AUTO_GENERATE",
    validity,
    limit: {},
  };
  return {
    getProfile: async () => pageOf({ uuid: "member", active: true, cards: [{ card_no: card }] }),
    getCouponSet: async () => pageOf({ ...set, count: {} }),
    checkCoupon: async () => ({ usable: true, coupon: { member_uuid: "member" } }),
  } as unknown as Partial<LoyaltyClient>;
}

async function outcomeOf(
  { operation, order }: OrderedWrite,
  credentials = direct as typeof direct | null,
) {
  const { store, clock, services } = await setUp(credentials);
  const asked = question("order", clock.now(), { kind: storedKind(operation), order });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  const at = clock.now();
  await store.confirmations.claim("A", "order", { ...actor, at }, { ...everyDay, limits });
  const executor = createExecutor({
    ...services,
    // The look at what was confirmed finds it as it was.
    ...(credentials && { loyalty: { ...services.loyalty, ...readsOf(order) } }),
    confirmations: store.confirmations,
    timeZone: "UTC",
  });
  const { confirmation } = await executor.execute({ account: "A", id: "order" }, actor, signal);
  return confirmation;
}

const points = (card: string, count: number): OrderedWrite => ({
  operation: "adjust_points",
  order: { ...member, type: "ADD", card, points: count, refNo: null },
});
const gift = (setUuid: string): OrderedWrite => ({
  operation: "give_coupons",
  order: {
    ...member,
    input: { memberUuid: "member", coupon_set_uuid: setUuid, quantity: 1 },
    set: "Latte",
    quantity: 1,
  },
});
const use = (code: string): OrderedWrite => ({
  operation: "use_coupon",
  order: { ...member, code, set: "Latte", staffCode: "S01" },
});
const movement = { type: "ADD", points: 40, card: "8800" };
const voiding: OrderedWrite = {
  operation: "void_transactions",
  order: { ...member, movements: [{ ...movement, id: 1 }] },
};

test.each<[what: string, order: OrderedWrite]>([
  ["a card number of 51 characters", points("8".repeat(51), 40)],
  ["more points than the contract takes", points("8800", 2_147_483_648)],
  ["a set's id of 101 characters", gift("s".repeat(101))],
  ["a coupon's code of 101 characters", use("c".repeat(101))],
])("%s is a refusal of its own, and nothing counts as sent", async (_what, order) => {
  expect(await outcomeOf(order)).toMatchObject({
    state: "refused",
    sends: 0,
    outcome: { code: "UNSENDABLE" },
  });
});

test.each([points("8800", 40), gift("set"), use("code"), voiding])(
  "without credentials, $operation is a refusal of its own",
  async (order) => {
    expect(await outcomeOf(order, null)).toMatchObject({
      state: "refused",
      sends: 0,
      outcome: { code: "NOT_CONFIGURED" },
    });
  },
);

test("a refund that can't be sent awaits a person at once", async () => {
  const { store, clock, services } = await setUp(null);
  const redeemer = createRedeemer({
    ...services,
    redemptions: store.redemptions,
    perMemberDay: 5,
    timeZone: "UTC",
  });
  const asked = {
    id: "redemption",
    asker: "U9",
    memberUuid: "member",
    lineId: "U9",
    order: { setUuid: "set", set: "Latte", card: "8800", points: 40, who: "" },
    burnRefId: "burn",
    giveRefId: "give",
    askedAt: clock.now(),
    expiresAt: clock.now() + 600_000,
  };
  await store.lineUsers.write("A", [{ kind: "redemption", question: asked }]);
  const at = clock.now();
  const day = { start: at - 1, end: at + 1e6 };
  await store.redemptions.claim("A", asked.id, { ...actor, at }, { day, perDay: 5, perSet: null });
  const key = { id: asked.id, before: 0, sends: 0, ...actor, at };
  const burned = { state: "done" as const, done: { id: 7, balance: 60 } };
  await store.redemptions.resolve("A", { ...key, step: "burn", outcome: burned });
  const redemption = await store.redemptions.get("A", asked.id);
  const after = await redeemer.execute(redemption!, actor, signal);
  expect(after).toMatchObject({
    state: "needs_review",
    failure: { code: "NOT_CONFIGURED" },
    steps: { refund: { sends: 0, refusal: { code: "NOT_CONFIGURED" } } },
  });
});
