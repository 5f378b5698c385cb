/** What staff are shown: a title, some facts, and buttons. */
import type { Action, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { Look } from "../context.ts";
import { button, clip, column, flex, ink, line, panel } from "../views/flex-components.ts";

const mostOptions = 10;
const longestLine = 300;

/** One message: what it is about, facts below each other, then buttons, of which the first stands out. */
export function sheet(
  { brand }: Look,
  title: string,
  facts: readonly string[],
  actions: readonly Action[] = [],
): Message {
  const lines = facts.filter(Boolean).map((fact) => clip(fact, longestLine));
  const buttons = actions.map((action, index) =>
    button(action, index === 0 ? brand.accent : undefined),
  );
  return flex([title, ...lines].join("\n"), [
    panel(
      brand.color,
      [
        line(clip(title, longestLine), { weight: "bold" }),
        ...lines.map((fact) => line(fact, { size: "sm", margin: "sm" })),
      ],
      {
        size: "mega",
        ...(buttons.length > 0 && {
          footer: column(buttons, { spacing: "sm", paddingAll: "12px" }),
        }),
      },
    ),
  ]);
}

export interface Option {
  title: string;
  facts: readonly string[];
  action: Action;
}

/** Asks which of several is meant. */
export function choose(look: Look, title: string, options: readonly Option[]): Message {
  const { say, brand } = look;
  const shown = options.slice(0, mostOptions);
  const left = options.length - shown.length;
  const rows = shown.flatMap(({ title: name, facts, action }, index): FlexComponent[] => [
    ...(index > 0 ? [{ type: "separator" as const, margin: "md", color: ink.line }] : []),
    column(
      [
        line(clip([name, ...facts].filter(Boolean).join(" · "), longestLine), {
          size: "xs",
          color: ink.soft,
        }),
        button({ ...action, label: clip(name || "–", 20) }),
      ],
      { margin: "md" },
    ),
  ]);
  const more = left > 0 ? say("staff.more", { count: left }) : "";
  const told = shown.map(({ title: name, facts }) => [name, ...facts].join(" "));
  return flex([title, ...told, more].filter(Boolean).join("\n"), [
    panel(
      brand.color,
      [
        line(title, { weight: "bold" }),
        ...rows,
        ...(more ? [line(more, { size: "xs", color: ink.soft, margin: "lg" })] : []),
      ],
      { size: "mega" },
    ),
  ]);
}

/** A plain answer. */
export const text = (words: string): Message => ({ type: "text", text: clip(words, 5000) });
