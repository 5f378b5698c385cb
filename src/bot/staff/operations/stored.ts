/** The operations that change the store, not the platform: who is staff, and what a reward costs. */
import type { PriceChange } from "../../../store/staff-prices.ts";
import type { StaffIdentity } from "../../../store/staff.ts";
import type { RenderContext } from "../../context.ts";
import * as ui from "../../views/flex-components.ts";
import { roleName } from "../staff-directory.ts";
import type { Performed, WriteContext, WriteOperation } from "./write-operation.ts";

// The operations that remove somebody from the staff and that undo it; both change the store, not the platform.

type ChangedStaff = Pick<StaffIdentity, "lineId">;

const valuesOf = (ctx: RenderContext, { name, role }: StaffIdentity) => ({
  who: name,
  role: roleName(ctx, role),
});

export const removeStaff: WriteOperation<StaffIdentity, ChangedStaff> = {
  describe: (ctx, order) => ctx.t("staff.what.remove", valuesOf(ctx, order)),
  perform: (ctx, order) => change(ctx, order, "remove"),
  async find({ staff }, { lineId }) {
    return (await staff.roleOf(lineId)) === null ? { done: { lineId } } : "nothing";
  },
  resultView: (ctx, { name, role }) => ({
    title: ctx.t("staff.remove.done", { who: name }),
    facts: [roleName(ctx, role)],
  }),
  undo: (order) => ({ operation: "restore_staff", order }),
};

export const restoreStaff: WriteOperation<StaffIdentity, ChangedStaff> = {
  describe: (ctx, order) => ctx.t("staff.what.undo.remove", valuesOf(ctx, order)),
  perform: (ctx, order) => change(ctx, order, "restore"),
  async find({ staff }, { lineId, role }) {
    return (await staff.roleOf(lineId)) === role ? { done: { lineId } } : "nothing";
  },
  resultView: (ctx, order) => ({
    title: ctx.t("staff.undone.remove", valuesOf(ctx, order)),
    facts: [],
  }),
};

async function change(
  { staff, options }: WriteContext,
  order: StaffIdentity,
  way: "remove" | "restore",
): Promise<Performed<ChangedStaff>> {
  // Recorded like a send: after a crash the store is read before it is changed once more.
  await options.beforeSend?.(0);
  const refused = await staff[way](order);
  return refused ? { refused, detail: null } : { done: { lineId: order.lineId } };
}

export interface SetRewardPrice extends PriceChange {
  /** The set's name. */
  set: string;
}

type PriceSet = Pick<PriceChange, "after">;

const maxNameLength = 100;

/** The operation that sets the price of a reward, or takes it back; it changes the store, not the platform. */
export const setRewardPrice: WriteOperation<SetRewardPrice, PriceSet> = {
  describe({ t }, { set, after }) {
    const name = ui.clip(set, maxNameLength);
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
    const name = ui.clip(set, maxNameLength);
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
