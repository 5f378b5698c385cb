/** The `/gifts` command: lists the coupons given last, to everybody or to one member. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { readNewest } from "../../../loyalty/read-newest.ts";
import { couponName } from "../../views/coupon-text.ts";
import { momentOf } from "../../../loyalty/platform-time.ts";
import { whenTextForStaff } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { oneMember } from "../choose-member.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import { tillName } from "../member-text.ts";
import { giftPeople, type GiftPeople } from "../gift-people.ts";
import { listCard } from "../list-card.ts";
import { takeBackAction } from "../next-actions.ts";
import { textReply } from "../staff-views.ts";

const maxShown = 15;
const maxNameLength = 60;

export const gifts: Command = {
  name: "gifts",
  roles: managers,
  parameters: [{ name: "who", is: "person" }],
  helpKey: "staff.help.gifts",
  async run(ctx) {
    const { loyalty, timeZone, signal, args, t } = ctx;
    const found = args["who"] ? await oneMember(ctx, "who") : null;
    if (found && "reply" in found) return found.reply;
    const list = await readNewest(
      loyalty.getGiveCouponHistory,
      found ? { member_uuid: found.member.uuid } : {},
      {
        operation: "getGiveCouponHistory",
        ...(found && { owner: ["member_uuid", found.member.uuid] }),
        isWanted: ({ member_uuid }) => !found || member_uuid === found.member.uuid,
        timeOf: ({ given_at }) => momentOf(given_at, timeZone),
        needed: maxShown,
        signal,
      },
    );
    if (!list) return textReply(t("staff.listTooLong"));
    const { since } = list;
    const rows = list.rows.slice(0, maxShown);
    if (rows.length === 0) {
      const key = "staff.gifts.empty";
      const words = since === null ? t(key) : t("staff.since.none", { at: since });
      return textReply(words);
    }
    const people = await giftPeople(ctx, rows, found?.member ?? null);
    const title = found ? tillName(found.member) : t("staff.gifts.title");
    return {
      messages: [
        listCard(ctx, title, [
          ...rows.map((row) => ({
            text: giftLine(ctx, row, people.get(row.uuid)),
            actions: takeBackAction(ctx, row),
          })),
          ...(since === null ? [] : [{ text: t("staff.since", { at: since }) }]),
        ]),
      ],
    };
  },
};

function giftLine(ctx: CommandContext, coupon: Coupon, people?: GiftPeople): string {
  const { t } = ctx;
  const {
    recipient = "",
    giver = coupon.given_by ?? "",
    approver = "",
    redeemedFor,
  } = people ?? {};
  return [
    whenTextForStaff(ctx, coupon.given_at),
    clip(couponName(ctx, coupon), maxNameLength),
    clip(coupon.code, maxNameLength),
    t(`staff.status.${coupon.status}`),
    recipient && t("staff.gifts.to", { who: recipient }),
    redeemedFor === undefined ? "" : t("staff.gifts.redeemed", { points: redeemedFor }),
    giver && t("staff.gifts.by", { who: clip(giver, maxNameLength) }),
    approver && t("staff.audit.approved", { who: approver }),
  ]
    .filter(Boolean)
    .join(" · ");
}
