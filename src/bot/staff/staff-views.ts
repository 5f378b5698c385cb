/** Message views for staff: an info card, a result, a chooser and plain text. */
import type { Action, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../context.ts";
import { ensureContrast } from "../views/color-contrast.ts";
import * as ui from "../views/flex-components.ts";
import type { ResultView } from "./operations/write-operation.ts";

const maxOptions = 10;
const maxLineLength = 300;

/** A card with a title, a line per non-empty fact, and buttons, of which the first is highlighted. */
export function infoCard(
  { brand }: RenderContext,
  title: string,
  facts: readonly string[],
  actions: readonly Action[] = [],
): Message {
  const lines = facts.filter(Boolean).map((fact) => ui.clip(fact, maxLineLength));
  return ui.flex([title, ...lines].join("\n"), [
    ui.coloredBox(
      brand.color,
      [
        ui.textLine(ui.clip(title, maxLineLength), { weight: "bold" }),
        ...lines.map((fact) => ui.textLine(fact, { size: "sm", margin: "sm" })),
      ],
      { size: "mega", ...footer(brand, actions) },
    ),
  ]);
}

/** Buttons below a card, of which the first is highlighted. */
const footer = ({ accent }: RenderContext["brand"], actions: readonly Action[]) =>
  ui.buttonFooter(
    actions.map((action, index) => ui.button(action, index === 0 ? accent : undefined)),
  );

/**
 * The result of a write, which looks unlike its question: a check mark, one colour for all businesses, and
 * no button but small links at the edge, where no button of the question was: *Undo*, and what comes next.
 */
export function resultCard(
  { title, figure, facts }: ResultView,
  undo: Action | null = null,
  next: Action | null = null,
): Message {
  const heading = `✓ ${ui.clip(title, maxLineLength)}`;
  const lines = facts.filter(Boolean).map((fact) => ui.clip(fact, maxLineLength));
  const altLines = [heading, figure?.text ?? "", ...lines].filter(Boolean);
  return ui.flex(altLines.join("\n"), [
    ui.coloredBox(
      ui.palette.done,
      [
        ui.textLine(heading, { weight: "bold", color: ui.palette.done }),
        ...(figure
          ? [
              ui.textLine(figure.label, { size: "xs", color: ui.palette.soft, margin: "lg" }),
              ui.textLine(figure.value, { size: "3xl", weight: "bold" }),
              ui.textLine(figure.note, { size: "xs", color: ui.palette.soft }),
            ]
          : []),
        ...lines.map((fact) => ui.textLine(fact, { size: "sm", margin: "sm" })),
        ...quietLinks([
          ...(next ? [link(next, { color: ui.palette.done, weight: "bold" })] : []),
          ...(undo ? [link(undo, { color: ui.palette.soft })] : []),
        ]),
      ],
      { size: "mega" },
    ),
  ]);
}

/** A row of links at the right edge. */
const quietLinks = (links: FlexComponent[]): FlexComponent[] =>
  links.length > 0 ? [ui.row(links, { justifyContent: "flex-end", margin: "md" })] : [];

const link = (action: Action, style: ui.TextProps): FlexComponent =>
  ui.column([ui.textLine(action.label ?? "", { size: "sm", decoration: "underline", ...style })], {
    flex: 0,
    paddingAll: "8px",
    action,
  });

interface Option {
  title: string;
  facts: readonly string[];
  action: Action;
}

/** A list to choose one of several options from; shows at most ten and says how many are left out. */
export function chooser(ctx: RenderContext, title: string, options: readonly Option[]): Message {
  const { t, brand } = ctx;
  const shown = options.slice(0, maxOptions);
  const left = options.length - shown.length;
  const rows = shown.flatMap(({ title: name, facts, action }, index): FlexComponent[] => {
    const label = ui.clipGraphemes(name || "–", ui.buttonLabelLimit);
    // The name is in the button, unless it is too long for it.
    const lines = ui.dotted([label === name ? "" : name, ...facts]);
    return [
      ...(index > 0 ? [{ type: "separator" as const, margin: "md", color: ui.palette.line }] : []),
      ui.column(
        [
          ...ui.optionalLine(ui.clip(lines, maxLineLength), {
            size: "sm",
            color: ui.palette.soft,
            align: "center",
          }),
          ui.button({ ...action, label }),
        ],
        { margin: "md" },
      ),
    ];
  });
  const more = left > 0 ? t("staff.more", { count: left }) : "";
  const altLines = shown.map(({ title: name, facts }) => [name, ...facts].join(" "));
  return ui.flex([title, ...altLines, more].filter(Boolean).join("\n"), [
    ui.coloredBox(
      brand.color,
      [
        ui.textLine(title, { weight: "bold" }),
        ...rows,
        ...(more ? [ui.textLine(more, { size: "xs", color: ui.palette.soft, margin: "lg" })] : []),
      ],
      { size: "mega" },
    ),
  ]);
}

/** A text message, cut to LINE's limit of 5000 characters. */
export const textMessage = (words: string): Message => ({
  type: "text",
  text: ui.clip(words, 5000),
});

export const textReply = (words: string): Reply => ({ messages: [textMessage(words)] });

/** The balance after a movement of points, as the large figure of its result. @param before, like `balance`, in points. */
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

// A list for staff: rows of text, each with buttons for what comes next.

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
  return ui.flex(
    altText,
    pages.map(({ title, rows }, index) =>
      ui.coloredBox(
        brand.color,
        [
          ui.textLine(ui.clip(title, maxRowLength), { weight: "bold" }),
          ...rows.flatMap((one, place) => [
            ...(place > 0 && (hasButtons(one) || hasButtons(rows[place - 1])) ? [separator] : []),
            ...rowView(one, brand.accent),
          ]),
        ],
        { size: "mega", ...(index === pages.length - 1 && footer(brand, actions)) },
      ),
    ),
  );
}

/** Sets a row with buttons off from those around it, so that it is clear whose they are. */
const separator: FlexComponent = { type: "separator", margin: "md", color: ui.palette.line };

const hasButtons = (one?: ListRow): boolean => (one?.actions ?? []).length > 0;

function rowView({ text, actions = [] }: ListRow, accent: string): FlexComponent[] {
  const line = ui.textLine(ui.clip(text, maxRowLength), { size: "sm", margin: "md" });
  if (actions.length === 0) return [line];
  const buttons = actions.map((action): FlexComponent => ({
    type: "button",
    action,
    style: "link",
    color: ensureContrast(accent),
    height: "sm",
    adjustMode: "shrink-to-fit",
  }));
  return [line, ui.row(buttons)];
}
