/** The `/check` and `/use` commands: show the state of a coupon, and mark it as used after a confirmation. */
import type { CouponCheck, MemberProfile } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { couponName, validUntil } from "../../views/coupon-text.ts";
import { parseInstant, lastInstantBefore } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { isAskable } from "../../intents/check.ts";
import type { Parameter } from "../argument-parser.ts";
import { commandButton } from "../stored-choices.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { askConfirmation } from "../confirmation/ask.ts";
import { infoCard, text } from "../staff-views.ts";
import type { UseCoupon } from "../operations/use-coupon.ts";
import { maskedWho, memberBy } from "../member-search.ts";

const parameters: readonly Parameter[] = [{ name: "code", is: "rest" }];

export const check: Command = {
  name: "check",
  roles: cashierAndAbove,
  parameters,
  confirm: false,
  helpKey: "staff.help.check",
  async run(ctx) {
    const { t } = ctx;
    const found = await lookUp(ctx);
    if ("messages" in found) return found;
    const { code } = found.checked.coupon;
    const use = commandButton(ctx, t("staff.yes.use"), "use", { code });
    const title = found.checked.usable ? t("staff.coupon.usable") : whyNot(ctx, found.checked);
    const actions = found.checked.usable ? [use] : [];
    return { messages: [infoCard(ctx, title, facts(ctx, found), actions)] };
  },
};

export const use: Command = {
  name: "use",
  roles: cashierAndAbove,
  parameters,
  confirm: true,
  helpKey: "staff.help.use",
  async run(ctx) {
    const { colleague, t } = ctx;
    const found = await lookUp(ctx);
    if ("messages" in found) return found;
    const { checked, holder } = found;
    if (!checked.usable) {
      return { messages: [infoCard(ctx, whyNot(ctx, checked), facts(ctx, found))] };
    }
    const { coupon } = checked;
    const order: UseCoupon = {
      code: coupon.code,
      set: couponName(ctx, coupon),
      staffCode: colleague.name,
      memberUuid: coupon.member_uuid ?? "",
      lineId: holder?.lineId ?? "",
      who: holder ? maskedWho(holder) : "–",
    };
    return askConfirmation(
      ctx,
      { kind: "using", order, memberUuid: order.memberUuid || null },
      {
        title: t("staff.ask.use"),
        facts: [...facts(ctx, found), t("staff.final")],
        yes: "staff.yes.use",
      },
    );
  },
};

interface Found {
  checked: CouponCheck;
  holder: MemberProfile | null;
}

/** The coupon and its holder, or the reply when there is no such coupon. @throws {LoyaltyError} */
async function lookUp({ loyalty, signal, args, t }: CommandContext): Promise<Found | Reply> {
  const { code = "" } = args;
  const notFound: Reply = { messages: [text(t("staff.coupon.none", { code: clip(code, 60) }))] };
  if (!isAskable(code)) return notFound;
  try {
    const checked = await loyalty.checkCoupon({ code }, { signal });
    const uuid = checked.coupon.member_uuid;
    const holder = uuid ? await memberBy(loyalty, uuid, signal) : null;
    return { checked, holder };
  } catch (error) {
    if (!(error instanceof LoyaltyError) || error.code !== "NOT_FOUND") throw error;
    return notFound;
  }
}

const facts = (ctx: RenderContext, { checked, holder }: Found): string[] => [
  `${couponName(ctx, checked.coupon)} · ${clip(checked.coupon.code, 60)}`,
  holder ? maskedWho(holder) : "",
  checked.coupon.status === "GIVEN" ? validUntil(ctx, checked.coupon).words : "",
];

/** Why the coupon can't be used; for a used one also when, where and by whom. */
function whyNot({ t }: RenderContext, { reason, coupon }: CouponCheck): string {
  const { used_at, used_by, branch_code, starts_at, expires_at } = coupon;
  switch (reason) {
    case "COUPON_USED": {
      const at = parseInstant(used_at);
      const where = [branch_code, used_by].filter(Boolean).join(", ");
      const when = at === null ? t("staff.why.COUPON_USED") : t("staff.coupon.used", { at });
      return where ? `${when} (${clip(where, 100)})` : when;
    }
    case "COUPON_EXPIRED": {
      const last = lastInstantBefore(expires_at);
      return last === null ? t("staff.why.COUPON_EXPIRED") : t("staff.coupon.expired", { last });
    }
    case "COUPON_NOT_STARTED": {
      const start = parseInstant(starts_at);
      return start === null
        ? t("staff.why.COUPON_NOT_STARTED")
        : t("staff.coupon.early", { start });
    }
    case "COUPON_VOIDED":
    case "COUPON_NOT_GIVEN":
      return t(`staff.why.${reason}`);
    case "COUPON_OTHER_MEMBER":
    case undefined:
      return t("staff.why.other");
  }
}
