/** The table of the kinds of writes. */
import type { Confirmation } from "../../../store/confirmations.ts";
import { giving } from "./give-coupons.ts";
import type { WriteKind } from "./write-operation.ts";
import { making } from "./create-coupon-set.ts";
import { moving } from "./adjust-points.ts";
import { takingBack } from "./void-coupons.ts";
import { using } from "./use-coupon.ts";
import { voiding } from "./void-transactions.ts";

const kinds: Readonly<Record<string, WriteKind>> = {
  giving,
  takingBack,
  using,
  moving,
  voiding,
  making,
};

/** @throws {RangeError} for a kind that this version of the bot doesn't know. */
export function kindOf({ kind }: Pick<Confirmation, "kind">): WriteKind {
  const known = kinds[kind];
  if (!known) throw new RangeError(`no kind of write is called ${kind}`);
  return known;
}
