/** When an attempt doesn't leave, although its send is stored. */
import { expect, test } from "vitest";
import type { HttpRequest } from "../../src/loyalty/http-client.ts";
import { createAttemptSender } from "../../src/loyalty/client.ts";
import { createLog } from "../../src/observability/log.ts";
import { createDatabaseClock } from "../../src/store/postgres/database-clock.ts";
import { manualClock } from "../support/clock.ts";

const request: HttpRequest = {
  operation: "addPoint",
  method: "POST",
  path: "/",
  body: null,
  bearer: null,
  writes: true,
  signal: undefined,
};

// By then another process may have sent it again.
test("a write isn't sent by a machine that was paused while it was stored, though its measured time stood still", async () => {
  const own = manualClock();
  const clock = createDatabaseClock(own, own.now);
  await clock.measure(async () => [{ now: own.now() }]);
  const sent: HttpRequest[] = [];
  const attempt = createAttemptSender({
    http: {
      async send(one) {
        sent.push(one);
        return { status: 200, text: "{}", requestId: null, retryAfter: null, date: null };
      },
      [Symbol.asyncDispose]: async () => {},
    },
    breaker: { run: (_, task) => task() },
    clock,
    log: createLog("silent"),
    observer: undefined,
  });
  // All clocks but the monotonic one go on.
  await expect(attempt(request, async () => own.move(60_000))).rejects.toThrow("not sent");
  expect(sent).toEqual([]);
  await attempt(request, async () => own.turn(1000));
  expect(sent).toHaveLength(1);
});
