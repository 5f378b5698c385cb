/** Answers and refusals lead on by quick replies that fit them, and each of these works, through signed HTTP. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Label and data of each quick reply. */
const quickReplies = (messages: readonly Message[]): Map<string, string> =>
  new Map(
    messages.at(-1)?.quickReply?.items?.map(({ action }) => {
      const data = action?.type === "postback" ? action.data : undefined;
      return [action?.label ?? "", data ?? ""];
    }),
  );

const answers: [label: string, text: string, labels: string[]][] = [
  ["olivia", "points", ["Coupons", "Card", "History", "Campaigns", "Help"]],
  ["olivia", "card", ["Points", "Coupons", "History", "Campaigns", "Help"]],
  ["olivia", "history", ["Points", "Coupons", "Card", "Campaigns", "Help"]],
  ["olivia", "campaigns", ["Coupons", "Points", "Card", "History", "Help"]],
  ["hina", "クーポン", ["会員証", "ポイント交換", "ポイント", "キャンペーン", "履歴", "ヘルプ"]],
  ["olivia", "check NOBODYS-1", ["Coupons", "Check a code", "Campaigns", "Contact us", "Help"]],
  ["stranger", "points", ["Redeem points", "Campaigns", "Contact us", "Language", "Help"]],
  ["inactive", "แต้ม", ["ติดต่อเรา", "ภาษา", "ช่วยเหลือ"]],
];
test("answers and refusals offer what fits them, all of which is answered", async () => {
  for (const [label, text, labels] of answers) {
    world.clock.turn(61_000);
    const offered = quickReplies(await world.sendText(label, text));
    expect([...offered.keys()], `${label}: ${text}`).toEqual(labels);
    for (const data of offered.values()) {
      const messages = await world.tapButton(label, data);
      // Who isn't a member is shown how to join behind what there is.
      expect(messages.length, `for ${data}`).toBeOneOf(label === "stranger" ? [1, 2] : [1]);
    }
  }
});

test("an apology offers the question again, which is answered when the platform is back", async () => {
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
  const offered = quickReplies(await world.sendText("olivia", "coupons"));
  expect([...offered.keys()]).toEqual(["Coupons", "Contact us", "Help"]);
  world.platform.faults.clear();
  await world.advanceTime(60_000);
  const answer = await world.tapButton("olivia", offered.get("Coupons") ?? "");
  expect(textOf(answer)).not.toMatch(/Sorry/);
});

test("an apology for a staff command doesn't offer the command again", async () => {
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
  const offered = quickReplies(await world.sendText("manager", "/find olivia"));
  expect([...offered.keys()]).toEqual(["Contact us", "Help"]);
});
