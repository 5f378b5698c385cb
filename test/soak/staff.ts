/** Staff orders under the soak: some of their answers get lost, and at the end three books are compared. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "../../src/clock.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createOrderLog, type PlacedOrder } from "../orders/order-log.ts";
import { createStaffActions, generousLimits } from "../orders/staff-actions.ts";
import { resolveOrders, isIdle } from "../orders/resolve-orders.ts";
import type { Colleague, OrderKind } from "../orders/rounds.ts";
import type { BotProcess } from "../support/bot-process.ts";
import { honestLists } from "../support/nasty-lists.ts";
import { forgetKeys, startNastyPlatform, type Fate } from "../support/nasty-platform.ts";
import { createTill } from "../support/till.ts";
import { lineIdOf } from "../support/world.ts";
import { compareBooks } from "./compare.ts";

/** What the three books say: the platform's, the bot's, and what staff were told. */
export interface StaffReport {
  /** How many orders the bot's store has in each state. */
  orders: Record<string, number>;
  /** Orders that waited for a person in the end, who then looked and decided. */
  forPersons: number;
  /** Writes that reached the platform, and those of them whose answer said what became of it. */
  sends: number;
  clearSends: number;
  /** Orders that were sent twice. */
  sentTwice: number;
  faults: readonly string[];
}

export interface StaffLoad extends AsyncDisposable {
  /** What the bot needs in its environment. */
  env: Record<string, string>;
  /** How many writes have reached the platform. */
  sends(): number;
  /** Orders until it is told to end. */
  order(isOver: () => boolean): Promise<void>;
  /** Settles everything, and compares. The bot has to run, and its neighbours to be well. */
  close(): Promise<StaffReport>;
}

const colleagues = ["manager", "owner", "manager", "owner"] as const;
const kinds: readonly OrderKind[] = ["add", "gift", "burn"];
/** Half of the writes have no trouble. */
const fates: readonly Fate[] = [
  ...Array.from({ length: 8 }, (): Fate => ({ effect: 0, hidden: 0, answer: "real" })),
  { effect: null, hidden: 0, answer: "cut" },
  { effect: null, hidden: 0, answer: 500 },
  { effect: 0, hidden: 0, answer: "cut" },
  { effect: 0, hidden: 0, answer: "empty" },
  { effect: 0, hidden: 10_000, answer: 502 },
  { effect: 300, hidden: 0, answer: "real" },
  { effect: 2000, hidden: 0, answer: "silence" },
  { effect: 20_000, hidden: 0, answer: "cut" },
];
const maxSends = 4;
/** Nobody orders faster, least of all while nobody answers. */
const betweenMs = 300;
/** A write may arrive so much later than it was sent on a busy machine. */
const slackMs = 1500;

/** The till asks the same platform, which may be failing just now. */
function excuse(thrown: unknown): void {
  if (!(thrown instanceof LoyaltyError)) throw thrown;
}

async function pass(ms: number, unless?: PromiseLike<unknown>): Promise<void> {
  const over = setTimeout(ms, undefined, { ref: false });
  await Promise.race([over, unless ?? over]);
}

/**
 * @param idempotent whether the platform does a write once per key, and the bot is told so.
 * @param below a number at random, below a limit.
 * @param accepted takes the ids of the events that the bot took.
 */
export async function startStaffLoad(
  bot: BotProcess,
  options: { idempotent: boolean; below(limit: number): number; accepted: string[] },
): Promise<StaffLoad> {
  const { platform, line } = bot;
  const { idempotent, below, accepted } = options;
  const file = join(bot.dataDir, "platform.sqlite");
  if (!idempotent) forgetKeys(file);
  const target = new URL(platform.baseUrl).origin;
  const clock = systemClock;
  await using stack = new AsyncDisposableStack();
  const front = stack.use(await startNastyPlatform({ target, clock, habits: honestLists }));
  const till = stack.use(createTill({ platform, lineId: lineIdOf, clock }));
  const log = createOrderLog(front.arrivals, { idempotent, slackMs });
  const staff = createStaffActions({
    line: {
      ...line,
      async deliver(content, how) {
        const delivery = await line.deliver(content, how);
        if (delivery.status === 200) accepted.push(delivery.webhookEventId);
        return delivery;
      },
    },
    lineId: lineIdOf,
    till,
    log,
    pass,
  });
  const staffIds = new Set(colleagues.map(lineIdOf));
  const unwatch = line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    if (staffIds.has(change.chatId)) log.readStaffMessage(change.item.message);
    else log.readMemberMessage(change.item.message);
  });
  stack.defer(unwatch);

  const anyFates = () => Array.from({ length: maxSends }, () => fates[below(fates.length)]!);

  async function confirm(order: PlacedOrder): Promise<void> {
    for (const { subject } of order.parts) front.destine(subject, anyFates());
    const tapped = await staff.confirm(order);
    if (below(4) === 0) await staff.confirm(order);
    await staff.replyTo(tapped);
  }

  async function orderOne(who: Colleague): Promise<void> {
    const order = await staff.order(kinds[below(kinds.length)]!, who, below(2) === 0 ? 1 : 2);
    if (!order) return;
    await confirm(order);
    const undo = below(3) === 0 ? await staff.undo(order) : null;
    if (undo) await confirm(undo);
  }

  const running = stack.move();
  return {
    env: {
      ...generousLimits,
      CONNECT_BASE_URL: front.baseUrl,
      CONNECT_IDEMPOTENT: idempotent ? "on" : "off",
      STAFF_OWNER_LINE_IDS: [...staffIds].join(","),
    },
    sends: () => front.arrivals.length,
    async order(isOver) {
      const loops = colleagues.map(async (who) => {
        while (!isOver()) {
          await orderOne(who).catch(excuse);
          await pass(betweenMs);
        }
      });
      await Promise.all(loops);
    },
    async close() {
      const { now } = clock;
      const calm = () => isIdle(front.arrivals, now());
      const forPersons = await resolveOrders({ log, staff, now, pass, isIdle: calm });
      log.check();
      const { orders, faults } = compareBooks(join(bot.dataDir, "bot", "bot.sqlite"), file);
      const { arrivals } = front;
      const perKey = Map.groupBy(arrivals, ({ refId, subject }) => refId ?? subject);
      return {
        orders,
        forPersons,
        sends: arrivals.length,
        clearSends: arrivals.filter(({ clear }) => clear).length,
        sentTwice: [...perKey.values()].filter(({ length }) => length > 1).length,
        faults: [...log.violations, ...faults],
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
