/** The operations that remove somebody from the staff and that undo it; both change the store, not the platform. */
import type { StaffIdentity } from "../../../store/staff.ts";
import type { RenderContext } from "../../context.ts";
import { roleName } from "../role-name.ts";
import type { Performed, WriteContext, WriteOperation } from "./write-operation.ts";

type Done = Pick<StaffIdentity, "lineId">;

const valuesOf = (ctx: RenderContext, { name, role }: StaffIdentity) => ({
  who: name,
  role: roleName(ctx, role),
});

export const removeStaff: WriteOperation<StaffIdentity, Done> = {
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

export const restoreStaff: WriteOperation<StaffIdentity, Done> = {
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
): Promise<Performed<Done>> {
  // Recorded like a send: after a crash the store is read before it is changed once more.
  await options.beforeSend?.(0);
  const refused = await staff[way](order);
  return refused ? { refused, detail: null } : { done: { lineId: order.lineId } };
}
