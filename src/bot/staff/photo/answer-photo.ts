/** Answers a photo from staff: reads its codes and opens the coupons or members that they name. */
import { LineError } from "../../../line/errors.ts";
import type { MemberProfile } from "../../../loyalty/contract.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { callingCodeIn } from "../../../text/calling-codes.ts";
import type { Reply } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { isAskable } from "../../views/coupon-view.ts";
import type { CommandContext } from "../command.ts";
import { couponReply } from "../commands/use.ts";
import { couponFacts, couponWithHolder, type CouponWithHolder } from "../coupon-search.ts";
import { listCard, type ListRow } from "../list-card.ts";
import { cardNumberKey, findMembers } from "../member-search.ts";
import { memberCodeReply } from "../member-code.ts";
import { cardName, listedName, maskedPhone, tooMany } from "../member-text.ts";
import { memberReply } from "../member-view.ts";
import { memberReference, openMember, useCouponAction } from "../next-actions.ts";
import { textReply } from "../staff-views.ts";
import type { Photos } from "./photos.ts";

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
        text: couponFacts(ctx, one.coupon).filter(Boolean).join(" · "),
        actions: checked.usable ? useCouponAction(ctx, checked.coupon) : [],
      };
    }
    const { member, code } = one;
    const cards = member.cards.map((card) => cardName(card));
    return {
      text: [listedName(member), maskedPhone(member), ...cards].join(" · "),
      actions: openMember(ctx, memberReference(member, code)),
    };
  });
  const codes = new Set(found.map((one) => ("member" in one ? one.code : one)));
  const title = ctx.t(codes.size > 1 ? "staff.photo.several" : "staff.who.title");
  return listCard(ctx, title, rows);
}
