/** What a store does with times that its clock can't have stored, and with a second send that comes too soon. */
import { describe, expect, test } from "vitest";
import {
  approve,
  claim,
  expireApproval,
  inFlightMs,
  recordSend,
  resolve,
} from "../../src/store/confirmation-rules.ts";
import type { Outcome } from "../../src/store/confirmations.ts";
import { confirmation, tap } from "./sample-confirmation.ts";

const hourMs = 3_600_000;
const unknown: Outcome = { state: "unknown", again: 5000 };
const firstSend = {
  before: 0,
  eventId: null,
  sends: 1,
  at: 1500,
  isIdempotent: false,
  clockDifference: null,
};
const secondSend = { ...firstSend, before: 1, sends: 2 };

describe("a second send", () => {
  test("isn't recorded while an earlier one may be in flight, unless the platform does a write once", () => {
    const first = recordSend(confirmation("claimed"), firstSend);
    if (!first) throw new Error("not recorded");
    for (const at of [1500 - hourMs, 1500, 1500 + inFlightMs - 1]) {
      expect(() => recordSend(first, { ...secondSend, at })).toThrow("may be in flight");
      expect(recordSend(first, { ...secondSend, at, isIdempotent: true })).toMatchObject({
        sends: 2,
      });
    }
    // Another call of the same attempt, such as the next coupon of several.
    expect(recordSend(first, { ...secondSend, sends: 1 })).toMatchObject({ sends: 1 });
  });
});

describe("a time that another clock stored", () => {
  const now = 2000;
  const later = now + hourMs;

  test("makes a question, and an order that awaits approval, void", () => {
    const asked = confirmation("open", { askedAt: later, expiresAt: later + 600_000 });
    expect(claim(asked, { by: "asker", eventId: "tap", at: now }, null).result.kind).toBe(
      "expired",
    );
    const waiting = confirmation("awaiting_approval", {
      approval: true,
      confirmedAt: later,
      expiresAt: later + 24 * hourMs,
    });
    expect(approve(waiting, tap("second")).result.kind).toBe("expired");
    expect(expireApproval(waiting, now)?.next.state).toBe("expired");
  });

  test("of a send counts as now, so that a second one waits from then on", () => {
    const sent = confirmation("claimed", { sends: 1, sentAt: later });
    const looked = resolve(sent, { outcome: unknown, before: 1, at: now });
    expect(looked?.next.sentAt).toBe(now);
    const past = confirmation("claimed", { sends: 1, sentAt: 1500 });
    expect(resolve(past, { outcome: unknown, before: 1, at: now })?.next.sentAt).toBe(1500);
  });
});
