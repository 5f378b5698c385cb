/** `/check CODE` tells how a coupon stands; `/use CODE` marks it as used, after a question. */
import type { CouponCheck, MemberProfile } from "../../../loyalty/contract.ts";
import { ConnectError } from "../../../loyalty/errors.ts";
import type { Look, Said } from "../../context.ts";
import { nameOf, untilOf } from "../../views/coupon-text.ts";
import { instantOf, lastMomentOf } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { isAskable } from "../../intents/check.ts";
import { orderButton } from "../stored-choices.ts";
import { till, type Command, type Order } from "../command.ts";
import { askBack } from "../confirmation/ask.ts";
import { sheet, text } from "../staff-views.ts";
import type { Using } from "../operations/use-coupon.ts";
import { maskedWho, memberBy } from "../member-search.ts";

const shared = {
  roles: till,
  parameters: [{ name: "code", is: "rest" }],
} as const satisfies Partial<Command>;

export const check: Command = {
  ...shared,
  name: "check",
  confirm: false,
  told: "staff.help.check",
  async run(order) {
    const { say } = order;
    const found = await lookUp(order);
    if ("messages" in found) return found;
    const { code } = found.checked.coupon;
    const use = orderButton(order, say("staff.yes.use"), "use", { code });
    const title = found.checked.usable ? say("staff.coupon.usable") : whyNot(order, found.checked);
    const actions = found.checked.usable ? [use] : [];
    return { messages: [sheet(order, title, facts(order, found), actions)] };
  },
};

export const use: Command = {
  ...shared,
  name: "use",
  confirm: true,
  told: "staff.help.use",
  async run(order) {
    const { asker, say } = order;
    const found = await lookUp(order);
    if ("messages" in found) return found;
    const { checked, holder } = found;
    if (!checked.usable) {
      return { messages: [sheet(order, whyNot(order, checked), facts(order, found))] };
    }
    const { coupon } = checked;
    const what: Using = {
      code: coupon.code,
      set: nameOf(order, coupon),
      staffCode: asker.name,
      memberUuid: coupon.member_uuid ?? "",
      lineId: holder?.lineId ?? "",
      who: holder ? maskedWho(holder) : "–",
    };
    return askBack(
      order,
      { kind: "using", order: what, memberUuid: what.memberUuid || null },
      {
        title: say("staff.ask.use"),
        facts: [...facts(order, found), say("staff.final")],
        yes: "staff.yes.use",
      },
    );
  },
};

interface Found {
  checked: CouponCheck;
  holder: MemberProfile | null;
}

async function lookUp({ connect, signal, args, say }: Order): Promise<Found | Said> {
  const { code = "" } = args;
  const none: Said = { messages: [text(say("staff.coupon.none", { code: clip(code, 60) }))] };
  if (!isAskable(code)) return none;
  try {
    const checked = await connect.checkCoupon({ code }, { signal });
    const uuid = checked.coupon.member_uuid;
    const holder = uuid ? await memberBy(connect, uuid, signal) : null;
    return { checked, holder };
  } catch (error) {
    if (!(error instanceof ConnectError) || error.code !== "NOT_FOUND") throw error;
    return none;
  }
}

const facts = (look: Look, { checked, holder }: Found): string[] => [
  `${nameOf(look, checked.coupon)} · ${clip(checked.coupon.code, 60)}`,
  holder ? maskedWho(holder) : "",
  checked.coupon.status === "GIVEN" ? untilOf(look, checked.coupon).words : "",
];

/** Why it can't be used; of a used one when, where and by whom. */
function whyNot({ say }: Look, { reason, coupon }: CouponCheck): string {
  const { used_at, used_by, branch_code, starts_at, expires_at } = coupon;
  switch (reason) {
    case "COUPON_USED": {
      const at = instantOf(used_at);
      const where = [branch_code, used_by].filter(Boolean).join(", ");
      const when = at === null ? say("staff.why.COUPON_USED") : say("staff.coupon.used", { at });
      return where ? `${when} (${clip(where, 100)})` : when;
    }
    case "COUPON_EXPIRED": {
      const last = lastMomentOf(expires_at);
      return last === null
        ? say("staff.why.COUPON_EXPIRED")
        : say("staff.coupon.expired", { last });
    }
    case "COUPON_NOT_STARTED": {
      const start = instantOf(starts_at);
      return start === null
        ? say("staff.why.COUPON_NOT_STARTED")
        : say("staff.coupon.early", { start });
    }
    case "COUPON_VOIDED":
    case "COUPON_NOT_GIVEN":
      return say(`staff.why.${reason}`);
    case "COUPON_OTHER_MEMBER":
    case undefined:
      return say("staff.why.other");
  }
}
