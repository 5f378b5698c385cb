/** The operation that sets the price of a reward, or takes it back; it changes the store, not the platform. */
import type { PriceChange } from "../../../store/staff-prices.ts";
import { clip } from "../../views/flex-components.ts";
import type { WriteOperation } from "./write-operation.ts";

export interface SetRewardPrice extends PriceChange {
  /** The set's name. */
  set: string;
}

type Done = Pick<PriceChange, "after">;

const maxNameLength = 100;

export const setRewardPrice: WriteOperation<SetRewardPrice, Done> = {
  describe({ t }, { set, after }) {
    const name = clip(set, maxNameLength);
    return after === null
      ? t("staff.what.priceOff", { set: name })
      : t("staff.what.price", { set: name, points: after });
  },
  async perform({ prices, options }, { setUuid, before, after }) {
    // Recorded like a send: after a crash the store is read before it is changed once more.
    await options.beforeSend?.(0);
    const isSet = await prices.replace({ setUuid, before, after });
    return isSet ? { done: { after } } : { refused: "PRICE_CHANGED", detail: null };
  },
  async find({ prices }, { setUuid, after }) {
    return (await prices.of(setUuid)) === after ? { done: { after } } : "nothing";
  },
  resultView({ t }, { set, after }) {
    const name = clip(set, maxNameLength);
    const title =
      after === null
        ? t("staff.done.priceOff", { set: name })
        : t("staff.done.price", { set: name, points: after });
    return { title, facts: [] };
  },
  undo: (order) => ({
    operation: "set_reward_price",
    order: { ...order, before: order.after, after: order.before },
  }),
};
