/** What the client itself can't send ends an order at once, and a refund is a person's at once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExecutor } from "../../../src/bot/staff/orders/executor.ts";
import type { OrderedWrite } from "../../../src/bot/staff/operations/write-operation.ts";
import type { StaffDirectory } from "../../../src/bot/staff/staff-directory.ts";
import { createLoyaltyClient, type LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { DirectCredentials } from "../../../src/loyalty/token-cache.ts";
import { createMemberCache } from "../../../src/members/member-cache.ts";
import { createLog } from "../../../src/observability/log.ts";
import { noReplicas, openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { silentOrigin } from "../../support/proxy.ts";
import {
  bot,
  conclusion,
  day,
  oneOfMember,
  question,
  redemption,
} from "../../store/conformance/harness.ts";

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
  const asked = question("order", clock.now(), { operation, input: order });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  const at = clock.now();
  await store.orders.confirm("A", "order", { ...actor, at }, day);
  const executor = createExecutor({
    ...services,
    // The look at what was confirmed finds it as it was.
    ...(credentials && { loyalty: { ...services.loyalty, ...readsOf(order) } }),
    orders: store.orders,
    timeZone: "UTC",
  });
  const stored = await executor.execute({ account: "A", id: "order" }, actor, signal);
  return stored.order;
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
    steps: [{ sends: 0, refusal: { code: "UNSENDABLE" } }],
  });
});

test.each([points("8800", 40), gift("set"), use("code"), voiding])(
  "without credentials, $operation is a refusal of its own",
  async (order) => {
    expect(await outcomeOf(order, null)).toMatchObject({
      state: "refused",
      steps: [{ sends: 0, refusal: { code: "NOT_CONFIGURED" } }],
    });
  },
);

test("a refund that can't be sent awaits a person at once", async () => {
  const { store, clock, services } = await setUp(null);
  const executor = createExecutor({ ...services, orders: store.orders, timeZone: "UTC" });
  const asked = redemption("redemption", clock.now(), { asker: "U9", lineId: "U9" });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  await store.orders.confirm("A", asked.id, { ...actor, at: clock.now() }, oneOfMember);
  await store.orders.conclude(
    "A",
    conclusion(asked.id, { state: "done", done: { id: 7, balance: 60 } }),
    bot,
  );
  const refused = { state: "refused", code: "OUT_OF_STOCK", detail: null } as const;
  await store.orders.conclude("A", conclusion(asked.id, refused, { step: 1 }), bot);
  const { order } = await executor.execute({ account: "A", id: asked.id }, actor, signal);
  expect(order).toMatchObject({
    state: "needs_review",
    steps: [
      { state: "done" },
      { refusal: { code: "OUT_OF_STOCK" } },
      { operation: "void_transactions", sends: 0, refusal: { code: "NOT_CONFIGURED" } },
    ],
  });
});
