/** The `/gift`, `/gifts` and `/ungift` commands: give coupons, list recent gifts, take a coupon back. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { readList } from "../../../loyalty/paginate.ts";
import { couponName } from "../../views/coupon-text.ts";
import { parseInstant } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { isAskable } from "../../intents/check.ts";
import { wholeNumber } from "../argument-parser.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import { checkLimits, askConfirmation } from "../confirmation/ask.ts";
import { leftLine, leftOf, oneSet, setName, validityLine } from "./sets.ts";
import { infoCard, text } from "../staff-views.ts";
import type { VoidCoupons } from "../operations/void-coupons.ts";
import { maskedName, maskedWho, memberBy, oneMember } from "../member-search.ts";

/** The platform's limit for one gift. */
const maxAtOnce = 10;
const maxShown = 15;

export const gift: Command = {
  name: "gift",
  roles: managers,
  parameters: [
    { name: "set", is: "word" },
    { name: "who", is: "person" },
    { name: "quantity", is: "whole", optional: true },
  ],
  confirm: true,
  helpKey: "staff.help.gift",
  async run(ctx) {
    const { args, colleague, staffContext, t } = ctx;
    const quantity = wholeNumber(args["quantity"] ?? "1");
    if (quantity === null || quantity < 1 || quantity > maxAtOnce) {
      return { messages: [text(t("staff.number", { most: maxAtOnce }))] };
    }
    const chosen = await oneSet(ctx);
    if ("reply" in chosen) return chosen.reply;
    const { set } = chosen;
    const found = await oneMember({ ...ctx, args: { ...args, set: set.uuid } }, "who");
    if ("reply" in found) return found.reply;
    const { member } = found;
    if (!member.active) return { messages: [text(t("staff.why.MEMBER_INACTIVE"))] };
    const left = leftOf(set);
    if (left !== null && left < quantity) {
      return { messages: [text(t("staff.tooFew", { left, wanted: quantity }))] };
    }
    const { line, refusal } = await checkLimits(ctx, "gifts", member.uuid, quantity);
    if (refusal) return { messages: [refusal] };
    const who = maskedWho(member);
    const order: GiveCoupons = {
      memberUuid: member.uuid,
      lineId: member.lineId,
      who,
      quantity,
      set: set.name,
      input: {
        memberUuid: member.uuid,
        coupon_set_uuid: set.uuid,
        quantity,
        staff_code: colleague.name,
      },
    };
    const approval = quantity > staffContext.approvalAbove;
    return askConfirmation(
      ctx,
      { kind: "giving", order, memberUuid: member.uuid, gifts: quantity, approval },
      {
        title: t("staff.ask.give"),
        facts: [
          t("staff.what.give", { count: quantity, set: setName(set), who }),
          `${leftLine(ctx, set)} · ${validityLine(ctx, set)}`,
          line,
          approval ? t("staff.approval.needed", { most: staffContext.approvalAbove }) : "",
        ],
        yes: approval ? "staff.yes.ask" : "staff.yes.give",
      },
    );
  },
};

export const gifts: Command = {
  name: "gifts",
  roles: managers,
  parameters: [{ name: "who", is: "person", optional: true }],
  confirm: false,
  helpKey: "staff.help.gifts",
  async run(ctx) {
    const { loyalty, signal, args, t } = ctx;
    const found = args["who"] ? await oneMember(ctx, "who") : null;
    if (found && "reply" in found) return found.reply;
    const matching = (coupons: readonly Coupon[]) =>
      coupons.filter(({ member_uuid }) => !found || member_uuid === found.member.uuid);
    const list = await readList(
      loyalty.getGiveCouponHistory,
      found ? { member_uuid: found.member.uuid } : {},
      { signal, enough: (coupons) => matching(coupons).length >= maxShown },
    );
    const rows = matching(list.rows).slice(0, maxShown);
    if (rows.length === 0 && !list.isWhole) {
      return { messages: [text(t("staff.tooMany", { what: clip(args["who"] ?? "", 60) }))] };
    }
    if (rows.length === 0) return { messages: [text(t("staff.gifts.empty"))] };
    const title = found ? maskedName(found.member) : t("staff.gifts.title");
    return {
      messages: [
        infoCard(
          ctx,
          title,
          rows.map((row) => giftLine(ctx, row)),
        ),
      ],
    };
  },
};

function giftLine(ctx: CommandContext, coupon: Coupon): string {
  const { t } = ctx;
  const at = parseInstant(coupon.given_at);
  return [
    at === null ? "" : t("history.when", { at }),
    couponName(ctx, coupon),
    coupon.code,
    t(`staff.status.${coupon.status}`),
    coupon.given_by ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}

export const ungift: Command = {
  name: "ungift",
  roles: managers,
  parameters: [{ name: "coupon", is: "rest" }],
  confirm: true,
  helpKey: "staff.help.ungift",
  async run(ctx) {
    const { loyalty, signal, args, t } = ctx;
    const written = args["coupon"] ?? "";
    const coupon = await givenCoupon(ctx, written);
    if (!coupon) {
      return { messages: [text(t("staff.coupon.none", { code: clip(written, 60) }))] };
    }
    if (coupon.status === "USED" || coupon.status === "VOIDED" || coupon.status === "PENDING") {
      const key = { USED: "COUPON_USED", VOIDED: "COUPON_VOIDED", PENDING: "COUPON_NOT_GIVEN" };
      return {
        messages: [text(t(`staff.why.${key[coupon.status]}` as "staff.why.COUPON_USED"))],
      };
    }
    const uuid = coupon.member_uuid ?? "";
    const holder = uuid ? await memberBy(loyalty, uuid, signal) : null;
    const order: VoidCoupons = {
      coupons: [{ uuid: coupon.uuid, code: coupon.code }],
      set: couponName(ctx, coupon),
      memberUuid: uuid,
      lineId: holder?.lineId ?? "",
      who: holder ? maskedWho(holder) : "–",
    };
    return askConfirmation(
      ctx,
      { kind: "takingBack", order, memberUuid: uuid },
      {
        title: t("staff.ask.takeBack"),
        facts: [`${order.set} · ${clip(coupon.code, 60)}`, order.who],
        yes: "staff.yes.takeBack",
      },
    );
  },
};

/** A given coupon by its code or uuid; null when there is none. @throws {LoyaltyError} */
async function givenCoupon(
  { loyalty, signal }: CommandContext,
  written: string,
): Promise<Coupon | null> {
  if (!isAskable(written)) return null;
  const isMeant = ({ uuid }: Coupon) => uuid === written.toLowerCase();
  const { rows } = await readList(
    loyalty.getGiveCouponHistory,
    { search: written },
    { signal, enough: (coupons) => coupons.some(isMeant) },
  );
  const byUuid = rows.find(isMeant);
  if (byUuid) return byUuid;
  try {
    return (await loyalty.checkCoupon({ code: written }, { signal })).coupon;
  } catch (error) {
    if (error instanceof LoyaltyError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
