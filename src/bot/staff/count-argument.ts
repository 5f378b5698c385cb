/** Reads a command's argument that is a number of points or coupons, and asks for another where it isn't possible. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../context.ts";
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
  return { reply: { messages: [wrongNumber(ctx, written, max)] } };
}

/** Says what a number has to be: whole and above 0, and what it can be at most where it is too much. */
export function wrongNumber({ t }: RenderContext, written: string, most: number): Message {
  const shown = clip(written, 60);
  const isTooMuch = (wholeNumber(written) ?? 0) > most;
  return text(
    isTooMuch
      ? t("staff.number.most", { written: shown, most })
      : t("staff.number.wrong", { written: shown }),
  );
}
