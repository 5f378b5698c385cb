/** The table of the kinds of writes. */
import type { Confirmation } from "../../store/confirmations.ts";
import { giving } from "./giving.ts";
import type { WriteKind } from "./kind.ts";
import { making } from "./making.ts";
import { moving } from "./moving.ts";
import { takingBack } from "./taking-back.ts";
import { using } from "./using.ts";
import { voiding } from "./voiding.ts";

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
