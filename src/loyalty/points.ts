/** Tells what members have and how movements change it, whatever signs the platform writes. */
import type { MemberCard, Transaction } from "./contract.ts";

/** What a member can pay with; a price is paid from one card. */
export interface Funds {
  /** The most points on one card, as far as they can be read; may be below zero. */
  most: number;
  /** Whether the points of all cards can be read. */
  isKnown: boolean;
}

export function fundsOf(cards: readonly Pick<MemberCard, "point">[]): Funds {
  const points = cards.flatMap(({ point }) => point ?? []);
  return {
    most: points.length === 0 ? 0 : Math.max(...points),
    isKnown: points.length === cards.length,
  };
}

/**
 * How a movement changed the balance. A burn takes points, with or without a sign of its own; an addition adds what it
 * says, and takes points where that is below zero.
 */
export const changeOf = ({ type, points }: Pick<Transaction, "type" | "points">): number =>
  type === "ADD" ? points : -Math.abs(points);
