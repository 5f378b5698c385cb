/** Shows a member a gift as a coupon, as far as it can still be used at that moment. */
import { deadline, type Clock } from "../../../clock.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { soonestFirst } from "../../../loyalty/available-coupons.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { CouponSetCache } from "../../../loyalty/coupon-set-cache.ts";
import type { Coupon } from "../../../loyalty/contract.ts";
import { readMatching } from "../../../loyalty/read-matching.ts";
import type { Notice } from "../../../store/notices.ts";
import type { Order } from "../../../store/order.ts";
import type { RenderContext, Sample } from "../../context.ts";
import { couponHeading, type CouponSetFacts } from "../../views/coupon-heading.ts";
import { isAvailable, validUntil } from "../../views/coupon-text.ts";
import { showCouponButton } from "../../views/coupon-view.ts";
import {
  buttonFooter,
  clip,
  coloredBox,
  flex,
  heroPicture,
  pictureUrl,
  textLine,
} from "../../views/flex-components.ts";
import { withNextSteps } from "../../views/next-steps.ts";
import { sampleCoupons } from "../../views/sample-data.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import { orLater } from "./attempt.ts";

/** Time limit for the look at the coupons: the reply waits for it. */
const maxLookMs = 3000;

const operation = "getGiveCouponHistory";

export interface GiftServices {
  loyalty: Pick<LoyaltyClient, typeof operation | "getCouponSet">;
  couponSets: Pick<CouponSetCache, "known">;
  clock: Clock;
}

/**
 * @returns null when nothing of the gift can be used any more: used, expired, or taken back by whatever way; `later` when
 * the platform fails to say so.
 */
export async function giftView(
  ctx: RenderContext,
  { quantity, name }: Extract<Notice, { kind: "gift" }>,
  order: Order,
  services: GiftServices,
): Promise<Message | "later" | null> {
  const { state, gifts } = order;
  // An undo has taken some of the coupons back.
  const given = Math.min(quantity, gifts);
  if (state === "undone" || given === 0) return null;
  const usable = await readUsable(order, ctx, services).catch(orLater);
  if (usable === "later") return "later";
  const [coupon] = soonestFirst(usable, ctx.timeZone);
  if (!coupon) return null;
  const sets = await services.couponSets.known(services.loyalty);
  const count = Math.min(given, usable.length);
  return giftCard(ctx, { name, count, coupon, set: sets.get(coupon.coupon_set_uuid) ?? {} });
}

interface Gift {
  /** What staff gave, as it was called then. */
  name: string;
  /** How many coupons of it can be used. */
  count: number;
  /** The one of them that ends soonest. */
  coupon: Coupon;
  set: CouponSetFacts;
}

/** One coupon with its picture, worth and end; of several, the list has the others. */
function giftCard(ctx: RenderContext, { name, count, coupon, set }: Gift): Message {
  const { t, brand, images } = ctx;
  const notice = t("staff.gift.notice", { count, set: clip(name, 100) });
  const picture = pictureUrl(images, set.image);
  const message = flex(`${notice}\n${validUntil(ctx, coupon).text}`, [
    coloredBox(
      brand.color,
      [...couponHeading(ctx, coupon, set, "lg"), textLine(notice, { size: "sm", margin: "md" })],
      {
        size: "mega",
        ...(picture && { hero: heroPicture(picture) }),
        ...buttonFooter(showCouponButton(ctx, coupon.code)),
      },
    ),
  ]);
  return withNextSteps(ctx, message, ["coupons", "balance", "help"]);
}

export function giftSamples(ctx: RenderContext): Sample[] {
  const { samplePicture: image } = ctx.images;
  const set: CouponSetFacts = { type: "FREE_ITEM", ...(image && { image }) };
  const card = (name: string, count: number) =>
    sampleCoupons(ctx, 1, name).map((coupon) => giftCard(ctx, { name, count, coupon, set }));
  return [
    { name: "ordinary", messages: card("Free iced latte", 1) },
    { name: "ordinary", about: "several", messages: card("Free iced latte", 3) },
    { name: "longest", messages: card("Wolfeschlegelstein".repeat(20), 1_000) },
  ];
}

async function readUsable(
  order: Order,
  moment: Pick<RenderContext, "now" | "timeZone">,
  { loyalty, clock }: GiftServices,
): Promise<readonly Coupon[] | "later"> {
  const memberUuid = order.memberUuid ?? "";
  const isOurs = isOfGift(order);
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
  return rows.length > 0 || isComplete ? rows : "later";
}

/** By the coupons' ids; of a gift that a person settled only the set is known. */
function isOfGift({ steps: [step] }: Order): (coupon: Coupon) => boolean {
  const { coupons } = (step?.result ?? {}) as { coupons?: readonly Pick<Coupon, "uuid">[] };
  if (!coupons) {
    const { input } = (step?.input ?? {}) as GiveCoupons;
    return ({ coupon_set_uuid }) => coupon_set_uuid === input.coupon_set_uuid;
  }
  const uuids = new Set(coupons.map(({ uuid }) => uuid));
  return ({ uuid }) => uuids.has(uuid);
}
