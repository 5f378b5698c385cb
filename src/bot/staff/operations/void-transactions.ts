/** Voiding movements of points. */
import type { Transaction } from "../../../loyalty/contract.ts";
import { ConnectError } from "../../../loyalty/errors.ts";
import { clip } from "../../views/flex-components.ts";
import { groupedNumber } from "../../views/card-text.ts";
import type { Look } from "../../context.ts";
import { readFiltered } from "./find-written-rows.ts";
import {
  Unfinished,
  refusalIn,
  type Concerned,
  type Refusal,
  type WriteKind,
} from "./write-operation.ts";

type Movement = Pick<Transaction, "id" | "type" | "points"> & { card: string };

export interface Voiding extends Concerned {
  movements: Movement[];
}

interface Done {
  voided: number[];
  /** Couldn't be voided, since its points are spent. */
  kept: number[];
  /** Couldn't be voided for another reason; former versions kept none. */
  left?: number[];
}

/** A movement in one line. */
export const movementLine = ({ say }: Look, { id, type, points, card }: Movement): string =>
  [
    say("staff.transaction", { id: String(id) }),
    type === "ADD" ? say("history.added", { points }) : say("history.burned", { points }),
    groupedNumber(card),
  ].join(" · ");

export const voiding: WriteKind<Voiding, Done> = {
  what: (look, { movements, who }) =>
    look.say("staff.what.void", {
      movements: clip(movements.map((one) => movementLine(look, one)).join("; "), 200),
      who,
    }),
  async perform({ connect, options }, { movements }, _refId, before) {
    // A burn gives back the points that the void of an add may need.
    const ordered = movements.toSorted((a, b) => b.type.localeCompare(a.type));
    const done = {
      voided: [...(before?.voided ?? [])],
      kept: [] as number[],
      left: [] as number[],
    };
    let refusal: Refusal | null = null;
    for (const { id } of ordered.filter((one) => !done.voided.includes(one.id))) {
      try {
        await connect.voidTransactionById({ id }, options);
        done.voided.push(id);
      } catch (error) {
        const refused = refusalIn(error);
        if (!refused || before) {
          const isPartly = done.voided.length > 0 && error instanceof ConnectError;
          throw isPartly ? new Unfinished(error) : error;
        }
        refusal ??= refused;
        (refused.refused === "POINTS_ALREADY_SPENT" ? done.kept : done.left).push(id);
      }
    }
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async find({ connect, signal }, { movements, memberUuid }) {
    const ids = new Set(movements.map(({ id }) => id));
    const ours = (rows: readonly Transaction[]) => rows.filter(({ id }) => ids.has(id));
    const { rows } = await readFiltered(
      (query) => connect.getTransaction(query, { signal }),
      [{ member_uuid: memberUuid }, {}],
      ({ id }) => id,
      (read) => ours(read).length === ids.size,
    );
    const found = ours(rows);
    if (found.length < ids.size) return "unclear";
    const those = (wanted: Transaction["status"]) =>
      found.flatMap(({ id, status }) => (status === wanted ? id : []));
    const done = { voided: those("VOIDED"), kept: [], left: those("COMPLETED") };
    if (done.left.length === 0) return { done };
    return done.voided.length > 0 ? { partly: done } : "nothing";
  },
  ended: (look, { movements, who }, { kept, left = [] }) => ({
    title: look.say("staff.done.void", { who }),
    facts: movements.map((one) => {
      const told = movementLine(look, one);
      if (kept.includes(one.id)) return look.say("staff.transaction.kept", { movement: told });
      return left.includes(one.id) ? look.say("staff.transaction.left", { movement: told }) : told;
    }),
  }),
  concerns: (order) => order,
  takenBack: (order, { voided }) => ({
    gifts: 0,
    points: order.movements.reduce(
      (sum, { id, points }) => (voided.includes(id) ? sum + points : sum),
      0,
    ),
  }),
};
