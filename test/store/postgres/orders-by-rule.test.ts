/** What the bot does by a rule needs a record of a kind and no machine: a coupon is given once, over crashes and replicas. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExecutor } from "../../../src/bot/staff/orders/executor.ts";
import { createQuestion } from "../../../src/bot/staff/orders/question.ts";
import type { StaffDirectory } from "../../../src/bot/staff/staff-directory.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Coupon, MemberProfile } from "../../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";
import { createMemberCache } from "../../../src/members/member-cache.ts";
import { hashId } from "../../../src/store/hash-id.ts";
import { createDatabaseClock } from "../../../src/store/postgres/database-clock.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { fencedDatabase, noFence } from "../../../src/store/postgres/lanes.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { kinds, type Kind } from "../../../src/store/rules/kinds.ts";
import { noReplicas } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { concernsOn } from "../../support/concerns-on.ts";
import { takeDatabase, type TestDatabase } from "../../support/postgres.ts";
import { everyDay } from "../conformance/harness.ts";

const dayMs = 86_400_000;
const rule = "birthdays";
const byRule: Kind = { confirmed: "ordered", patienceMs: { give_coupons: dayMs }, isByRule: true };

const account = "A";
const clock = manualClock();
let database: TestDatabase;
let stack: AsyncDisposableStack;
let stores: readonly Stored[];
beforeAll(async () => {
  (kinds as Record<string, Kind>)[rule] = byRule;
  database = await takeDatabase();
  stack = new AsyncDisposableStack();
  stores = [await connect(), await connect()];
});
afterAll(async () => {
  delete (kinds as Record<string, Kind>)[rule];
  await stack.disposeAsync();
  await database[Symbol.asyncDispose]();
});

type Stored = ReturnType<typeof concernsOn>;

/** What a replica has of the database, without a lease, which hours that pass in a moment would end. */
async function connect(): Promise<Stored> {
  const connection = connectDatabase(database.url, { poolSize: 4, clock });
  stack.defer(() => connection[Symbol.asyncDispose]());
  await migrate(connection);
  return concernsOn(
    fencedDatabase(connection, noFence, createDatabaseClock(clock, clock.now)),
    clock,
  );
}

const holder = { uuid: "member", active: true, cards: [] as unknown[] } as MemberProfile;
const set = {
  uuid: "set",
  name: "Cake",
  type: "FREE_ITEM",
  source: "AUTO_GENERATE",
  status: "ACTIVE",
  validity: { mode: "FIXED" },
  limit: {},
  count: { total: 0, pending: 0, given: 0, used: 0, voided: 0 },
};
const pageOf = <Row>(data: Row[]) => ({
  pagination: { total: data.length, page: 1, size: 100 },
  data,
});

/** Gives as often as it is told to, and knows no idempotency. */
function createPlatform() {
  const given: Coupon[] = [];
  const answers = { areLost: false };
  const loyalty = {
    getProfile: async () => pageOf([holder]),
    getCouponSet: async () => pageOf([set]),
    getGiveCouponHistory: async ({ ref_id }: { ref_id?: string }) =>
      pageOf(given.filter((one) => ref_id === undefined || one.ref_id === ref_id)),
    async giveCouponToMemberId(
      { ref_id = "" }: { ref_id?: string },
      { beforeSend }: { beforeSend?: (tries: number) => Promise<void> } = {},
    ) {
      await beforeSend?.(0);
      const coupon = {
        uuid: `coupon ${given.length}`,
        code: `C${given.length}`,
        coupon_set_uuid: "set",
        member_uuid: "member",
        status: "GIVEN",
        ref_id,
      } as Coupon;
      given.push(coupon);
      if (answers.areLost) {
        const call = { operation: "giveCouponToMemberId", ambiguous: true } as const;
        throw new LoyaltyError("TIMEOUT", "no answer", call);
      }
      return { message: "", data: [coupon] };
    },
  } as unknown as LoyaltyClient;
  return { given, answers, loyalty };
}
type Platform = ReturnType<typeof createPlatform>;

/** A process that dies at one of its calls of the store: before that is made, or once it is. */
interface Death {
  call: number;
  isMade: boolean;
}

/** @param death null = it lives. @returns the store, and how often it was called. */
function mortal(store: Stored, death: Death | null) {
  let calls = 0;
  const dying = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const method = target[name as keyof Part];
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          calls += 1;
          const isLast = death !== null && calls >= death.call;
          if (isLast && !(death.isMade && calls === death.call)) throw new Error("dead");
          const result: unknown = await Reflect.apply(method, target, args);
          if (isLast) throw new Error("dead");
          return result;
        };
      },
    });
  return {
    orders: dying(store.orders),
    lineUsers: dying(store.lineUsers),
    callsMade: () => calls,
  };
}

function startProcess(store: Stored, platform: Platform, death: Death | null = null) {
  const { orders, lineUsers, callsMade } = mortal(store, death);
  const executor = createExecutor({
    loyalty: platform.loyalty,
    transactions: null,
    orders,
    members: createMemberCache({
      find: async () => [],
      clock,
      size: 10,
      ttlMs: 1000,
      changes: noReplicas,
    }),
    idempotent: false,
    isOrderKey: async (...key) => (await store.orders.byRefId(...key)) !== null,
    clockDifference: () => 0,
    staffPrices: store.staffPrices,
    directory: {} as StaffDirectory,
    timeZone: "Asia/Bangkok",
    clock,
  });
  const signal = new AbortController().signal;

  /** Gives a member their coupon of a period, whoever else does so. */
  async function give(period: string): Promise<void> {
    const at = clock.now();
    const input = { memberUuid: "member", coupon_set_uuid: "set", quantity: 1 };
    const gift = { memberUuid: "member", lineId: "U1", who: "", input, set: "Cake", quantity: 1 };
    const writes = [{ operation: "give_coupons", order: gift }] as const;
    const parts = { kind: rule, command: "gift", asker: rule, askedAt: at, writes };
    const question = { ...createQuestion(parts, dayMs), id: idOf(period) };
    await lineUsers.write(account, [{ kind: "question", question }]);
    const action = { by: rule, eventId: null, at };
    const unlimited = { ...everyDay, limits: null, redemptions: null };
    const tap = await orders.confirm(account, question.id, action, unlimited);
    if (tap.kind === "claimed") await executor.execute(tap.order, action, signal);
  }

  /** Goes on with what others have left. */
  async function goOn(): Promise<void> {
    const bot = { by: null, eventId: null };
    for (const order of await orders.due(account, clock.now())) {
      await executor.execute(order, bot, signal).catch(() => {});
    }
  }
  return { give, goOn, callsMade };
}

const idOf = (period: string): string => hashId(`${rule} member ${period}`);

/** Two processes on two replicas do what the rule wants at the same time, again and again, until nothing is left to do. */
async function settle(period: string, platform: Platform): Promise<void> {
  for (let minute = 0; minute < 5; minute++) {
    const processes = stores.map((store) => startProcess(store, platform));
    await Promise.allSettled(processes.map(({ give }) => give(period)));
    await Promise.allSettled(processes.map(({ goOn }) => goOn()));
    clock.turn(70_000);
  }
}

async function expectOneGift(period: string, { given }: Platform): Promise<void> {
  const [store] = stores;
  const order = await store?.orders.get(account, idOf(period));
  expect(order).toMatchObject({ state: "done", kind: rule });
  const [step] = order?.steps ?? [];
  expect(given.map(({ ref_id }) => ref_id)).toEqual([step?.refId]);
  const audit = (await store?.audit.all())?.filter((one) => one.confirmation === order?.id) ?? [];
  const once = audit.map(({ action }) => action).filter((action) => action !== "unknown");
  expect(once).toEqual(["ordered", "done"]);
  // The member is told. Nobody has asked for it, and nobody is asked whether to undo it.
  const told = await database.query<{ line_id: string; notice: string }>(
    "select line_id, notice from notices where notice like $1",
    [`%"${order?.id}"%`],
  );
  expect(told).toMatchObject([{ line_id: "U1", notice: expect.stringContaining("gift") }]);
  expect(await store?.orders.undoOf(account, order?.id ?? "")).toBeNull();
}

test("by many at once", async () => {
  const platform = createPlatform();
  const processes = [...stores, ...stores].map((store) => startProcess(store, platform));
  await Promise.allSettled(processes.map(({ give }) => give("at once")));
  await settle("at once", platform);
  await expectOneGift("at once", platform);
  expect(platform.given).toHaveLength(1);
});

test("a period later, once more", async () => {
  const platform = createPlatform();
  for (const period of ["2026", "2027"]) await settle(period, platform);
  expect(platform.given).toHaveLength(2);
});

test.each([false, true])(
  "where a process dies at any of its calls, and the platform's answer is lost: %s",
  async (areLost) => {
    const [store] = stores;
    if (!store) throw new Error("no store");
    const alive = startProcess(store, createPlatform());
    await alive.give(`counted ${areLost}`);
    expect(alive.callsMade()).toBeGreaterThan(5);
    for (let call = 1; call <= alive.callsMade(); call++) {
      for (const isMade of [false, true]) {
        const platform = createPlatform();
        platform.answers.areLost = areLost;
        const period = `${areLost} ${call} ${isMade}`;
        const dying = startProcess(store, platform, { call, isMade });
        await dying.give(period).catch(() => {});
        platform.answers.areLost = false;
        await settle(period, platform);
        await expectOneGift(period, platform);
      }
    }
  },
);
