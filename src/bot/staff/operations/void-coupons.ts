/** The operation that takes back given coupons that aren't used. */
import type { CallOptions, LoyaltyClient } from "../../../loyalty/client.ts";
import type { Coupon } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { clip } from "../../views/flex-components.ts";
import {
  PartialWriteError,
  refusalIn,
  requireOrdered,
  type AffectedMember,
  type Refusal,
  type WriteOperation,
} from "./write-operation.ts";

interface Given {
  uuid: string;
  code: string;
}

export interface VoidCoupons extends AffectedMember {
  coupons: Given[];
  set: string;
}

interface Done {
  voided: string[];
  /** Codes that were used before they could be taken back. */
  used: string[];
  /** Codes that couldn't be taken back for another reason; absent in results of older versions. */
  kept?: string[];
}

/** `others` = it belongs to another member, or the code to another coupon. */
type CouponState = "held" | "voided" | "used" | "others";

const refusals: Record<Exclude<CouponState, "held" | "voided">, Refusal> = {
  used: { refused: "COUPON_USED", detail: null },
  others: { refused: "COUPON_OTHER_MEMBER", detail: null },
};

/** A pending coupon is back in the stock. */
const isVoided = (status: Coupon["status"]) => status === "VOIDED" || status === "PENDING";

/** Reads the state of a coupon that was given to `memberUuid`; empty = to anybody. @throws {LoyaltyError} */
async function couponStateOf(
  loyalty: LoyaltyClient,
  { uuid, code }: Given,
  memberUuid: string,
  signal: AbortSignal | undefined,
): Promise<CouponState> {
  const { coupon } = await loyalty.checkCoupon({ code }, { signal });
  if (isVoided(coupon.status)) return "voided";
  const holder = coupon.member_uuid ?? memberUuid;
  if (coupon.uuid !== uuid || (memberUuid && holder !== memberUuid)) return "others";
  return coupon.status === "USED" ? "used" : "held";
}

/** Takes a coupon back if the member still holds it. @returns its state afterwards, and the refusal if there was one. @throws {LoyaltyError} */
async function takeBack(
  loyalty: LoyaltyClient,
  coupon: Given,
  memberUuid: string,
  options: CallOptions,
): Promise<{ state: CouponState; refused: Refusal | null }> {
  const readState = () => couponStateOf(loyalty, coupon, memberUuid, options.signal);
  const whyNot = (state: CouponState) =>
    state === "used" || state === "others" ? refusals[state] : null;
  const before = await readState();
  if (before !== "held") return { state: before, refused: whyNot(before) };
  try {
    const { uuid, status } = await loyalty.voidGiveCoupon({ couponUuid: coupon.uuid }, options);
    requireOrdered("voidGiveCoupon", uuid === coupon.uuid && isVoided(status));
    return { state: "voided", refused: null };
  } catch (error) {
    const refused = refusalIn(error);
    if (!refused) throw error;
    return { state: await readState(), refused };
  }
}

const doneOf = (states: ReadonlyMap<string, CouponState>): Required<Done> => {
  const codes = (...selected: CouponState[]) =>
    [...states].flatMap(([code, state]) => (selected.includes(state) ? code : []));
  return { voided: codes("voided"), used: codes("used"), kept: codes("others", "held") };
};

export const voidCoupons: WriteOperation<VoidCoupons, Done> = {
  describe: ({ t }, { coupons, set, who }) =>
    t("staff.what.takeBack", {
      set: clip(set, 100),
      who,
      codes: clip(coupons.map(({ code }) => code).join(", "), 150),
    }),
  async perform({ loyalty, options }, { coupons, memberUuid }) {
    const states = new Map<string, CouponState>();
    let refusal: Refusal | null = null;
    for (const coupon of coupons) {
      try {
        const { state, refused } = await takeBack(loyalty, coupon, memberUuid, options);
        refusal ??= refused;
        states.set(coupon.code, state);
      } catch (error) {
        const isPartly = doneOf(states).voided.length > 0;
        throw isPartly && error instanceof LoyaltyError ? new PartialWriteError(error) : error;
      }
    }
    const done = doneOf(states);
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async find({ loyalty, signal }, { coupons, memberUuid }) {
    const states = new Map<string, CouponState>();
    for (const coupon of coupons) {
      states.set(coupon.code, await couponStateOf(loyalty, coupon, memberUuid, signal));
    }
    const found = new Set(states.values());
    // It may have been taken back before somebody else got it.
    if (found.has("others")) return "unclear";
    const done = doneOf(states);
    const isHeld = found.has("held");
    if (done.voided.length > 0) return isHeld ? { partly: done } : { done };
    return isHeld ? "nothing" : refusals.used;
  },
  resultView: ({ t }, { set, who }, { voided, used, kept = [] }) => ({
    title: t("staff.done.takeBack", { set: clip(set, 100), who }),
    facts: [
      ...voided,
      ...used.map((code) => t("staff.coupon.kept", { code })),
      ...kept.map((code) => t("staff.coupon.left", { code })),
    ],
  }),
  asUndo: {
    describe: ({ t }, { coupons, set, who }) =>
      t("staff.what.undo.give", { count: coupons.length, set: clip(set, 100), who }),
    title: ({ t }, { set, who }, { voided }) =>
      t("staff.undone.give", { count: voided.length, set: clip(set, 100), who }),
  },
  takenBack: (_order, { voided }) => ({ gifts: voided.length, points: 0 }),
};
