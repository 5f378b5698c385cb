/** The limit of a chat's messages: who is over it is told so once, and again after the chat was quiet. */
import { expect, test } from "vitest";
import { createRateLimit } from "../../src/pipeline/rate-limit.ts";
import { manualClock } from "../support/clock.ts";

const minuteMs = 60_000;

test.each([3, 4, 5, 6, 60])(
  "with %d messages a minute a sender is told of the limit again after a quiet time",
  (messagesPerMinute) => {
    const clock = manualClock();
    const limit = createRateLimit({ messagesPerMinute, isExempt: () => false, clock });
    let id = 0;
    const judge = () => {
      id += 1;
      const webhookEventId = `e${id}`;
      const event = { type: "message", webhookEventId, timestamp: clock.now() };
      const stored = { id, account: "A", chat: "U1", event, receivedAt: clock.now() };
      return limit.judge({ ...stored, attempts: 1, savedReply: null }).rateLimit;
    };
    const flood = () => Array.from({ length: messagesPerMinute }, judge).filter(Boolean);
    const [first, ...others] = flood();
    expect(first).toBe("notify");
    expect(others).toEqual(others.map(() => "drop"));
    clock.turn(60 * minuteMs);
    expect(flood()[0]).toBe("notify");
  },
);
