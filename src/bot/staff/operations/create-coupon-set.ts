/** Creating a coupon set. */
import type { Input } from "../../../loyalty/contract.ts";
import { clip } from "../../views/flex-components.ts";
import { instantOf } from "../../views/dates.ts";
import { readFiltered } from "./find-written-rows.ts";
import type { WriteKind } from "./write-operation.ts";

export interface Making {
  input: Input<"createCouponSet">;
}

interface Done {
  uuid: string;
}

export const making: WriteKind<Making, Done> = {
  what: ({ say }, { input }) => say("staff.what.create", { set: clip(input.name, 100) }),
  async perform({ connect, options }, { input }, ref_id) {
    const { uuid } = await connect.createCouponSet({ ...input, ref_id }, options);
    return { done: { uuid } };
  },
  async find({ connect, refId, since, signal }, { input }) {
    const { rows, whole } = await readFiltered(
      (query) => connect.getCouponSet(query, { signal }),
      [{ search: input.name }, {}],
      ({ uuid }) => uuid,
      () => false,
    );
    const alike = rows.filter(({ name }) => name === input.name);
    // The contract's sets don't tell which order made them; some platforms' may.
    const ours = alike.find((set) => "ref_id" in set && set.ref_id === refId);
    if (ours) return { done: { uuid: ours.uuid } };
    // Else one of that name from since then may be anybody's.
    const isDoubtful = alike.some(
      ({ created_at }) => since === null || (instantOf(created_at) ?? Infinity) >= since,
    );
    return isDoubtful || !whole ? "unclear" : "nothing";
  },
  ended: ({ say }, { input }) => ({
    title: say("staff.done.create", { set: clip(input.name, 100) }),
    facts: [],
  }),
};
