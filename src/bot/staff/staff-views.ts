/** Message views for staff: an info card, a result, a chooser and plain text. */
import type { Action, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { Reply, RenderContext } from "../context.ts";
import type { ResultView } from "./operations/write-operation.ts";
import {
  button,
  buttonFooter,
  clip,
  buttonLabelLimit,
  clipGraphemes,
  column,
  flex,
  optionalLine,
  palette,
  row,
  textLine,
  coloredBox,
  type TextProps,
} from "../views/flex-components.ts";

const maxOptions = 10;
const maxLineLength = 300;

/** A card with a title, a line per non-empty fact, and buttons, of which the first is highlighted. */
export function infoCard(
  { brand }: RenderContext,
  title: string,
  facts: readonly string[],
  actions: readonly Action[] = [],
): Message {
  const lines = facts.filter(Boolean).map((fact) => clip(fact, maxLineLength));
  const buttons = actions.map((action, index) =>
    button(action, index === 0 ? brand.accent : undefined),
  );
  return flex([title, ...lines].join("\n"), [
    coloredBox(
      brand.color,
      [
        textLine(clip(title, maxLineLength), { weight: "bold" }),
        ...lines.map((fact) => textLine(fact, { size: "sm", margin: "sm" })),
      ],
      {
        size: "mega",
        ...buttonFooter(buttons),
      },
    ),
  ]);
}

/**
 * The result of a write, which looks unlike its question: a check mark, one colour for all businesses, and
 * no button but small links at the edge, where no button of the question was: *Undo*, and what comes next.
 */
export function resultCard(
  { title, figure, facts }: ResultView,
  undo: Action | null = null,
  next: Action | null = null,
): Message {
  const heading = `✓ ${clip(title, maxLineLength)}`;
  const lines = facts.filter(Boolean).map((fact) => clip(fact, maxLineLength));
  const altLines = [heading, figure?.text ?? "", ...lines].filter(Boolean);
  return flex(altLines.join("\n"), [
    coloredBox(
      palette.done,
      [
        textLine(heading, { weight: "bold", color: palette.done }),
        ...(figure
          ? [
              textLine(figure.label, { size: "xs", color: palette.soft, margin: "lg" }),
              textLine(figure.value, { size: "3xl", weight: "bold" }),
              textLine(figure.note, { size: "xs", color: palette.soft }),
            ]
          : []),
        ...lines.map((fact) => textLine(fact, { size: "sm", margin: "sm" })),
        ...quietLinks([
          ...(next ? [link(next, { color: palette.done, weight: "bold" })] : []),
          ...(undo ? [link(undo, { color: palette.soft })] : []),
        ]),
      ],
      { size: "mega" },
    ),
  ]);
}

/** A row of links at the right edge. */
const quietLinks = (links: FlexComponent[]): FlexComponent[] =>
  links.length > 0 ? [row(links, { justifyContent: "flex-end", margin: "md" })] : [];

const link = (action: Action, style: TextProps): FlexComponent =>
  column([textLine(action.label ?? "", { size: "sm", decoration: "underline", ...style })], {
    flex: 0,
    paddingAll: "8px",
    action,
  });

export interface Option {
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
    const label = clipGraphemes(name || "–", buttonLabelLimit);
    // The name is in the button, unless it is too long for it.
    const lines = [label === name ? "" : name, ...facts].filter(Boolean).join(" · ");
    return [
      ...(index > 0 ? [{ type: "separator" as const, margin: "md", color: palette.line }] : []),
      column(
        [
          ...optionalLine(clip(lines, maxLineLength), {
            size: "sm",
            color: palette.soft,
            align: "center",
          }),
          button({ ...action, label }),
        ],
        { margin: "md" },
      ),
    ];
  });
  const more = left > 0 ? t("staff.more", { count: left }) : "";
  const altLines = shown.map(({ title: name, facts }) => [name, ...facts].join(" "));
  return flex([title, ...altLines, more].filter(Boolean).join("\n"), [
    coloredBox(
      brand.color,
      [
        textLine(title, { weight: "bold" }),
        ...rows,
        ...(more ? [textLine(more, { size: "xs", color: palette.soft, margin: "lg" })] : []),
      ],
      { size: "mega" },
    ),
  ]);
}

/** A text message, cut to LINE's limit of 5000 characters. */
export const text = (words: string): Message => ({ type: "text", text: clip(words, 5000) });

export const textReply = (words: string): Reply => ({ messages: [text(words)] });

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
