/** How the platform behaves to the bot in this run of the stories, and which answers count then. */
import { expect, test } from "vitest";
import { isBehaviourName, type BehaviourName } from "../../src/emulators/loyalty/index.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { stringsOf } from "./views.ts";

/** The behaviour of the run's project; null = as the contract says. */
export function storyBehaviour(): BehaviourName | null {
  const name = process.env["PLATFORM_BEHAVIOUR"] ?? "";
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
  /There are too many matches for/,
  /lists too many entries for this to be found here/,
  /(?:isn’t|is not) clear yet/,
];

/**
 * Runs the assertions of an answer, or accepts a refusal where the platform of this run doesn't tell. As
 * specified, there is no refusal.
 */
export function expectAnswerOrRefusal(messages: readonly Message[], assertions: () => void): void {
  const isRefusal = refusals.some((refusal) => refusal.test(stringsOf(messages)));
  if (storyBehaviour() !== null && isRefusal) return;
  expect(messages.length, "no reply").toBeGreaterThan(0);
  assertions();
}
