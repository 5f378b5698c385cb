/** Buttons for what comes next after a member, a card, a coupon or a set is found, as far as the role allows it. */
import type { Action } from "../../line/messages/prepare-reply.ts";
import type { Coupon, CouponSet, MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import { fitsPostback } from "../routing/postback.ts";
import { isAskable } from "../views/coupon.ts";
import * as ui from "../views/flex-components.ts";
import type { CommandContext } from "./command.ts";
import type { Dialogue } from "./dialogue.ts";
import { isNumber, maxSearchLength } from "./member-search.ts";
import { hasNumber, withoutIdPrefix } from "./member-text.ts";

type Args = Readonly<Record<string, string>>;

/** The button of a command; none when the role may not use it. */
function nextButton(ctx: CommandContext, label: string, command: string, args: Args): Action[] {
  return ctx.mayUse(command) ? [commandButton(ctx, label, command, args)] : [];
}

/** A button whose command asks for a text first, so the tap opens the keyboard. */
function askingButton(ctx: CommandContext, label: string, command: string, args: Args): Action[] {
  return nextButton(ctx, label, command, args).map((action) =>
    action.type === "postback" ? { ...action, inputOption: "openKeyboard" } : action,
  );
}

/** The argument that names this very member. @param written what found them; a platform may not search by uuid. */
export function memberReference(
  { uuid, cards }: Pick<MemberProfile, "uuid" | "cards">,
  written?: string,
): string {
  const found = written ? withoutIdPrefix(written) : (cards[0]?.card_no ?? "");
  return `id:${uuid} ${ui.clip(found, maxSearchLength)}`.trim();
}

/** The same for the buttons below a member: a phone number isn't repeated where a card names the member as well. */
export const shownReference = (member: MemberProfile, written?: string): string => {
  const isRepeated = member.cards.length > 0 && isNumber(withoutIdPrefix(written ?? ""));
  return memberReference(member, isRepeated ? undefined : written);
};

export const openMember = (ctx: CommandContext, reference: string): Action[] =>
  nextButton(ctx, ctx.t("staff.menu.member"), "member", { who: reference });

export const giveToMember = (ctx: CommandContext, reference: string): Action[] =>
  nextButton(ctx, ctx.t("staff.next.gift"), "gift", { who: reference });

/** None for a card whose number can't be read. */
export const cardActions = (ctx: CommandContext, memberCard: MemberCard): Action[] => {
  if (!hasNumber(memberCard)) return [];
  const { card_no: card } = memberCard;
  return [
    ...askingButton(ctx, ctx.t("staff.next.add"), "add", { card }),
    ...nextButton(ctx, ctx.t("staff.next.history"), "history", { card }),
  ];
};

/** None for a code that doesn't fit into a button. */
export const useCouponAction = (ctx: CommandContext, { code }: Pick<Coupon, "code">): Action[] =>
  isAskable(code) ? nextButton(ctx, ctx.t("staff.yes.use"), "use", { code }) : [];

export const takeBackAction = (ctx: CommandContext, coupon: Coupon): Action[] =>
  coupon.status === "GIVEN"
    ? nextButton(ctx, ctx.t("staff.yes.takeBack"), "ungift", { coupon: coupon.code })
    : [];

export const giveSetAction = (ctx: CommandContext, { uuid: set }: CouponSet): Action[] =>
  askingButton(ctx, ctx.t("staff.next.gift"), "gift", { set });

export const setPriceAction = (ctx: CommandContext, { uuid: set }: CouponSet): Action[] =>
  askingButton(ctx, ctx.t("staff.next.price"), "reward", { set });

export const redeemForMember = (ctx: CommandContext, reference: string): Action[] =>
  nextButton(ctx, ctx.t("rewards.redeem"), "redeem", { who: reference });

/** The postback key whose value is the id of stored arguments. */
const storedKey = "kept";

/** A button that runs a command; arguments over LINE's limit are stored, and the button carries their id. */
export function commandButton(
  { staffContext }: { staffContext: { dialogue: Pick<Dialogue, "storeArgs"> } },
  label: string,
  command: string,
  args: Args,
): Action {
  const name = `/${command}`;
  return ui.postbackAction(
    label,
    name,
    fitsPostback(name, args) ? args : { [storedKey]: staffContext.dialogue.storeArgs(args) },
  );
}

/** The arguments of a tapped button; null when it refers to stored arguments that are gone. */
export function argsOf(tapped: Args, dialogue: Pick<Dialogue, "storedArgs">): Args | null {
  const id = tapped[storedKey];
  return id === undefined ? tapped : dialogue.storedArgs(id);
}
