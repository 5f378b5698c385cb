/** The commands of gifts: `/gift` gives coupons of a set to a member, `/gifts` lists the last, `/ungift` takes one back. */
import type { Coupon, CouponSet, MemberProfile } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { leftOf } from "../../../loyalty/coupon-sets.ts";
import { momentOf } from "../../../loyalty/platform-time.ts";
import { readNewest } from "../../../loyalty/read-list.ts";
import type { Order } from "../../../store/rules/order.ts";
import type { Reply } from "../../context.ts";
import { couponOf, termsOf } from "../../redemption.ts";
import { couponName, couponRefusal, refusalTextsForStaff } from "../../views/coupon.ts";
import { whenTextForStaff } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { oneMember, readCount } from "../argument-values.ts";
import { type Command, type CommandContext, expectInput, managers } from "../command.ts";
import { memberBy } from "../member-search.ts";
import { affected, maskedWho, tillName } from "../member-text.ts";
import { takeBackAction } from "../next-actions.ts";
import type { GiveCoupons, VoidCoupons } from "../operations/coupons.ts";
import type { AffectedMember } from "../operations/write-operation.ts";
import { askConfirmation, checkLimits } from "../orders/question.ts";
import { askerNames } from "../orders/status-view.ts";
import { listCard, textReply } from "../staff-views.ts";
import { askGiveableSet, leftLine, oneSet, setName, validityLine } from "./sets.ts";
import { givenCoupon } from "./use.ts";

/** The platform's limit for one gift. */
const maxAtOnce = 10;

export const gift: Command = {
  name: "gift",
  roles: managers,
  parameters: [
    { name: "set", is: "word", ask: askGiveableSet },
    { name: "who", is: "person", ask: askWho },
    { name: "quantity", is: "whole" },
  ],
  confirm: true,
  helpKey: "staff.help.gift",
  async run(ctx) {
    const { args, t } = ctx;
    const read =
      args["quantity"] === undefined ? { count: 1 } : readCount(ctx, "quantity", maxAtOnce);
    if ("reply" in read) return read.reply;
    const { count: quantity } = read;
    const chosen = await oneSet(ctx);
    if ("reply" in chosen) return chosen.reply;
    const { set } = chosen;
    const found = await oneMember({ ...ctx, args: { ...args, set: set.uuid } }, "who");
    if ("reply" in found) return found.reply;
    const { member } = found;
    if (!member.active) return textReply(t("staff.why.MEMBER_INACTIVE"));
    const left = leftOf(set);
    if (left !== null && left < quantity) {
      return textReply(t("staff.tooFew", { left, wanted: quantity }));
    }
    return askToGive(ctx, { set, member, quantity });
  },
};

/** Names the set, once it is the only one that is meant. */
async function askWho(ctx: CommandContext): Promise<Reply> {
  const chosen = await oneSet(ctx);
  if ("reply" in chosen) return chosen.reply;
  const { set } = chosen;
  expectInput(ctx, "who", { ...ctx.args, set: set.uuid });
  return textReply(ctx.t("staff.ask.who", { set: setName(set) }));
}

interface Gift {
  set: CouponSet;
  member: MemberProfile;
  quantity: number;
}

/** Asks for the confirmation, unless a limit of the day is reached. */
async function askToGive(ctx: CommandContext, { set, member, quantity }: Gift): Promise<Reply> {
  const { colleague, staffContext, t } = ctx;
  const { line, refusal } = await checkLimits(ctx, "gifts", member.uuid, quantity);
  if (refusal) return { messages: [refusal] };
  const holder = affected(member);
  const order: GiveCoupons = {
    ...holder,
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
    { operation: "give_coupons", order, gifts: quantity, approval },
    {
      title: t("staff.ask.give"),
      facts: [
        t("staff.what.give", { count: quantity, set: setName(set), who: holder.who }),
        ui.dotted([leftLine(ctx, set), validityLine(ctx, set)]),
        line,
        approval ? t("staff.approval.needed", { most: staffContext.approvalAbove }) : "",
      ],
      yes: approval ? "staff.yes.ask" : "staff.yes.give",
    },
  );
}

const maxShown = 15;
const maxNameLength = 60;

/** The `/gifts` command: lists the coupons given last, to everybody or to one member. */
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
  return ui.dotted([
    whenTextForStaff(ctx, coupon.given_at),
    ui.clip(couponName(ctx, coupon), maxNameLength),
    ui.clip(coupon.code, maxNameLength),
    t(`staff.status.${coupon.status}`),
    recipient && t("staff.gifts.to", { who: recipient }),
    redeemedFor === undefined ? "" : t("staff.gifts.redeemed", { points: redeemedFor }),
    giver && t("staff.gifts.by", { who: ui.clip(giver, maxNameLength) }),
    approver && t("staff.audit.approved", { who: approver }),
  ]);
}

/** Statuses of coupons that can't be taken back. */
const refusedStatuses = {
  USED: "COUPON_USED",
  VOIDED: "COUPON_VOIDED",
  PENDING: "COUPON_NOT_GIVEN",
} as const;
const isRefusedStatus = (status: string): status is keyof typeof refusedStatuses =>
  Object.hasOwn(refusedStatuses, status);

/** The `/ungift` command: takes a given coupon back. */
export const ungift: Command = {
  name: "ungift",
  roles: managers,
  parameters: [{ name: "coupon", is: "rest", ask: "staff.which.coupon" }],
  confirm: true,
  helpKey: "staff.help.ungift",
  async run(ctx) {
    const { loyalty, signal, args, t } = ctx;
    const written = args["coupon"] ?? "";
    const coupon = await givenCoupon(ctx, written);
    if (!coupon) {
      return textReply(t("staff.coupon.none", { code: ui.clip(written, 60) }));
    }
    if (isRefusedStatus(coupon.status)) {
      const reason = refusedStatuses[coupon.status];
      return textReply(couponRefusal(refusalTextsForStaff(ctx), reason, {}));
    }
    const uuid = coupon.member_uuid ?? "";
    const holder = uuid ? await memberBy(loyalty, uuid, signal) : null;
    const order: VoidCoupons = {
      coupons: [{ uuid: coupon.uuid, code: coupon.code }],
      set: couponName(ctx, coupon),
      ...affected(holder, uuid),
    };
    return askConfirmation(
      ctx,
      { operation: "void_coupons", order },
      {
        title: t("staff.ask.takeBack"),
        facts: [`${order.set} · ${ui.clip(coupon.code, 60)}`, order.who],
        yes: "staff.yes.takeBack",
      },
    );
  },
};

// Finds who received a given coupon, who gave it and who approved: by the bot's own orders, else by the platform.

/** How many redemptions of a member are looked through for their coupons. */
const maxRedemptions = 50;

/** Names; a recipient is masked. */
interface GiftPeople {
  recipient?: string;
  giver?: string;
  approver?: string;
  /** The points that the member paid, of one that was redeemed. */
  redeemedFor?: number;
}

/**
 * By the uuid of the coupon; without what can't be found out.
 * @param recipient whose gifts these all are; null = of several members.
 */
async function giftPeople(
  ctx: CommandContext,
  coupons: readonly Coupon[],
  recipient: MemberProfile | null,
): Promise<ReadonlyMap<string, GiftPeople>> {
  const ordered = await orderedGifts(ctx, coupons);
  const unnamed = coupons.filter(({ uuid }) => !ordered.get(uuid)?.recipient);
  const recipients = recipient ? new Map<string, string>() : await recipientsOf(ctx, unnamed);
  return new Map(
    coupons.map(({ uuid, member_uuid }) => {
      const { recipient: known, ...people } = ordered.get(uuid) ?? {};
      const name = recipient ? undefined : (known ?? recipients.get(member_uuid ?? ""));
      return [uuid, { ...people, ...(name !== undefined && { recipient: name }) }];
    }),
  );
}

/** What the bot knows of its own gifts, by the uuid of the coupon. */
async function orderedGifts(
  ctx: CommandContext,
  coupons: readonly Coupon[],
): Promise<Map<string, GiftPeople>> {
  const nameOf = await askerNames(ctx);
  const found = await Promise.all(
    coupons.map(async (coupon) => {
      const people = await peopleOf(ctx, coupon, nameOf);
      return people ? [[coupon.uuid, people] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Those of a gift that staff ordered, or that a member paid with points; null for any other. */
async function peopleOf(
  { account, staffContext }: CommandContext,
  { uuid, member_uuid, given_ref_id }: Coupon,
  nameOf: (lineId: string) => string,
): Promise<GiftPeople | null> {
  const { orders } = staffContext;
  if (!member_uuid) return null;
  // A platform may list no keys.
  const order = given_ref_id
    ? await orders.byRefId(account, member_uuid, given_ref_id)
    : (await orders.redemptionsOf(account, member_uuid, maxRedemptions)).find(
        (one) => couponOf(one)?.uuid === uuid,
      );
  if (!order) return null;
  return order.subject === null ? peopleOfOrder(order, nameOf) : peopleOfRedemption(order, nameOf);
}

function peopleOfOrder(
  { steps: [step], asker, approval, claimedBy }: Order,
  nameOf: (lineId: string) => string,
): GiftPeople {
  const { who } = (step?.input ?? {}) as Partial<AffectedMember>;
  return {
    giver: nameOf(asker),
    ...(who && { recipient: who }),
    ...(approval && claimedBy && { approver: nameOf(claimedBy) }),
  };
}

function peopleOfRedemption(order: Order, nameOf: (lineId: string) => string): GiftPeople {
  const { asker, lineId } = order;
  const { who: recipient, points: redeemedFor } = termsOf(order);
  return { recipient, redeemedFor, ...(asker !== lineId && { giver: nameOf(asker) }) };
}

/** Names by the members' uuid; none for those whom the platform doesn't find now. */
async function recipientsOf(
  { loyalty, signal }: CommandContext,
  coupons: readonly Coupon[],
): Promise<Map<string, string>> {
  const uuids = new Set(coupons.flatMap(({ member_uuid }) => member_uuid || []));
  const found = await Promise.all(
    [...uuids].map(async (uuid) => {
      try {
        const member = await memberBy(loyalty, uuid, signal);
        return member ? [[uuid, maskedWho(member)] as const] : [];
      } catch (error) {
        if (error instanceof LoyaltyError) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}
