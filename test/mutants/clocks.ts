/** Faults of clocks: replicas that go by their own, a machine that was paused, a clock that was set back. */
import type { Fault } from "./fault.ts";

const databaseClock = "src/store/postgres/database-clock.ts";
const rules = "src/store/rules/order-changes.ts";

export const clockFaults: readonly Fault[] = [
  {
    name: "clock: a replica stores and compares times by its own clock",
    file: databaseClock,
    from: "(offsetMs === null ? own.now() : Math.round(own.monotonic() + offsetMs));",
    to: "(offsetMs === null ? own.now() : own.now());",
    tests: ["store/clocks.test.ts"],
  },
  {
    name: "clock: a replica whose clock is far off acts",
    file: databaseClock,
    from: "return Math.abs(differenceMs()) > maxDifferenceMs;",
    to: "return Math.abs(differenceMs()) > 1000 * 3_600_000;",
    tests: ["store/clocks.test.ts"],
  },
  {
    name: "clock: a replica whose clock is far off goes on with its jobs",
    file: "src/store/postgres/leadership.ts",
    from: "if (!replica.mayAct) return leave();",
    to: "void [replica.mayAct, () => leave()];",
    tests: ["store/clocks.test.ts"],
  },
  {
    name: "clock: a write leaves although its machine was paused while that was stored",
    file: databaseClock,
    from: "    wall: own.wall,",
    to: "    wall: now,",
    tests: ["loyalty/send-attempt.test.ts"],
  },
  {
    name: "clock: a replica whose machine was paused trusts its lease",
    file: "src/clock.ts",
    from: "Math.max(to.monotonic - from.monotonic, Math.abs(to.wall - from.wall));",
    to: "to.monotonic - from.monotonic;",
    tests: ["store/clocks.test.ts"],
  },
  {
    name: "clock: a send is stored with the time of a machine that was paused",
    file: "src/store/postgres/lanes.ts",
    from: "    await clock.measureOn(queries);\n",
    to: "",
    tests: ["store/clocks.test.ts"],
  },
  {
    name: "clock: the store takes a second send while the first may be in flight",
    file: rules,
    from: "if (isIdempotent || sends === step.sends || !isInFlight(step, at)) return;",
    to: "if (isIdempotent || sends >= step.sends || !isInFlight(step, at)) return;",
    tests: ["store/order-steps.test.ts"],
  },
  {
    name: "clock: a send of before the clock was set back counts from its stored time",
    file: rules,
    from: "const sentAt = isOtherClocks ? actor.at : step.sentAt;",
    to: "const sentAt = isOtherClocks ? step.sentAt : step.sentAt;",
    tests: ["store/order-rules.test.ts"],
  },
  {
    name: "clock: an order waits for a due time of before the clock was set back",
    file: "src/store/orders.ts",
    from: "(retry_at <= $2 or retry_at > $3)",
    to: "(retry_at <= $2 or retry_at > $3 + 1e15)",
    tests: ["stories/clock-set-back.test.ts"],
  },
];
