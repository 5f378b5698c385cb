/** Reads the balance of a card after points went back to it or were taken from it. */
import { LoyaltyError } from "../../loyalty/errors.ts";
import type { Order } from "../../store/order.ts";
import type { Context } from "../context.ts";
import type { VoidTransactions } from "./operations/void-transactions.ts";
import { memberBy } from "./member-search.ts";

type Reader = Pick<Context, "loyalty" | "signal">;

/** What an undo of points has left on the card; null for any other order, and where the platform doesn't tell it. */
export async function balanceAfterUndo(
  reader: Reader,
  { undoes, state, memberUuid, steps }: Order,
): Promise<number | null> {
  const step = steps.find(({ operation }) => operation === "void_transactions");
  if (undoes === null || state !== "done" || !step?.result) return null;
  const { movements } = step.input as Partial<VoidTransactions>;
  const { voided } = step.result as { voided?: readonly number[] };
  const cards = new Set(movements?.map(({ card }) => card));
  const [card = ""] = cards;
  const isAll = movements !== undefined && voided?.length === movements.length;
  return isAll && cards.size === 1 && memberUuid ? balanceOf(reader, memberUuid, card) : null;
}

async function balanceOf(
  { loyalty, signal }: Reader,
  memberUuid: string,
  card: string,
): Promise<number | null> {
  try {
    const member = await memberBy(loyalty, memberUuid, signal);
    return member?.cards.find(({ card_no }) => card_no === card)?.point ?? null;
  } catch (error) {
    // The points are moved, whether or not this can be told.
    if (error instanceof LoyaltyError) return null;
    throw error;
  }
}
