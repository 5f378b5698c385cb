/** Taking given coupons back, as long as they aren't used. */
import { ConnectError } from "../../connect/errors.ts";
import { clip } from "../flex.ts";
import type { Concerned, WriteKind } from "./kind.ts";

export interface TakingBack extends Concerned {
  coupons: { uuid: string; code: string }[];
  set: string;
}

interface Done {
  voided: string[];
  /** Were used meanwhile. */
  used: string[];
}

export const takingBack: WriteKind<TakingBack, Done> = {
  repeatable: true,
  what: ({ say }, { coupons, set, who }) =>
    say("staff.what.takeBack", {
      set: clip(set, 100),
      who,
      codes: clip(coupons.map(({ code }) => code).join(", "), 150),
    }),
  async perform(connect, { coupons }, _refId, signal) {
    const done: Done = { voided: [], used: [] };
    let refusal: ConnectError | null = null;
    for (const { uuid, code } of coupons) {
      try {
        await connect.voidGiveCoupon({ couponUuid: uuid }, { signal });
        done.voided.push(code);
      } catch (error) {
        if (!(error instanceof ConnectError) || error.code !== "COUPON_USED") throw error;
        refusal = error;
        done.used.push(code);
      }
    }
    if (refusal && done.voided.length === 0) throw refusal;
    return done;
  },
  ended: ({ say }, { set, who }, { voided, used }) => ({
    title: say("staff.done.takeBack", { set: clip(set, 100), who }),
    facts: [...voided, ...used.map((code) => say("staff.coupon.kept", { code }))],
  }),
  concerns: (order) => order,
};
