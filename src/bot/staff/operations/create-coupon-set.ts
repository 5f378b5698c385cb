/** The operation that creates a coupon set. */
import type { Input } from "../../../loyalty/contract.ts";
import { clip } from "../../views/flex-components.ts";
import { latestMomentOf } from "../../../loyalty/platform-time.ts";
import { readFiltered } from "./find-written-rows.ts";
import type { WriteOperation } from "./write-operation.ts";

export interface CreateCouponSet {
  input: Input<"createCouponSet">;
}

interface Done {
  uuid: string;
}

export const createCouponSet: WriteOperation<CreateCouponSet, Done> = {
  describe: ({ t }, { input }) => t("staff.what.create", { set: clip(input.name, 100) }),
  async perform({ loyalty, options }, { input }, ref_id) {
    const { uuid } = await loyalty.createCouponSet({ ...input, ref_id }, options);
    return { done: { uuid } };
  },
  async find({ loyalty, refId, since, signal }, { input }) {
    const { rows, isComplete } = await readFiltered(
      (query) => loyalty.getCouponSet(query, { signal }),
      [{ search: input.name }, {}],
      ({ uuid }) => uuid,
      () => false,
    );
    const alike = rows.filter(({ name }) => name === input.name);
    // The contract has no `ref_id` on sets, but some platforms may send it.
    const ours = alike.find((set) => "ref_id" in set && set.ref_id === refId);
    if (ours) return { done: { uuid: ours.uuid } };
    // Without the key, a recent set of that name may be ours or somebody else's.
    const isDoubtful = alike.some(
      ({ created_at }) => since === null || (latestMomentOf(created_at) ?? Infinity) >= since,
    );
    return isDoubtful || !isComplete ? "unclear" : "nothing";
  },
  resultView: ({ t }, { input }) => ({
    title: t("staff.done.create", { set: clip(input.name, 100) }),
    facts: [],
  }),
};
