/** Reads a command's argument that is a number of points or coupons, and asks for another where it isn't possible. */
import type { Reply } from "../context.ts";
import { clip } from "../views/flex-components.ts";
import { wholeNumber } from "./argument-parser.ts";
import { expectInput, type CommandContext } from "./command.ts";
import { text } from "./staff-views.ts";

/** @returns a whole number from 1 to `max`, or the reply that names what was written; the next text is taken instead. */
export function readCount(
  ctx: CommandContext,
  parameter: string,
  max: number,
): { count: number } | { reply: Reply } {
  const { [parameter]: written = "", ...others } = ctx.args;
  const count = wholeNumber(written);
  if (count !== null && count >= 1 && count <= max) return { count };
  expectInput(ctx, parameter, others);
  const values = { written: clip(written, 60), most: max };
  return { reply: { messages: [text(ctx.t("staff.number.wrong", values))] } };
}
