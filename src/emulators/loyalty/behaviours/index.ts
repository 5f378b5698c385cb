/** How the embedded platform treats its callers beside the contract: strictly, loosely or slowly. The ledger below stays true. */
import { type Clock, pause } from "../../../clock.ts";
import type { OperationName } from "../../../loyalty/contract.ts";
import { ApiError } from "../api-error.ts";
import { seededRandom } from "../random.ts";
import type { Behaviour } from "./behaviour.ts";
import { looseBehaviour, oddBehaviour } from "./loose.ts";

const behaviours = {
  /** Refuses every query parameter that isn't public, and sizes above the maximum. */
  strict: () => strictBehaviour,
  /** Ignores filters, and mixes up, repeats and damages the rows of lists; the same in each run. */
  loose: looseBehaviour,
  /** As specified, but the rows have parts that no answer needs in other shapes. */
  odd: () => oddBehaviour,
  /** Strict, and responds late, now and then too late. */
  slow: slowBehaviour,
} satisfies Record<string, (clock: Clock) => Behaviour>;

export type BehaviourName = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as BehaviourName[];

export const isBehaviourName = (name: string): name is BehaviourName =>
  Object.hasOwn(behaviours, name);

/** @param name null = as the contract says. */
export const createBehaviour = (name: BehaviourName | null, clock: Clock): Behaviour =>
  name === null ? {} : behaviours[name](clock);

const paging = ["page", "size"];
const parameters: Partial<Record<OperationName, readonly string[]>> = {
  getProfile: [...paging, "sort", "search"],
  getTransaction: [...paging, "from", "to"],
  getGiveCouponHistory: paging,
  getCouponSet: paging,
  getCampaign: paging,
};

const maxSize = (operation: OperationName) => (operation === "getTransaction" ? 1000 : 100);

/** A strict platform: a query has only what the vendor's reference names, and no size above the maximum. */
const strictBehaviour: Behaviour = {
  begin(operation, query) {
    const allowed = parameters[operation] ?? [];
    const unknown = Object.keys(query).filter((name) => !allowed.includes(name));
    const errors = unknown.map((field) => ({ field, message: "unknown parameter" }));
    if (Number(query["size"] ?? 0) > maxSize(operation))
      errors.push({ field: "size", message: `more than ${maxSize(operation)}` });
    if (errors.length > 0)
      throw new ApiError("BAD_REQUEST", "the request is malformed", { errors });
  },
};

const leastMs = 300;
const spreadMs = 1500;
/** Longer than any caller waits. */
const tooLateMs = 30_000;
/** Every so many calls, one is answered too late. */
const tooLateEvery = 25;

/** A slow platform, which is strict, too: every answer takes a second or so, and one in many comes after its caller has given up. */
function slowBehaviour(clock: Clock): Behaviour {
  const random = seededRandom("slow");
  let calls = 0;
  return {
    async begin(operation, query) {
      await strictBehaviour.begin?.(operation, query);
      calls += 1;
      const ms = leastMs + random.below(spreadMs);
      await pause(clock, calls % tooLateEvery === 0 ? tooLateMs : ms);
    },
  };
}
