/** Taking given coupons back, as long as they aren't used. */
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { clip } from "../../views/flex-components.ts";
import {
  Unfinished,
  refusalIn,
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
  /** Were used meanwhile. */
  used: string[];
  /** Couldn't be taken back for another reason; former versions kept none. */
  kept?: string[];
}

type Standing = "held" | "voided" | "used" | "others";

const refusals: Record<Exclude<Standing, "held" | "voided">, Refusal> = {
  used: { refused: "COUPON_USED", detail: null },
  others: { refused: "COUPON_OTHER_MEMBER", detail: null },
};

/** How a coupon stands with the member whom it was given to. @throws {LoyaltyError} */
async function standingOf(
  loyalty: LoyaltyClient,
  { uuid, code }: Given,
  memberUuid: string,
  signal: AbortSignal | undefined,
): Promise<Standing> {
  const { coupon } = await loyalty.checkCoupon({ code }, { signal });
  if (coupon.status === "VOIDED" || coupon.status === "PENDING") return "voided";
  const holder = coupon.member_uuid ?? memberUuid;
  if (coupon.uuid !== uuid || (memberUuid && holder !== memberUuid)) return "others";
  return coupon.status === "USED" ? "used" : "held";
}

const doneOf = (standings: ReadonlyMap<string, Standing>): Required<Done> => {
  const codes = (...wanted: Standing[]) =>
    [...standings].flatMap(([code, standing]) => (wanted.includes(standing) ? code : []));
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
    const standings = new Map<string, Standing>();
    let refusal: Refusal | null = null;
    for (const coupon of coupons) {
      const standing = () => standingOf(loyalty, coupon, memberUuid, options.signal);
      try {
        let now = await standing();
        if (now === "held") {
          try {
            await loyalty.voidGiveCoupon({ couponUuid: coupon.uuid }, options);
            now = "voided";
          } catch (error) {
            const refused = refusalIn(error);
            if (!refused) throw error;
            refusal ??= refused;
            now = await standing();
          }
        }
        if (now === "used" || now === "others") refusal ??= refusals[now];
        standings.set(coupon.code, now);
      } catch (error) {
        const isPartly = doneOf(standings).voided.length > 0;
        throw isPartly && error instanceof LoyaltyError ? new Unfinished(error) : error;
      }
    }
    const done = doneOf(standings);
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async find({ loyalty, signal }, { coupons, memberUuid }) {
    const standings = new Map<string, Standing>();
    for (const coupon of coupons) {
      standings.set(coupon.code, await standingOf(loyalty, coupon, memberUuid, signal));
    }
    const done = doneOf(standings);
    const isHeld = [...standings.values()].includes("held");
    if (done.voided.length > 0) return isHeld ? { partly: done } : { done };
    if (isHeld) return "nothing";
    return done.used.length > 0 ? refusals.used : refusals.others;
  },
  resultView: ({ t }, { set, who }, { voided, used, kept = [] }) => ({
    title: t("staff.done.takeBack", { set: clip(set, 100), who }),
    facts: [
      ...voided,
      ...used.map((code) => t("staff.coupon.kept", { code })),
      ...kept.map((code) => t("staff.coupon.left", { code })),
    ],
  }),
  affectedMember: (order) => order,
  takenBack: (_order, { voided }) => ({ gifts: voided.length, points: 0 }),
};
