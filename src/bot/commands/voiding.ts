/** Voiding movements of points. */
import type { Transaction } from "../../connect/contract.ts";
import { ConnectError } from "../../connect/errors.ts";
import { clip } from "../flex.ts";
import { groupedNumber } from "../member-card.ts";
import type { Look } from "../context.ts";
import type { Concerned, WriteKind } from "./kind.ts";

type Movement = Pick<Transaction, "id" | "type" | "points"> & { card: string };

export interface Voiding extends Concerned {
  movements: Movement[];
}

interface Done {
  voided: number[];
  /** Couldn't be voided, while others could. */
  kept: number[];
}

/** A movement in one line. */
export const movementLine = ({ say }: Look, { id, type, points, card }: Movement): string =>
  [
    say("staff.transaction", { id: String(id) }),
    type === "ADD" ? say("history.added", { points }) : say("history.burned", { points }),
    groupedNumber(card),
  ].join(" · ");

export const voiding: WriteKind<Voiding, Done> = {
  repeatable: true,
  what: (look, { movements, who }) =>
    look.say("staff.what.void", {
      movements: clip(movements.map((one) => movementLine(look, one)).join("; "), 200),
      who,
    }),
  async perform(connect, { movements }, _refId, signal) {
    // A burn gives back the points that the void of an add may need.
    const ordered = movements.toSorted((a, b) => b.type.localeCompare(a.type));
    const done: Done = { voided: [], kept: [] };
    for (const { id } of ordered) {
      try {
        await connect.voidTransactionById({ id }, { signal });
        done.voided.push(id);
      } catch (error) {
        const isSpent = error instanceof ConnectError && error.code === "POINTS_ALREADY_SPENT";
        if (!isSpent || done.voided.length === 0) throw error;
        done.kept.push(id);
      }
    }
    return done;
  },
  ended: (look, { movements, who }, { kept }) => ({
    title: look.say("staff.done.void", { who }),
    facts: movements.map((one) => {
      const told = movementLine(look, one);
      return kept.includes(one.id) ? look.say("staff.transaction.kept", { movement: told }) : told;
    }),
  }),
  concerns: (order) => order,
};
