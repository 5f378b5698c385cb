/** A list for staff: rows of text, each with buttons for what comes next. */
import type { Action, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { ensureContrast } from "../views/color-contrast.ts";
import {
  button,
  buttonFooter,
  clip,
  coloredBox,
  flex,
  palette,
  row,
  textLine,
} from "../views/flex-components.ts";

/** Ten rows of two buttons stay far below LINE's 30 KB for a bubble, whatever their texts. */
const rowsPerBubble = 10;
const maxRowLength = 300;

export interface ListRow {
  text: string;
  /** At most two: they stand side by side. */
  actions?: readonly Action[];
}

/** A bubble of a list: at most ten rows. */
export interface ListPage {
  title: string;
  rows: readonly ListRow[];
}

/**
 * A list in one bubble, or a carousel of bubbles with ten rows each.
 * @param actions buttons below the last row.
 */
export function listCard(
  ctx: RenderContext,
  title: string,
  rows: readonly ListRow[],
  actions: readonly Action[] = [],
): Message {
  const shown = rows.filter(({ text }) => text);
  const pages: ListPage[] = [];
  for (let from = 0; from < shown.length || from === 0; from += rowsPerBubble) {
    pages.push({ title, rows: shown.slice(from, from + rowsPerBubble) });
  }
  const altText = [title, ...shown.map(({ text }) => text)].join("\n");
  return pagedList(ctx, altText, pages, actions);
}

/**
 * A list in bubbles of their own titles.
 * @param actions buttons below the last row.
 */
export function pagedList(
  { brand }: RenderContext,
  altText: string,
  pages: readonly ListPage[],
  actions: readonly Action[] = [],
): Message {
  const buttons = actions.map((action, index) =>
    button(action, index === 0 ? brand.accent : undefined),
  );
  return flex(
    altText,
    pages.map(({ title, rows }, index) =>
      coloredBox(
        brand.color,
        [
          textLine(clip(title, maxRowLength), { weight: "bold" }),
          ...rows.flatMap((one, place) => [
            ...(place > 0 && (hasButtons(one) || hasButtons(rows[place - 1])) ? [separator] : []),
            ...rowView(one, brand.accent),
          ]),
        ],
        {
          size: "mega",
          ...(index === pages.length - 1 && buttonFooter(buttons)),
        },
      ),
    ),
  );
}

/** Sets a row with buttons off from those around it, so that it is clear whose they are. */
const separator: FlexComponent = { type: "separator", margin: "md", color: palette.line };

const hasButtons = (one?: ListRow): boolean => (one?.actions ?? []).length > 0;

function rowView({ text, actions = [] }: ListRow, accent: string): FlexComponent[] {
  const line = textLine(clip(text, maxRowLength), { size: "sm", margin: "md" });
  if (actions.length === 0) return [line];
  const buttons = actions.map((action): FlexComponent => ({
    type: "button",
    action,
    style: "link",
    color: ensureContrast(accent),
    height: "sm",
    adjustMode: "shrink-to-fit",
  }));
  return [line, row(buttons)];
}
