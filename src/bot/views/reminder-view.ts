/** Tells a member of a coupon or of points that end, with the button by which they end all reminders. */
import type { Coupon, MemberCard } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import { cardTitleIn } from "./card.ts";
import { couponHeading, couponName, type CouponSetFacts, showCouponButton } from "./coupon.ts";
import { validUntil } from "./coupon-expiry.ts";
import { endTimeOfDay, lastInstantBefore } from "./dates.ts";
import * as ui from "./flex-components.ts";
import { withNextSteps, type NextStep } from "./next-steps.ts";
import { longestMember, sampleCards, sampleCoupons, sampleMember } from "./sample-data.ts";

/** The name of the intent that ends all reminders. */
export const noRemindersIntent = "no-reminders";

const nextSteps: readonly NextStep[] = ["coupons", "rewards", "balance", "help"];

const endButton = ({ t }: RenderContext) =>
  ui.button(ui.postbackAction(t("reminder.none"), noRemindersIntent));

export function couponReminder(ctx: RenderContext, coupon: Coupon, set: CouponSetFacts): Message {
  const { t, brand, images } = ctx;
  const picture = ui.pictureUrl(images, set.image);
  const text = t("reminder.coupon", { name: couponName(ctx, coupon) });
  const message = ui.flex(`${text}\n${validUntil(ctx, coupon).text}`, [
    ui.coloredBox(
      brand.color,
      [...couponHeading(ctx, coupon, set, "lg"), ui.textLine(text, { size: "sm", margin: "md" })],
      {
        size: "mega",
        ...(picture && { hero: ui.heroPicture(picture) }),
        ...ui.buttonFooter([...showCouponButton(ctx, coupon.code), endButton(ctx)]),
      },
    ),
  ]);
  return withNextSteps(ctx, message, nextSteps);
}

export interface PointsThatEnd {
  points: number;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Null = the points aren't those of one card. */
  card: MemberCard | null;
}

/** @param cards how many the member has: of several, the reminder names which one. */
export function pointsReminder(ctx: RenderContext, ending: PointsThatEnd, cards: number): Message {
  const { t, brand } = ctx;
  const { points, card } = ending;
  const text = t("reminder.points", { points, end: endText(ctx, ending.endsAt) });
  const title = card && cards > 1 ? cardTitleIn(ctx, card) : "";
  const message = ui.flex([title, text].filter(Boolean).join("\n"), [
    ui.coloredBox(
      brand.color,
      [
        ...(title ? [ui.textLine(title, { weight: "bold" })] : []),
        ui.textLine(text, { size: "sm", ...(title && { margin: "md" }) }),
      ],
      { size: "mega", ...ui.buttonFooter([endButton(ctx)]) },
    ),
  ]);
  return withNextSteps(ctx, message, nextSteps);
}

function endText({ t, timeZone }: RenderContext, endsAt: number): string {
  const end = endTimeOfDay(endsAt, timeZone);
  return end === null
    ? t("fact.day", { at: lastInstantBefore(endsAt) })
    : t("history.when", { at: end });
}

export function reminderSamples(ctx: RenderContext): Sample[] {
  const { samplePicture: image } = ctx.images;
  const set: CouponSetFacts = { type: "FREE_ITEM", ...(image && { image }) };
  const coupon = (name: string) =>
    sampleCoupons(ctx, 1, name).map((one) => couponReminder(ctx, one, set));
  const points = (count: number, who = sampleMember(ctx)) => {
    const { cards } = sampleCards(ctx, 2, who, count);
    const endsAt = ctx.now + 5 * 86_400_000;
    return [pointsReminder(ctx, { points: count, endsAt, card: cards[0] ?? null }, cards.length)];
  };
  return [
    { name: "ordinary", about: "a coupon that ends", messages: coupon("Free iced latte") },
    { name: "ordinary", about: "points that end", messages: points(120) },
    {
      name: "longest",
      about: "a coupon that ends",
      messages: coupon("Wolfeschlegelstein".repeat(20)),
    },
    { name: "longest", about: "points that end", messages: points(999_999_999, longestMember) },
  ];
}
