/** Runs the stories of members and staff again on a platform that behaves otherwise than as specified. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import type { BehaviourName } from "../../src/emulators/loyalty/index.ts";

const folder = join(import.meta.dirname, "../stories");

/** Stories that run on the platform as specified alone: what they test doesn't depend on it. A new one isn't among them. */
const onOnePlatform = {
  "of marketers and operators": [
    "answers-published",
    "dev-channel",
    "metrics",
    "published-messages",
    "publishing",
    "statistics",
    "studio-log-in",
    "studio-shop",
    "traces",
    "unanswered",
  ],
  "with a platform or a proxy of its own, some strict and loose": [
    "api-version",
    "card-facts",
    "learned-platform",
    "ledger-mirror",
    "limits",
    "lists-in-part",
    "long-ids",
    "loose-lists",
    "loose-rows",
    "loose-search",
    "member-index",
    "odd-parts",
    "pages",
    "staff-partly",
    "staff-sends",
    "staff-writings",
    "unsendable",
  ],
  "with injected faults or limits, whose moments a slow or a stricter platform would shift": [
    "credentials",
    "former-account",
    "undo-balance",
    "gift-notice",
    "gift-rules",
    "gift-rules-restored",
    "limited-platform",
    "platform-failures",
    "redeem-faults",
    "reminder-pushes",
    "reminders",
    "slow-ledger",
    "staff-failures",
    "staff-not-idempotent",
  ],
  "of replies without the platform": [
    "brand",
    "counter-page",
    "mark-as-read",
    "other-version",
    "rate-limit",
    "small-talk",
    "standby",
    "unknown-messages",
  ],
  "of what comes before the platform's answer: rights, the reading of photos and codes, menus": [
    "member-code",
    "rich-menus",
    "staff-photos",
    "staff-roles",
  ],
};

/**
 * They make all their calls in one world, where a slow platform answers one in 25 too late. Which one changes with every
 * call more; what is said then is the matter of `redeem-faults`.
 */
const ofManyCalls = new Set([
  "redeem",
  "rewards",
  "staff-bare-text",
  "staff-redeem",
  "staff-reward",
]);

/**
 * Registers every story that the behaviour suits, in the file that calls it.
 * @param isWanted which of them, where they are divided among files that run beside each other.
 */
export function runStoriesOn(
  behaviour: BehaviourName,
  isWanted: (story: string) => boolean = () => true,
): void {
  const left = new Set(Object.values(onOnePlatform).flat());
  const suited = storyNames().filter((name) => !left.has(name) && isWanted(name));
  // A slow platform is strict, too: only what it leaves runs on one that isn't slow.
  const stories = {
    slow: suited.filter((name) => !ofManyCalls.has(name)),
    strict: suited.filter((name) => ofManyCalls.has(name)),
    loose: suited,
    odd: suited,
  }[behaviour];
  // Evaluated once more, unlike the modules that it imports, which are the larger part of the work.
  describe.each(stories)(
    "%s",
    (story) => import(`${join(folder, `${story}.test.ts`)}?platform=${behaviour}`),
  );
}

function storyNames(): string[] {
  const names = readdirSync(folder).map((file) => /^(.+)\.test\.ts$/.exec(file)?.[1]);
  return names.filter((name) => name !== undefined);
}
