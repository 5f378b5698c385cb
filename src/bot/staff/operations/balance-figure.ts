/** The balance after a movement of points, as the large figure of its result. */
import type { RenderContext } from "../../context.ts";
import type { ResultView } from "./write-operation.ts";

/** @param before, like `balance`, in points. */
export function balanceFigure(
  { t }: RenderContext,
  balance: number,
  before: number,
): NonNullable<ResultView["figure"]> {
  const label = t("staff.balance.new");
  const value = t("number", { number: balance });
  const note = t("staff.balance.before", { before });
  return { label, value, note, text: t("staff.balance", { before, after: balance }) };
}
