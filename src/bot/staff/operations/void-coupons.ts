/** Taking given coupons back, as long as they aren't used. */
import type { Connect } from "../../../loyalty/client.ts";
import { ConnectError } from "../../../loyalty/errors.ts";
import { clip } from "../../views/flex-components.ts";
import {
  Unfinished,
  refusalIn,
  type Concerned,
  type Refusal,
  type WriteKind,
} from "./write-operation.ts";

interface Given {
  uuid: string;
  code: string;
}

export interface TakingBack extends Concerned {
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

/** How a coupon stands with the member whom it was given to. @throws {ConnectError} */
async function standingOf(
  connect: Connect,
  { uuid, code }: Given,
  memberUuid: string,
  signal: AbortSignal | undefined,
): Promise<Standing> {
  const { coupon } = await connect.checkCoupon({ code }, { signal });
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

export const takingBack: WriteKind<TakingBack, Done> = {
  what: ({ say }, { coupons, set, who }) =>
    say("staff.what.takeBack", {
      set: clip(set, 100),
      who,
      codes: clip(coupons.map(({ code }) => code).join(", "), 150),
    }),
  async perform({ connect, options }, { coupons, memberUuid }) {
    const standings = new Map<string, Standing>();
    let refusal: Refusal | null = null;
    for (const coupon of coupons) {
      const standing = () => standingOf(connect, coupon, memberUuid, options.signal);
      try {
        let now = await standing();
        if (now === "held") {
          try {
            await connect.voidGiveCoupon({ couponUuid: coupon.uuid }, options);
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
        throw isPartly && error instanceof ConnectError ? new Unfinished(error) : error;
      }
    }
    const done = doneOf(standings);
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async find({ connect, signal }, { coupons, memberUuid }) {
    const standings = new Map<string, Standing>();
    for (const coupon of coupons) {
      standings.set(coupon.code, await standingOf(connect, coupon, memberUuid, signal));
    }
    const done = doneOf(standings);
    const isHeld = [...standings.values()].includes("held");
    if (done.voided.length > 0) return isHeld ? { partly: done } : { done };
    if (isHeld) return "nothing";
    return done.used.length > 0 ? refusals.used : refusals.others;
  },
  ended: ({ say }, { set, who }, { voided, used, kept = [] }) => ({
    title: say("staff.done.takeBack", { set: clip(set, 100), who }),
    facts: [
      ...voided,
      ...used.map((code) => say("staff.coupon.kept", { code })),
      ...kept.map((code) => say("staff.coupon.left", { code })),
    ],
  }),
  concerns: (order) => order,
  takenBack: (_order, { voided }) => ({ gifts: voided.length, points: 0 }),
};
