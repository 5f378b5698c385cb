/** A slow platform: every answer takes a second or so, and one in many comes after its caller has given up. */
import { pause, type Clock } from "../../../clock.ts";
import type { Behaviour } from "./behaviour.ts";
import { seededRandom } from "../random.ts";

const leastMs = 300;
const spreadMs = 1500;
/** Longer than any caller waits. */
const tooLateMs = 30_000;
/** Every so many calls, one is answered too late. */
const tooLateEvery = 25;

export function slowBehaviour(clock: Clock): Behaviour {
  const random = seededRandom("slow");
  let calls = 0;
  return {
    async begin() {
      calls += 1;
      const ms = leastMs + random.below(spreadMs);
      await pause(clock, calls % tooLateEvery === 0 ? tooLateMs : ms);
    },
  };
}
