/** Reply tokens that nobody uses: of too many those go whose events were delivered longest ago. */
import { expect, test } from "vitest";
import { createReplyTokens } from "../../../src/emulators/line/outbox.ts";
import { manualClock } from "../../support/clock.ts";

const target = { channelId: "1", chatId: "U1", webhookEventId: "01H" };

test("the token of an event that was delivered again stays while others are left unused", () => {
  const clock = manualClock();
  const tokens = createReplyTokens(clock);
  const issueMany = (count: number) => {
    for (let index = 0; index < count; index += 1) tokens.issue(target);
  };
  const redelivered = tokens.issue(target);
  const forgotten = tokens.issue(target);
  issueMany(15_000);
  clock.turn(30_000);
  tokens.renew(redelivered);
  issueMany(15_000);
  clock.turn(29_000);
  expect(tokens.find(redelivered, "1")).toMatchObject(target);
  expect(tokens.find(forgotten, "1")).toBeUndefined();
});
