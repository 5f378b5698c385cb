/** Looks again at what an order was confirmed for, just before it is sent for the first time: the member, their card, the set. */
import type { CouponSet, MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import { isGiveable, leftOf } from "../../../loyalty/giveable-sets.ts";
import { readList } from "../../../loyalty/read-list.ts";
import { findMatching } from "../../../loyalty/read-matching.ts";
import { findMembers } from "../member-search.ts";
import type { AffectedMember, LookContext, Refusal } from "./write-operation.ts";

type Holder = Pick<AffectedMember, "memberUuid" | "lineId">;

const refusal = (refused: string): Refusal => ({ refused, detail: null });

/**
 * The member as the platform has them now; `gone` when it has none with this uuid, `unknown` when that can't be told.
 * Searches by all that is known of them, then reads the list: what a search finds differs between platforms.
 * @param cards numbers of their cards. @throws {LoyaltyError}
 */
export async function memberNow(
  { loyalty, signal }: LookContext,
  { memberUuid, lineId }: Holder,
  cards: readonly string[],
): Promise<MemberProfile | "gone" | "unknown"> {
  for (const hint of [...cards, lineId].filter(Boolean)) {
    const { rows } = await findMembers(loyalty, `id:${memberUuid} ${hint}`, signal);
    if (rows[0]) return rows[0];
  }
  const isThem = ({ uuid }: MemberProfile) => uuid === memberUuid;
  const all = await readList(
    loyalty.getProfile,
    {},
    { signal, enough: (rows) => rows.some(isThem) },
  );
  const found = all.rows.find(isThem);
  if (found) return found;
  return all.isComplete && !all.unreadable ? "gone" : "unknown";
}

/** The card, if it is still the member's; else the refusal. @throws {LoyaltyError} */
export async function cardNow(
  ctx: LookContext,
  holder: Holder,
  card: string,
): Promise<{ card: MemberCard } | Refusal> {
  const member = await memberNow(ctx, holder, [card]);
  if (member === "unknown") return refusal("UNCHECKED");
  const found =
    member === "gone" ? undefined : member.cards.find(({ card_no }) => card_no === card);
  return found ? { card: found } : refusal("CARD_MOVED");
}

/** Why coupons of the set can't be given as it was confirmed; null if they can. @throws {LoyaltyError} */
export async function setChange(
  ctx: LookContext,
  { uuid: setUuid, name }: Pick<CouponSet, "uuid" | "name">,
  quantity: number,
): Promise<Refusal | null> {
  const operation = "getCouponSet";
  const set = await findMatching(
    ctx.loyalty[operation],
    {},
    { operation, isWanted: ({ uuid }) => uuid === setUuid, signal: ctx.signal, maxPages: 10 },
  );
  if (!set || !isGiveable(set, ctx)) return refusal("COUPON_SET_NOT_ACTIVE");
  if (set.name !== name) return refusal("SET_CHANGED");
  return (leftOf(set) ?? quantity) < quantity ? refusal("OUT_OF_STOCK") : null;
}
