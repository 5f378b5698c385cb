/** `/gift` gives coupons; `/gifts` lists what was given lately; `/ungift` takes one back. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { ConnectError } from "../../../loyalty/errors.ts";
import { readList } from "../../../loyalty/paginate.ts";
import { nameOf } from "../../views/coupon-text.ts";
import { instantOf } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { isAskable } from "../../intents/check.ts";
import { wholeNumber } from "../argument-parser.ts";
import { managers, type Command, type Order } from "../command.ts";
import type { Giving } from "../operations/give-coupons.ts";
import { allowance, askBack } from "../confirmation/ask.ts";
import { leftLine, leftOf, oneSet, setName, validityLine } from "./sets.ts";
import { sheet, text } from "../staff-views.ts";
import type { TakingBack } from "../operations/void-coupons.ts";
import { maskedName, maskedWho, memberBy, oneMember } from "../member-search.ts";

/** What the platform takes at once. */
const mostAtOnce = 10;
const mostShown = 15;

export const gift: Command = {
  name: "gift",
  roles: managers,
  parameters: [
    { name: "set", is: "word" },
    { name: "who", is: "person" },
    { name: "quantity", is: "whole", optional: true },
  ],
  confirm: true,
  told: "staff.help.gift",
  async run(order) {
    const { args, asker, desk, say } = order;
    const quantity = wholeNumber(args["quantity"] ?? "1");
    if (quantity === null || quantity < 1 || quantity > mostAtOnce) {
      return { messages: [text(say("staff.number", { most: mostAtOnce }))] };
    }
    const chosen = await oneSet(order);
    if ("said" in chosen) return chosen.said;
    const { set } = chosen;
    const found = await oneMember({ ...order, args: { ...args, set: set.uuid } }, "who");
    if ("said" in found) return found.said;
    const { member } = found;
    if (!member.active) return { messages: [text(say("staff.why.MEMBER_INACTIVE"))] };
    const left = leftOf(set);
    if (left !== null && left < quantity) {
      return { messages: [text(say("staff.tooFew", { left, wanted: quantity }))] };
    }
    const { line, refusal } = await allowance(order, "gifts", member.uuid, quantity);
    if (refusal) return { messages: [refusal] };
    const who = maskedWho(member);
    const giving: Giving = {
      memberUuid: member.uuid,
      lineId: member.lineId,
      who,
      quantity,
      set: set.name,
      input: {
        memberUuid: member.uuid,
        coupon_set_uuid: set.uuid,
        quantity,
        staff_code: asker.name,
      },
    };
    const approval = quantity > desk.approvalAbove;
    return askBack(
      order,
      { kind: "giving", order: giving, memberUuid: member.uuid, gifts: quantity, approval },
      {
        title: say("staff.ask.give"),
        facts: [
          say("staff.what.give", { count: quantity, set: setName(set), who }),
          `${leftLine(order, set)} · ${validityLine(order, set)}`,
          line,
          approval ? say("staff.approval.needed", { most: desk.approvalAbove }) : "",
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
  told: "staff.help.gifts",
  async run(order) {
    const { connect, signal, args, say } = order;
    const found = args["who"] ? await oneMember(order, "who") : null;
    if (found && "said" in found) return found.said;
    const wanted = (coupons: readonly Coupon[]) =>
      coupons.filter(({ member_uuid }) => !found || member_uuid === found.member.uuid);
    const list = await readList(
      connect.getGiveCouponHistory,
      found ? { member_uuid: found.member.uuid } : {},
      { signal, enough: (coupons) => wanted(coupons).length >= mostShown },
    );
    const rows = wanted(list.rows).slice(0, mostShown);
    if (rows.length === 0 && !list.isWhole) {
      return { messages: [text(say("staff.tooMany", { what: clip(args["who"] ?? "", 60) }))] };
    }
    if (rows.length === 0) return { messages: [text(say("staff.gifts.empty"))] };
    const title = found ? maskedName(found.member) : say("staff.gifts.title");
    return {
      messages: [
        sheet(
          order,
          title,
          rows.map((row) => giftLine(order, row)),
        ),
      ],
    };
  },
};

function giftLine(order: Order, coupon: Coupon): string {
  const { say } = order;
  const at = instantOf(coupon.given_at);
  return [
    at === null ? "" : say("history.when", { at }),
    nameOf(order, coupon),
    coupon.code,
    say(`staff.status.${coupon.status}`),
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
  told: "staff.help.ungift",
  async run(order) {
    const { connect, signal, args, say } = order;
    const written = args["coupon"] ?? "";
    const coupon = await givenCoupon(order, written);
    if (!coupon) {
      return { messages: [text(say("staff.coupon.none", { code: clip(written, 60) }))] };
    }
    if (coupon.status === "USED" || coupon.status === "VOIDED" || coupon.status === "PENDING") {
      const key = { USED: "COUPON_USED", VOIDED: "COUPON_VOIDED", PENDING: "COUPON_NOT_GIVEN" };
      return {
        messages: [text(say(`staff.why.${key[coupon.status]}` as "staff.why.COUPON_USED"))],
      };
    }
    const uuid = coupon.member_uuid ?? "";
    const holder = uuid ? await memberBy(connect, uuid, signal) : null;
    const what: TakingBack = {
      coupons: [{ uuid: coupon.uuid, code: coupon.code }],
      set: nameOf(order, coupon),
      memberUuid: uuid,
      lineId: holder?.lineId ?? "",
      who: holder ? maskedWho(holder) : "–",
    };
    return askBack(
      order,
      { kind: "takingBack", order: what, memberUuid: uuid },
      {
        title: say("staff.ask.takeBack"),
        facts: [`${what.set} · ${clip(coupon.code, 60)}`, what.who],
        yes: "staff.yes.takeBack",
      },
    );
  },
};

/** By code, as it is told to members, or by uuid. */
async function givenCoupon({ connect, signal }: Order, written: string): Promise<Coupon | null> {
  if (!isAskable(written)) return null;
  const isMeant = ({ uuid }: Coupon) => uuid === written.toLowerCase();
  const { rows } = await readList(
    connect.getGiveCouponHistory,
    { search: written },
    { signal, enough: (coupons) => coupons.some(isMeant) },
  );
  const byUuid = rows.find(isMeant);
  if (byUuid) return byUuid;
  try {
    return (await connect.checkCoupon({ code: written }, { signal })).coupon;
  } catch (error) {
    if (error instanceof ConnectError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
