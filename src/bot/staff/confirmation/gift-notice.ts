/** Tells a member of a gift, as far as it can still be used at that moment. */
import { deadline, type Clock } from "../../../clock.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { Coupon } from "../../../loyalty/contract.ts";
import { readMatching } from "../../../loyalty/read-matching.ts";
import type { Confirmation } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";
import { isAvailable } from "../../views/coupon-text.ts";
import { clip } from "../../views/flex-components.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import { text } from "../staff-views.ts";
import { orLater } from "./attempt.ts";

/** Time limit for the look at the coupons: the reply waits for it. */
const maxLookMs = 3000;

const operation = "getGiveCouponHistory";

export interface GiftServices {
  loyalty: Pick<LoyaltyClient, typeof operation>;
  clock: Clock;
}

/**
 * @returns null when nothing of the gift can be used any more: used, expired, or taken back by whatever way; `later` when
 * the platform fails to say so.
 */
export async function giftView(
  { t, now, timeZone }: RenderContext,
  { quantity, name }: Extract<Notice, { kind: "gift" }>,
  confirmation: Confirmation,
  services: GiftServices,
): Promise<Message | "later" | null> {
  const { state, gifts } = confirmation;
  // An undo has taken some of the coupons back.
  const given = Math.min(quantity, gifts);
  if (state === "undone" || given === 0) return null;
  const usable = await countUsable(confirmation, { now, timeZone }, services).catch(orLater);
  if (usable === "later") return "later";
  const count = Math.min(given, usable);
  return count === 0 ? null : text(t("staff.gift.notice", { count, set: clip(name, 100) }));
}

async function countUsable(
  confirmation: Confirmation,
  moment: Pick<RenderContext, "now" | "timeZone">,
  { loyalty, clock }: GiftServices,
): Promise<number | "later"> {
  const memberUuid = confirmation.memberUuid ?? "";
  const isOurs = isOfGift(confirmation);
  const isWanted = (coupon: Coupon) => isOurs(coupon) && isAvailable(coupon, memberUuid, moment);
  using limit = deadline(clock, maxLookMs);
  const filters = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
  const { rows, isComplete } = await readMatching(
    (query, options) => loyalty[operation](query, options),
    filters,
    {
      operation,
      owner: ["member_uuid", memberUuid],
      isWanted,
      signal: limit.signal,
    },
  );
  return rows.length > 0 || isComplete ? rows.length : "later";
}

/** By the coupons' ids; of a gift that a person settled only the set is known. */
function isOfGift({ order, outcome }: Confirmation): (coupon: Coupon) => boolean {
  const done = outcome?.state === "done" ? outcome.done : {};
  const { coupons } = done as { coupons?: readonly Pick<Coupon, "uuid">[] };
  if (!coupons) {
    const { input } = order as GiveCoupons;
    return ({ coupon_set_uuid }) => coupon_set_uuid === input.coupon_set_uuid;
  }
  const uuids = new Set(coupons.map(({ uuid }) => uuid));
  return ({ uuid }) => uuids.has(uuid);
}
