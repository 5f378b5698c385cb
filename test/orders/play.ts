/** Plays a round of staff orders before the worst platform, and tells what wasn't as promised. */
import { forgetKeys, startNastyPlatform, type NastyPlatform } from "../support/nasty-platform.ts";
import { createStillness } from "../support/stillness.ts";
import { createTill } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { createBooks } from "./books.ts";
import { createCounter, generousLimits } from "./counter.ts";
import { endOrders, isCalm } from "./ending.ts";
import type { Round } from "./rounds.ts";
import { take, type Scene } from "./steps.ts";

const colleagues = ["manager", "owner"] as const;
/** Longer than the platform holds back any effect. */
const quietMs = 180_000;
const stopMs = 20_000;

export interface Played {
  /** What wasn't as promised. */
  faults: readonly string[];
  /** How many orders were told in the end as done, refused and so on. */
  ends: Readonly<Record<string, number>>;
  sends: number;
  /** What happened, line by line. */
  story: readonly string[];
}

export async function play(round: Round): Promise<Played> {
  let platform: NastyPlatform | undefined;
  await using world = await createWorld(
    { ...generousLimits, ...(round.push && { LINE_PUSH_FALLBACK: "on" }) },
    {
      strange: true,
      platformAheadMs: round.platformAheadMs,
      async front({ baseUrl }, clock, file) {
        forgetKeys(file);
        const target = new URL(baseUrl).origin;
        platform = await startNastyPlatform({ target, clock, habits: round.habits });
        return platform;
      },
    },
  );
  if (!platform) throw new Error("the platform wasn't started");
  const nasty = platform;
  using _time = systemTimeBy(world);
  using stillness = createStillness(world.clock, () => nasty.isBusy);
  await using till = createTill(world);
  const books = createBooks(nasty.arrivals);
  const { line, lineId } = world;
  const counter = createCounter({ line, lineId, till, books, pass: stillness.pass });
  const staff = new Set(colleagues.map(world.lineId));
  const begun = world.clock.now();
  const at = () => `${(world.clock.now() - begun) / 1000} s`;
  const story: string[] = [];
  let noted = 0;
  /** Writes come into the story before what is told of them. */
  const note = () => {
    for (const { subject, at: when, fate } of nasty.arrivals.slice(noted)) {
      const seconds = (when - round.platformAheadMs - begun) / 1000;
      story.push(`${seconds} s arrives: ${subject} ${JSON.stringify(fate)}`);
    }
    noted = nasty.arrivals.length;
  };
  world.line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    note();
    const { message } = change.item;
    const isStaff = staff.has(change.chatId);
    const told = isStaff ? books.shown(message) : books.shownToMember(message);
    story.push(`${at()} ${isStaff ? "staff" : "member"}: ${told.text.replaceAll("\n", " | ")}`);
  });
  const scene: Scene = {
    world,
    platform: nasty,
    still: stillness.still,
    pass: stillness.pass,
    books,
    counter,
    till,
    events: [],
    now: world.clock.now,
    isCalm: () => isCalm(nasty.arrivals, world.clock.now() + round.platformAheadMs),
  };
  for (const step of round.steps) {
    story.push(`${at()} ${JSON.stringify(step)}`);
    await take(step, scene);
    await stillness.still();
    books.check();
  }
  nasty.readsFail = false;
  line.faults.clear();
  await stillness.pass(quietMs);
  await endOrders(scene);
  note();
  books.check();
  const stopped = world.bot[Symbol.asyncDispose]();
  await stillness.pass(stopMs, stopped);
  await stopped;
  const confirmed = books.placed.filter(({ isConfirmed }) => isConfirmed);
  const ends = Object.groupBy(confirmed, ({ told }) => [...told].join());
  return {
    faults: [...books.faults],
    ends: Object.fromEntries(Object.entries(ends).map(([how, all = []]) => [how, all.length])),
    sends: nasty.arrivals.length,
    story,
  };
}

/** The breaker rests by the system's time, and retries wait by chance. */
function systemTimeBy({ clock }: World): Disposable {
  const { now } = Date;
  const { random } = Math;
  Date.now = clock.now;
  Math.random = () => 0.5;
  return {
    [Symbol.dispose]() {
      Date.now = now;
      Math.random = random;
    },
  };
}
