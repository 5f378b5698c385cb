/** Puts stored notices in front of replies: renders them as messages, if their recipients may still see them: to staff how an order stands, to a member their gift, as far as it can still be used. */
import { type Clock, deadline } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import {
  type Message,
  serializedFrom,
  type SerializedMessages,
} from "../../../line/messages/prepare-reply.ts";
import { soonestFirst } from "../../../loyalty/available-coupons.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { Coupon, MemberProfile } from "../../../loyalty/contract.ts";
import type { CouponSetCache } from "../../../loyalty/coupon-sets.ts";
import { readMatching } from "../../../loyalty/read-list.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import type { Log } from "../../../observability/log.ts";
import type { Notice, Notices, StoredNotice } from "../../../store/notices.ts";
import { isKnownOrder, type Order } from "../../../store/rules/order.ts";
import type { Orders } from "../../../store/orders.ts";
import { giftRules, kindOf } from "../../../store/rules/kinds.ts";
import type { BotReply, Redeemer, RenderContext, Sample } from "../../context.ts";
import { redemptionView } from "../../intents/redeem/views.ts";
import {
  couponHeading,
  type CouponSetFacts,
  isAvailable,
  showCouponButton,
} from "../../views/coupon.ts";
import { validUntil } from "../../views/coupon-expiry.ts";
import * as ui from "../../views/flex-components.ts";
import { withNextSteps } from "../../views/next-steps.ts";
import { sampleCoupons } from "../../views/sample-data.ts";
import { type Command, isAllowed, managers } from "../command.ts";
import type { GiveCoupons } from "../operations/coupons.ts";
import { redemptionResult } from "../redemption.ts";
import type { Reminders } from "../rules/reminders.ts";
import type { StaffDirectory } from "../staff-directory.ts";
import { infoCard } from "../staff-views.ts";
import { orLater } from "./step.ts";
import { describeWrite, storedView } from "./status-view.ts";

export type NoticeReader = ReturnType<typeof createNoticeReader>;

/**
 * Null when a notice is obsolete, or its recipient may no longer see it: it is deleted. `later`: the platform fails to say
 * whether they may. `foreign`: only another version of the bot can show it, or this one has failed to. Both are kept.
 */
type NoticeView = Message | "later" | "foreign" | null;

/** @param options `loyalty`: asked whether a gift can still be used. `table`: the commands, whose roles decide who may see a notice. */
export function createNoticeReader(
  options: GiftServices & {
    notices: Pick<Notices, "of">;
    orders: Orders;
    redeemer: Pick<Redeemer, "find">;
    members: MemberCache;
    directory: StaffDirectory;
    table: readonly Command[];
    /** Absent where nobody is reminded. */
    viewReminder?: Reminders["view"];
    /** Called when what a rule has given is put into a message. */
    onGiftTold?(rule: string): void;
    log: Log;
  },
) {
  const { notices, orders, redeemer, members, directory, table, log } = options;

  /** Checks the recipient's current role: it may have changed since the notice was stored. */
  async function mayRead(
    { account, lineId, notice: { kind } }: StoredNotice,
    commandName: string,
  ): Promise<boolean> {
    const reader = await directory.of(account, lineId);
    if (!reader) return false;
    if (kind === "approval") return managers.includes(reader.role);
    const command = table.find(({ name }) => name === commandName);
    return command !== undefined && isAllowed(command, reader);
  }

  /** The view of a member's notice, if the recipient's LINE account is still that member's. */
  async function memberView(
    { lineId }: StoredNotice,
    memberUuid: string | null,
    view: (member: MemberProfile) => NoticeView | Promise<NoticeView>,
  ): Promise<NoticeView> {
    const found = await members.lookup(lineId).catch(orLater);
    if (found === "later") return "later";
    if (found.kind !== "member" || found.profile.uuid !== memberUuid) return null;
    return view(found.profile);
  }

  /** How a redemption stands, for the member or for who redeemed for them. */
  async function redemptionNotice(
    ctx: RenderContext,
    stored: StoredNotice,
    id: string,
  ): Promise<NoticeView> {
    const redemption = await redeemer.find(stored.account, id);
    if (!redemption) return null;
    if (redemption.state === "foreign") return "foreign";
    const { asker, lineId, memberUuid } = redemption.order;
    if (asker === lineId) {
      return memberView(stored, memberUuid, async () => {
        const sets = await options.couponSets.known(options.loyalty);
        return redemptionView(ctx, redemption, { set: sets.get(redemption.terms.setUuid) ?? {} });
      });
    }
    if (!(await mayRead(stored, "redeem"))) return null;
    return redemptionResult(ctx, redemption);
  }

  async function giftNotice(
    ctx: RenderContext,
    notice: Extract<Notice, { kind: "gift" }>,
    order: Order,
  ): Promise<NoticeView> {
    const view = await giftView(ctx, notice, order, options);
    if (view !== null && view !== "later" && kindOf(order).isByRule) {
      options.onGiftTold?.(order.kind);
    }
    return view;
  }

  async function viewOf(ctx: RenderContext, stored: StoredNotice): Promise<NoticeView> {
    const { account, lineId, notice } = stored;
    if (!Object.hasOwn(knownKinds, notice.kind) || notice.kind === "newcomer") return "foreign";
    if (notice.kind === "reminder") {
      const view = (member: MemberProfile) =>
        options.viewReminder?.(ctx, { account, lineId, notice }, member) ?? null;
      return memberView(stored, notice.memberUuid, view);
    }
    const order = await orders.get(account, notice.confirmation);
    if (!order) return null;
    if (!isKnownOrder(order)) return "foreign";
    if (notice.kind === "gift") {
      return memberView(stored, order.memberUuid, () => giftNotice(ctx, notice, order));
    }
    if (kindOf(order).isPaid) return redemptionNotice(ctx, stored, order.id);
    if (!table.some(({ name }) => name === order.command)) return "foreign";
    if (!(await mayRead(stored, order.command))) return null;
    if (notice.kind === "approval") {
      return approvalView(ctx, order, await directory.names(account));
    }
    return storedView(ctx, { order, undo: await orders.undoOf(account, order.id) }, lineId);
  }

  return {
    /** A recipient's notices that no reply or push carries yet, oldest first. */
    of: (account: string, lineId: string) => notices.of(account, lineId),
    /** Never rejects. */
    view: (ctx: RenderContext, stored: StoredNotice): Promise<NoticeView> =>
      viewOf(ctx, stored).catch((error: unknown) => {
        log.error({ notice: stored.id, reason: reasonOf(error) }, "a notice can't be shown");
        return "foreign";
      }),
  };
}

/** Another version may have stored more. */
const knownKinds: Readonly<Record<StoredNotice["notice"]["kind"], true>> = {
  gift: true,
  ended: true,
  approval: true,
  reminder: true,
  newcomer: true,
};

function approvalView(
  ctx: RenderContext,
  order: Order,
  nameOf: (lineId: string) => string,
): Message | null {
  // Another manager may have answered since.
  if (order.state !== "awaiting_approval") return null;
  const { t } = ctx;
  const { id, asker, claimedAt, askedAt } = order;
  return infoCard(
    ctx,
    t("staff.approval.asked"),
    [
      describeWrite(ctx, order),
      t("staff.pending.by", { who: nameOf(asker), at: claimedAt ?? askedAt }),
    ],
    [
      ui.postbackAction(t("staff.yes.approve"), "/approve", { id }),
      ui.postbackAction(t("staff.decline"), "/decline", { id }),
    ],
  );
}

/** Time limit for the look at the coupons: the reply waits for it. */
const maxLookMs = 3000;

const operation = "getGiveCouponHistory";

interface GiftServices {
  loyalty: Pick<LoyaltyClient, typeof operation | "getCouponSet">;
  couponSets: CouponSetCache;
  clock: Clock;
}

/**
 * @returns null when nothing of the gift can be used any more: used, expired, or taken back by whatever way; `later` when
 * the platform fails to say so.
 */
async function giftView(
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
  const set = sets.get(coupon.coupon_set_uuid) ?? {};
  return giftCard(ctx, { notice: noticeText(ctx, order.kind, name, count), coupon, set });
}

/** Says why it is given, where a rule gives it. @param kind of its order. */
function noticeText({ t }: RenderContext, kind: string, name: string, count: number): string {
  const set = ui.clip(name, 100);
  const rule = giftRules.find((one) => one === kind);
  return rule ? t(`gift.${rule}`, { set }) : t("staff.gift.notice", { count, set });
}

interface Gift {
  /** What was given, as it was called then, and how many of its coupons can be used. */
  notice: string;
  /** The one of them that ends soonest. */
  coupon: Coupon;
  set: CouponSetFacts;
}

/** One coupon with its picture, worth and end; of several, the list has the others. */
function giftCard(ctx: RenderContext, { notice, coupon, set }: Gift): Message {
  const { brand, images } = ctx;
  const picture = ui.pictureUrl(images, set.image);
  const message = ui.flex(`${notice}\n${validUntil(ctx, coupon).text}`, [
    ui.coloredBox(
      brand.color,
      [...couponHeading(ctx, coupon, set, "lg"), ui.textLine(notice, { size: "sm", margin: "md" })],
      {
        size: "mega",
        ...(picture && { hero: ui.heroPicture(picture) }),
        ...ui.buttonFooter(showCouponButton(ctx, coupon.code)),
      },
    ),
  ]);
  return withNextSteps(ctx, message, ["coupons", "balance", "help"]);
}

export function giftSamples(ctx: RenderContext): Sample[] {
  const { samplePicture: image } = ctx.images;
  const set: CouponSetFacts = { type: "FREE_ITEM", ...(image && { image }) };
  const card = (name: string, count: number, kind = "giving") =>
    sampleCoupons(ctx, 1, name).map((coupon) =>
      giftCard(ctx, { notice: noticeText(ctx, kind, name, count), coupon, set }),
    );
  return [
    { name: "ordinary", messages: card("Free iced latte", 1) },
    { name: "ordinary", about: "several", messages: card("Free iced latte", 3) },
    ...giftRules.map((rule) => ({
      name: "ordinary" as const,
      about: rule,
      messages: card("Free iced latte", 1, rule),
    })),
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
  const { rows, isComplete } = await readMatching(loyalty[operation], filters, {
    operation,
    owner: ["member_uuid", memberUuid],
    isWanted,
    signal: limit.signal,
  });
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

// Puts the sender's pending notices in front of a reply, as many as LINE's message limit allows.

/** LINE accepts 5 messages per reply. */
const maxMessages = 5;
/** Notices put in front of one reply. */
const maxNotices = 2;
/** Notices looked at for one reply: those that only another version can show mustn't keep others waiting. */
const maxLooked = 20;

/** @param pending the sender's notices, oldest first. */
export async function attachNotices(
  reply: BotReply,
  pending: readonly StoredNotice[],
  eventId: string,
  services: {
    notices: Pick<NoticeReader, "view">;
    prepare(messages: readonly Message[]): SerializedMessages;
    renderContext(): Promise<RenderContext>;
  },
): Promise<BotReply> {
  const { notices, prepare, renderContext } = services;
  const slots = Math.min(maxNotices, maxMessages - (reply.reply?.count ?? maxMessages));
  if (!reply.reply || slots < 1) return reply;
  const ctx = await renderContext();
  const views: Message[] = [];
  const carried: number[] = [];
  const obsolete: number[] = [];
  for (const notice of pending.slice(0, maxLooked)) {
    if (views.length === slots) break;
    const view = await notices.view(ctx, notice);
    // The next one would ask the failing platform again.
    if (view === "later") break;
    if (view === "foreign") continue;
    (view === null ? obsolete : carried).push(notice.id);
    if (view !== null) views.push(view);
  }
  return {
    ...reply,
    reply: views.length > 0 ? concatReplies(prepare(views), reply.reply) : reply.reply,
    writes: [
      ...reply.writes,
      { kind: "carried", eventId, ids: carried },
      { kind: "obsolete", ids: obsolete },
    ],
  };
}

/** Joins two serialised replies without parsing them. */
const concatReplies = (first: SerializedMessages, second: SerializedMessages): SerializedMessages =>
  serializedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);
