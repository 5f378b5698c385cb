/** Several attempts at one confirmation: only one that knows of the last send resolves it. */
import { describe, expect, test } from "vitest";
import { recordSend, resolve } from "../../src/store/confirmation-rules.ts";
import type { Outcome } from "../../src/store/confirmations.ts";
import { confirmation } from "./sample-confirmation.ts";

const done: Outcome = { state: "done", done: { coupons: [] } };
const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };

describe("an outcome of an attempt that doesn't know of the last send", () => {
  const results: readonly Outcome[] = [
    done,
    unreached,
    { state: "unknown", again: 5000 },
    { state: "needs_review" },
  ];

  test.each(["claimed", "unknown", "needs_review"] as const)("changes nothing in %s", (state) => {
    const row = confirmation(state, { sends: 2, sentAt: 1500 });
    for (const outcome of results) {
      for (const before of [0, 1, 3])
        expect(resolve(row, { outcome, before, at: 2000 })).toBeNull();
    }
  });

  test("doesn't stand in the way of the attempt that has sent", () => {
    const row = confirmation("claimed");
    const send = {
      before: 0,
      eventId: null,
      sends: 1,
      at: 1500,
      isIdempotent: false,
      clockDifference: null,
    };
    const sending = recordSend(row, send) ?? row;
    expect(resolve(sending, { outcome: unreached, before: 0, sends: 0, at: 2000 })).toBeNull();
    expect(resolve(sending, { outcome: done, before: 1, sends: 1, at: 2000 })?.next.state).toBe(
      "done",
    );
    // What it finds out about its own send may take the send back.
    const notTaken = resolve(sending, { outcome: unreached, before: 1, sends: 0, at: 2000 });
    expect(notTaken?.next).toMatchObject({ state: "refused", sends: 0 });
  });
});
