/** How the platform behaves to the bot in the story that runs, and which answers count then. */
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isBehaviourName, type BehaviourName } from "../../src/emulators/loyalty/index.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { stringsOf } from "./views.ts";

const folder = join(import.meta.dirname, "../stories/platforms");

/** The behaviour on which the story runs, by the test file that runs it; null = as the contract says. */
export function storyBehaviour(): BehaviourName | null {
  const { testPath = "" } = expect.getState();
  const [name = ""] = dirname(testPath) === folder ? basename(testPath).split(/[-.]/) : [];
  return isBehaviourName(name) ? name : null;
}

/** A test that only a platform as specified can pass. @param _reason why. */
export const testAsSpecified = (_reason: string) => (storyBehaviour() === null ? test : test.skip);

/** The cases of a test that differ in their words alone: all as specified, the first on any other platform. */
export const firstOnOtherPlatforms = <Case>(cases: Case[]): Case[] =>
  storyBehaviour() === null ? cases : cases.slice(0, 1);

/** What the bot says where the platform doesn't tell; nothing else is a refusal. */
const refusals = [
  /Sorry, we can’t show that here at the moment/,
  /can’t reach the membership system/,
  /can’t read what the membership system says/,
  /something that can’t be read:/,
  /There are too many matches for/,
  /lists too many entries for this to be found here/,
  /(?:isn’t|is not) clear yet/,
];

/**
 * Runs the assertions of an answer, or accepts a refusal where the story's platform doesn't tell. As
 * specified, there is no refusal.
 */
export function expectAnswerOrRefusal(messages: readonly Message[], assertions: () => void): void {
  const isRefusal = refusals.some((refusal) => refusal.test(stringsOf(messages)));
  if (storyBehaviour() !== null && isRefusal) return;
  expect(messages.length, "no reply").toBeGreaterThan(0);
  assertions();
}
