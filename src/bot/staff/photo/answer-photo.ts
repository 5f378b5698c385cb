/** Answers a photo from staff: reads its codes and opens the coupons or members that they name. */
import { LineError } from "../../../line/errors.ts";
import type { MemberProfile } from "../../../loyalty/contract.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { callingCodeIn } from "../../../text/phone-number.ts";
import type { RenderContext, Reply } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { isAskable } from "../../views/coupon.ts";
import * as ui from "../../views/flex-components.ts";
import type { CommandContext, Photos } from "../command.ts";
import {
  couponFacts,
  couponReply,
  couponWithHolder,
  type CouponWithHolder,
} from "../commands/use.ts";
import { listCard, type ListRow, textReply } from "../staff-views.ts";
import { cardNumberKey, findMembers } from "../member-search.ts";
import { listedName, memberFacts, tooMany } from "../member-text.ts";
import { memberReply } from "../member-view.ts";
import { memberReference, openMember, useCouponAction } from "../next-actions.ts";

/** What a code names. */
type Found = { coupon: CouponWithHolder } | { member: MemberProfile; code: string };

const maxCodes = 4;

/** @throws {LoyaltyError} */
export async function answerPhoto(
  ctx: CommandContext,
  photos: Photos,
  messageId: string,
): Promise<Reply> {
  const codes = await codesOf(photos, messageId);
  return typeof codes === "string" ? textReply(ctx.t(codes)) : codesReply(ctx, codes);
}

/** What codes open that were read off a photo or by a scanner. @throws {LoyaltyError} */
export async function codesReply(ctx: CommandContext, codes: readonly string[]): Promise<Reply> {
  for (const code of codes) {
    const reply = await memberCodeReply(ctx, code);
    if (reply) return reply;
  }
  const readable = codes.filter(isAskable).slice(0, maxCodes);
  const found: Found[] = [];
  let unknown: string | undefined;
  for (const code of readable) {
    const one = await findCode(ctx, code);
    if (one === "unknown") unknown ??= code;
    else found.push(...one);
  }
  const [first, second] = found;
  if (!first && unknown !== undefined) return { messages: [tooMany(ctx, unknown)] };
  if (!first) {
    return textReply(ctx.t(codes.length > 0 ? "staff.photo.foreign" : "staff.photo.none"));
  }
  if (second) return { messages: [severalView(ctx, found)] };
  if ("coupon" in first) return couponReply(ctx, first.coupon);
  return memberReply(ctx, first.member, memberReference(first.member, first.code));
}

/** The texts of the photo's codes, or the message that says why there are none. */
async function codesOf(
  { content, readCodes }: Photos,
  messageId: string,
): Promise<readonly string[] | (MessageKey & `staff.photo.${string}`)> {
  try {
    const image = await content.image(messageId);
    if (image === "too_large") return "staff.photo.large";
    if (typeof image === "string") return "staff.photo.failed";
    const codes = await readCodes(image.bytes);
    return typeof codes === "string" ? `staff.photo.${codes}` : codes;
  } catch (error) {
    if (error instanceof LineError) return "staff.photo.failed";
    throw error;
  }
}

/**
 * The member with exactly this card number (several if the numbers differ in separators alone), else the coupon with
 * this code; nothing if there is neither, unknown if the members couldn't all be read.
 */
async function findCode(ctx: CommandContext, code: string): Promise<Found[] | "unknown"> {
  const key = cardNumberKey(code);
  const { rows, isComplete } = await findMembers(
    ctx.loyalty,
    code,
    ctx.signal,
    callingCodeIn(ctx.timeZone),
  );
  const isTheirs = (member: MemberProfile) =>
    member.cards.some(({ card_no }) => cardNumberKey(card_no) === key);
  const members = rows.filter(isTheirs);
  if (members.length > 0) return members.map((member) => ({ member, code }));
  const coupon = await couponWithHolder({ ...ctx, args: { code } });
  if (!("messages" in coupon)) return [{ coupon }];
  return isComplete ? [] : "unknown";
}

function severalView(ctx: CommandContext, found: readonly Found[]): Message {
  const rows = found.map((one): ListRow => {
    if ("coupon" in one) {
      const { checked } = one.coupon;
      return {
        text: ui.dotted(couponFacts(ctx, one.coupon)),
        actions: checked.usable ? useCouponAction(ctx, checked.coupon) : [],
      };
    }
    const { member, code } = one;
    return {
      text: [listedName(member), ...memberFacts(member)].join(" · "),
      actions: openMember(ctx, memberReference(member, code)),
    };
  });
  const codes = new Set(found.map((one) => ("member" in one ? one.code : one)));
  const title = ctx.t(codes.size > 1 ? "staff.photo.several" : "staff.who.title");
  return listCard(ctx, title, rows);
}

/**
 * The member whose rotating code staff scanned, once and only while it is fresh, or why it isn't opened; null for any other text.
 * @throws {LoyaltyError}
 */
async function memberCodeReply(ctx: CommandContext, scanned: string): Promise<Reply | null> {
  const { staffContext, loyalty, signal, event, t } = ctx;
  const { memberCodes } = staffContext;
  const code = memberCodes?.read(scanned) ?? null;
  if (!memberCodes || code === null) return null;
  const refusal = (key: Parameters<typeof t>[0] & `staff.${"code" | "photo"}.${string}`): Reply =>
    textReply(t(key));
  if (code === "foreign") return refusal("staff.photo.foreign");
  if (code === "expired") return refusal("staff.code.expired");
  const reference = memberReference({ uuid: code.memberUuid, cards: [] }, code.cardNo);
  const { rows, isComplete } = await findMembers(loyalty, reference, signal);
  const [member] = rows;
  if (!member && !isComplete) return { messages: [tooMany(ctx, reference)] };
  if (!member) return refusal("staff.photo.foreign");
  const reply = await memberReply(ctx, member, reference);
  // Used last: while the platform can't be read, the code can be scanned again.
  const isUsable = await memberCodes.use(code, event.webhookEventId);
  return isUsable ? reply : refusal("staff.code.used");
}

/** LINE's limit. */
const maxQuickReplies = 13;

/** The reply with *Photo of a code* before the quick replies of its last message: LINE shows no others. */
export function withCamera({ t }: RenderContext, reply: Reply): Reply {
  const { messages } = reply;
  const last = messages.at(-1);
  if (!last) return reply;
  return { ...reply, messages: [...messages.slice(0, -1), offered(last, t("staff.photo.take"))] };
}

function offered(message: Message, label: string): Message {
  const [camera] =
    ui.withQuickReplies(message, [{ type: "camera", label }]).quickReply?.items ?? [];
  const others = message.quickReply?.items ?? [];
  return camera
    ? { ...message, quickReply: { items: [camera, ...others].slice(0, maxQuickReplies) } }
    : message;
}
