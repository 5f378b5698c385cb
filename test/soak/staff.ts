/** Staff orders of the soak test: some responses get lost, and at the end three records are compared. */
import { demoGiftSets } from "../../src/config/config.ts";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "../../src/clock.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createOrderLog, type PlacedOrder } from "../orders/order-log.ts";
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import type { LoyaltyEmulator } from "../../src/emulators/loyalty/index.ts";
import { createStaffActions, generousLimits } from "../orders/staff-actions.ts";
import { resolveOrders, isIdle } from "../orders/resolve-orders.ts";
import type { Colleague, OrderKind } from "../orders/rounds.ts";
import { honestLists } from "../support/adversarial-lists.ts";
import {
  forgetKeys,
  startAdversarialPlatform,
  type Fate,
} from "../support/adversarial-platform.ts";
import { createTill } from "../support/till.ts";
import { lineIdOf } from "../support/world.ts";
import { compareBooks, isSettled, type StoredOrder } from "./compare.ts";

/** Results of comparing the platform's bookings, the bot's store and the replies to staff. */
export interface StaffReport {
  /** The bot's orders by state. */
  orders: Record<string, number>;
  /** Orders that needed review at the end and were decided by a person. */
  forPersons: number;
  /** Writes that reached the platform, and those whose response had a definite outcome. */
  sends: number;
  clearSends: number;
  /** Orders that were sent twice. */
  sentTwice: number;
  faults: readonly string[];
}

export interface StaffLoad extends AsyncDisposable {
  /** The bot's environment variables. */
  env: Record<string, string>;
  /** How many writes have reached the platform. */
  sends(): number;
  /** Places orders until `isOver`. */
  order(isOver: () => boolean): Promise<void>;
  /** Resolves all orders and compares. The bot must run, without faults of LINE or the platform. */
  close(): Promise<StaffReport>;
}

const colleagues = ["manager", "owner", "manager", "owner"] as const;
export const staffIds: ReadonlySet<string> = new Set(colleagues.map(lineIdOf));
const kinds: readonly OrderKind[] = ["add", "gift", "burn", "use", "void"];
/** Half of the writes succeed normally. */
const hostileFates: readonly Fate[] = [
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
/** The pause of each colleague between two orders. */
const pauseMs = 300;
/** In real time: short, since a run that has ended waits for it. */
const resolvePauseMs = 1000;
/** How much later a write may arrive than it was sent, on a busy machine. */
const slackMs = 1500;

/** The till uses the same platform, which may be failing. */
function ignorePlatformFailure(thrown: unknown): void {
  if (!(thrown instanceof LoyaltyError)) throw thrown;
}

async function wait(ms: number, unless?: PromiseLike<unknown>): Promise<void> {
  const over = setTimeout(ms, undefined, { ref: false });
  await Promise.race([over, unless ?? over]);
}

export interface StaffLoadOptions {
  line: Pick<LineEmulator, "compose" | "deliver" | "nextReply" | "watch">;
  platform: LoyaltyEmulator;
  /** The platform's SQLite file. */
  platformFile: string;
  /** Reads the orders of the bot's store. */
  storedOrders(): Promise<readonly StoredOrder[]>;
  /** Whether the platform deduplicates writes by key, and the bot is configured for that. */
  idempotent: boolean;
  /** A random integer below a limit. */
  below(limit: number): number;
  /** The pause of each colleague between two orders, in milliseconds. */
  betweenMs?: number | undefined;
  /** What may become of a write on the platform; all kinds of failures by default. */
  fates?: readonly Fate[] | undefined;
  /** Whether the bot gives and reminds by rule, which may take a minute to settle. */
  hasRules?: boolean | undefined;
}

/** A lost write is looked at again after 65 s, and sent a second time then. */
const maxRuleSeconds = 180;

/** Waits for what nobody asks about: the bot settles by itself what its rules give. */
async function rulesSettled(storedOrders: StaffLoadOptions["storedOrders"]): Promise<void> {
  for (let left = maxRuleSeconds; left > 0; left -= 1) {
    const orders = await storedOrders();
    if (orders.every((order) => order.kind !== "birthday" || isSettled(order))) return;
    await wait(1000);
  }
}

export async function startStaffLoad(options: StaffLoadOptions): Promise<StaffLoad> {
  const {
    line,
    platform,
    platformFile,
    idempotent,
    below,
    betweenMs = pauseMs,
    fates = hostileFates,
    hasRules = true,
  } = options;
  if (!idempotent) forgetKeys(platformFile);
  const target = new URL(platform.baseUrl).origin;
  const clock = systemClock;
  await using stack = new AsyncDisposableStack();
  const front = stack.use(await startAdversarialPlatform({ target, clock, habits: honestLists }));
  const till = stack.use(createTill({ platform, lineId: lineIdOf, clock }));
  const log = createOrderLog(front.arrivals, { idempotent, slackMs });
  const staff = createStaffActions({ line, lineId: lineIdOf, till, log, pass: wait });
  const unwatch = line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    if (staffIds.has(change.chatId)) log.readStaffMessage(change.item.message);
    else log.readMemberMessage(change.item.message);
  });
  stack.defer(unwatch);

  const randomFates = () => Array.from({ length: maxSends }, () => fates[below(fates.length)]!);

  async function confirm(order: PlacedOrder): Promise<void> {
    for (const { subject } of order.parts) front.scheduleFates(subject, randomFates());
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
      ...(hasRules && { BIRTHDAY_GIFT: demoGiftSets.birthday, REMIND_COUPON_DAYS: "3" }),
      ...generousLimits,
      CONNECT_BASE_URL: front.baseUrl,
      CONNECT_IDEMPOTENT: idempotent ? "on" : "off",
      STAFF_OWNER_LINE_IDS: [...staffIds].join(","),
    },
    sends: () => front.arrivals.length,
    async order(isOver) {
      const loops = colleagues.map(async (who) => {
        while (!isOver()) {
          await orderOne(who).catch(ignorePlatformFailure);
          await wait(betweenMs);
        }
      });
      await Promise.all(loops);
    },
    async close() {
      const { now } = clock;
      const isQuiet = () => isIdle(front.arrivals, now());
      const session = { log, staff, now, pass: wait, isIdle: isQuiet };
      const forPersons = await resolveOrders(session, resolvePauseMs);
      await rulesSettled(options.storedOrders);
      log.check();
      const { orders, faults } = compareBooks(await options.storedOrders(), platformFile);
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
