/** The `/check` and `/use` commands: show the state of a coupon, and mark it as used. */
import type { Coupon, CouponCheck, MemberProfile } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { findMatching } from "../../../loyalty/read-list.ts";
import { codeWritings } from "../../../text/digits.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { couponName, couponRefusal, isAskable, refusalTextsForStaff } from "../../views/coupon.ts";
import { validUntilForStaff } from "../../views/coupon-expiry.ts";
import * as ui from "../../views/flex-components.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { memberBy } from "../member-search.ts";
import { affected, maskedWho } from "../member-text.ts";
import { useCouponAction } from "../next-actions.ts";
import type { UseCoupon } from "../operations/coupons.ts";
import { askConfirmation } from "../orders/question.ts";
import { infoCard, textReply } from "../staff-views.ts";

export const check: Command = {
  name: "check",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.coupon" }],
  helpKey: "staff.help.check",
  async run(ctx) {
    const found = await couponWithHolder(ctx);
    return "messages" in found ? found : couponReply(ctx, found);
  },
};

/** The state of a coupon, with a button to use it. */
export function couponReply(ctx: CommandContext, found: CouponWithHolder): Reply {
  const { usable, reason, coupon } = found.checked;
  const facts = couponFacts(ctx, found);
  if (!usable) {
    const title = couponRefusal(refusalTextsForStaff(ctx), reason, coupon);
    return { messages: [infoCard(ctx, title, facts)] };
  }
  const use = useCouponAction(ctx, coupon);
  return { messages: [infoCard(ctx, ctx.t("staff.coupon.usable"), facts, use)] };
}

export const use: Command = {
  name: "use",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.coupon" }],
  confirm: true,
  helpKey: "staff.help.use",
  async run(ctx) {
    const { colleague, t } = ctx;
    const found = await couponWithHolder(ctx);
    if ("messages" in found) return found;
    const { checked, holder } = found;
    const { usable, coupon } = checked;
    if (!usable) return couponReply(ctx, found);
    const order: UseCoupon = {
      code: coupon.code,
      set: couponName(ctx, coupon),
      staffCode: colleague.name,
      ...affected(holder, coupon.member_uuid ?? ""),
    };
    return askConfirmation(
      ctx,
      { operation: "use_coupon", order },
      {
        title: t("staff.ask.use"),
        facts: [...couponFacts(ctx, found), t("staff.final")],
        yes: "staff.yes.use",
      },
    );
  },
};

// Finds a coupon by its code or uuid, and says what staff need to know of it.

export interface CouponWithHolder {
  checked: CouponCheck;
  holder: MemberProfile | null;
}

/** The check of a coupon by its code as it is written, else without what frames it, else in plain characters. @throws {LoyaltyError} */
async function checkWritten(
  { loyalty, signal }: Pick<CommandContext, "loyalty" | "signal">,
  written: string,
): Promise<CouponCheck | null> {
  let refused: LoyaltyError | null = null;
  for (const code of codeWritings(written).filter(isAskable)) {
    try {
      return await loyalty.checkCoupon({ code }, { signal });
    } catch (error) {
      if (!(error instanceof LoyaltyError)) throw error;
      if (error.code === "NOT_FOUND") continue;
      // Some platforms refuse a code that has characters which none of theirs has.
      if (error.code !== "BAD_REQUEST") throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
  return null;
}

/** The coupon of the argument `code` and its holder, or the reply when there is no such coupon. @throws {LoyaltyError} */
export async function couponWithHolder({
  loyalty,
  signal,
  args,
  t,
}: CommandContext): Promise<CouponWithHolder | Reply> {
  const { code = "" } = args;
  const notFound: Reply = textReply(t("staff.coupon.none", { code: ui.clip(code, 60) }));
  if (!isAskable(code)) return notFound;
  const checked = await checkWritten({ loyalty, signal }, code);
  if (!checked) return notFound;
  const uuid = checked.coupon.member_uuid;
  const holder = uuid ? await memberBy(loyalty, uuid, signal) : null;
  return { checked, holder };
}

export const couponFacts = (
  ctx: RenderContext,
  { checked, holder }: CouponWithHolder,
): string[] => [
  `${couponName(ctx, checked.coupon)} · ${ui.clip(checked.coupon.code, 60)}`,
  holder ? maskedWho(holder) : "",
  checked.coupon.status === "GIVEN" ? validUntilForStaff(ctx, checked.coupon) : "",
];

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A given coupon by its code or uuid; null when there is none. @throws {LoyaltyError} */
export async function givenCoupon(
  { loyalty, signal }: CommandContext,
  written: string,
): Promise<Coupon | null> {
  if (!isAskable(written)) return null;
  const checked = await checkWritten({ loyalty, signal }, written);
  if (checked) return checked.coupon;
  const uuid = written.toLowerCase();
  if (!uuidPattern.test(uuid)) return null;
  const operation = "getGiveCouponHistory";
  return findMatching(
    loyalty[operation],
    { search: written },
    { operation, owner: ["uuid", uuid], isWanted: (row) => row.uuid === uuid, signal },
  );
}
