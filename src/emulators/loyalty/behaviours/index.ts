/** How the embedded platform treats its callers beside the contract: strictly, loosely or slowly. The ledger below stays true. */
import type { Clock } from "../../../clock.ts";
import type { Behaviour } from "./behaviour.ts";
import { looseBehaviour } from "./loose.ts";
import { oddBehaviour } from "./odd-rows.ts";
import { slowBehaviour } from "./slow.ts";
import { strictBehaviour } from "./strict.ts";

const behaviours = {
  /** Refuses every query parameter that isn't public, and sizes above the maximum. */
  strict: () => strictBehaviour,
  /** Ignores filters, and mixes up, repeats and damages the rows of lists; the same in each run. */
  loose: looseBehaviour,
  /** As specified, but the rows have parts that no answer needs in other shapes. */
  odd: () => oddBehaviour,
  /** Responds late, and now and then too late. */
  slow: slowBehaviour,
} satisfies Record<string, (clock: Clock) => Behaviour>;

export type BehaviourName = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as BehaviourName[];

export const isBehaviourName = (name: string): name is BehaviourName =>
  Object.hasOwn(behaviours, name);

/** @param name null = as the contract says. */
export const createBehaviour = (name: BehaviourName | null, clock: Clock): Behaviour =>
  name === null ? {} : behaviours[name](clock);
