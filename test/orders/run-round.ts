/** Runs a round of random staff orders against a hostile platform, and reports broken promises. */
import {
  forgetKeys,
  startAdversarialPlatform,
  type AdversarialPlatform,
} from "../support/adversarial-platform.ts";
import { createQuiescence } from "../support/quiescence.ts";
import { createTill } from "../support/till.ts";
import { createWorld } from "../support/world.ts";
import { createOrderLog } from "./order-log.ts";
import { createStaffActions, generousLimits } from "./staff-actions.ts";
import { resolveOrders, isIdle } from "./resolve-orders.ts";
import type { Round } from "./rounds.ts";
import { runStep, type RoundContext } from "./run-step.ts";

const colleagues = ["manager", "owner"] as const;
/** Longer than the platform holds back any effect. */
const quietMs = 180_000;
const stopMs = 20_000;
const resolvePauseMs = 20_000;

export interface RoundResult {
  /** What wasn't as promised. */
  violations: readonly string[];
  /** How many orders were shown in the end as done, refused and so on. */
  ends: Readonly<Record<string, number>>;
  sends: number;
  /** What happened, line by line. */
  story: readonly string[];
}

export async function runRound(round: Round): Promise<RoundResult> {
  let platform: AdversarialPlatform | undefined;
  await using world = await createWorld(
    { ...generousLimits, ...(round.push && { LINE_PUSH_FALLBACK: "on" }) },
    {
      asReal: true,
      platformAheadMs: round.platformAheadMs,
      async front({ baseUrl }, clock, file) {
        forgetKeys(file);
        const target = new URL(baseUrl).origin;
        platform = await startAdversarialPlatform({ target, clock, habits: round.habits });
        return platform;
      },
    },
  );
  if (!platform) throw new Error("the platform wasn't started");
  const adversary = platform;
  using _chance = withoutChance();
  using quiescence = createQuiescence(world.clock, () => adversary.isBusy);
  await using till = createTill(world);
  const log = createOrderLog(adversary.arrivals);
  const { line, lineId } = world;
  const staff = createStaffActions({ line, lineId, till, log, pass: quiescence.advance });
  const staffIds = new Set(colleagues.map(world.lineId));
  const begun = world.clock.now();
  const at = () => `${(world.clock.now() - begun) / 1000} s`;
  const story: string[] = [];
  let noted = 0;
  /** Adds the writes that arrived since to the story, before the messages about them. */
  const note = () => {
    for (const { subject, at: when, fate } of adversary.arrivals.slice(noted)) {
      const seconds = (when - round.platformAheadMs - begun) / 1000;
      story.push(`${seconds} s arrives: ${subject} ${JSON.stringify(fate)}`);
    }
    noted = adversary.arrivals.length;
  };
  world.line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    note();
    const { message } = change.item;
    const isStaff = staffIds.has(change.chatId);
    const read = isStaff ? log.readStaffMessage(message) : log.readMemberMessage(message);
    story.push(`${at()} ${isStaff ? "staff" : "member"}: ${read.text.replaceAll("\n", " | ")}`);
  });
  const context: RoundContext = {
    world,
    platform: adversary,
    still: quiescence.settle,
    pass: quiescence.advance,
    log,
    staff,
    till,
    events: [],
    now: world.clock.now,
    isIdle: () => isIdle(adversary.arrivals, world.clock.now() + round.platformAheadMs),
  };
  for (const step of round.steps) {
    story.push(`${at()} ${JSON.stringify(step)}`);
    await runStep(step, context);
    await quiescence.settle();
    log.check();
  }
  adversary.readsFail = false;
  line.faults.clear();
  await quiescence.advance(quietMs);
  await resolveOrders(context, resolvePauseMs);
  note();
  log.check();
  const stopped = world.bot[Symbol.asyncDispose]();
  await quiescence.advance(stopMs, stopped);
  await stopped;
  const confirmed = log.orders.filter(({ isConfirmed }) => isConfirmed);
  const ends = Object.groupBy(confirmed, ({ verdicts }) => [...verdicts].join());
  return {
    violations: [...log.violations],
    ends: Object.fromEntries(Object.entries(ends).map(([how, all = []]) => [how, all.length])),
    sends: adversary.arrivals.length,
    story,
  };
}

/** Retries wait by chance. */
function withoutChance(): Disposable {
  const { random } = Math;
  Math.random = () => 0.5;
  return {
    [Symbol.dispose]() {
      Math.random = random;
    },
  };
}
