/** Creating a coupon set. */
import type { Input } from "../../connect/contract.ts";
import { clip } from "../flex.ts";
import { instantOf } from "../dates.ts";
import { skewMs, type WriteKind } from "./kind.ts";

export interface Making {
  input: Input<"createCouponSet">;
}

interface Done {
  uuid: string;
}

export const making: WriteKind<Making, Done> = {
  what: ({ say }, { input }) => say("staff.what.create", { set: clip(input.name, 100) }),
  async perform(connect, { input }, ref_id, signal) {
    const { uuid } = await connect.createCouponSet({ ...input, ref_id }, { signal });
    return { uuid };
  },
  async find(connect, { input }, { takenAt }, signal) {
    const query = { search: input.name, size: 100, sort: "-created_at" };
    const { data } = await connect.getCouponSet(query, { signal });
    const alike = data.filter(({ name }) => name === input.name);
    // A set doesn't tell which order made it, so one of that name from since then may be anybody's.
    const isDoubtful = alike.some(
      ({ created_at }) => (instantOf(created_at) ?? Infinity) >= (takenAt ?? 0) - skewMs,
    );
    return isDoubtful ? "unclear" : "nothing";
  },
  ended: ({ say }, { input }) => ({
    title: say("staff.done.create", { set: clip(input.name, 100) }),
    facts: [],
  }),
};
