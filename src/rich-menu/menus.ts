/** The rich menus: who gets which buttons, in which language. Made of the same words and requests as the buttons in the chat. */
import type { Brand } from "../bot/context.ts";
import { postbackAction, clip, uriAction } from "../bot/views/flex-components.ts";
import { emptyPostback } from "../bot/routing/text-router.ts";
import type { Translate, Messages } from "../bot/i18n/translate.ts";
import type { Language } from "../config/environment-schema.ts";
import type { Action, RichMenu } from "../line/messages/message-types.ts";
import type { IconName } from "./icons.ts";

/** Members of the shop, people whom the platform doesn't know as one active member, and the shop's staff. */
export const audiences = ["member", "stranger", "staff"] as const;
export type Audience = (typeof audiences)[number];

/** In the image's pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Tile {
  icon: IconName;
  label: string;
  action: Action;
  bounds: Bounds;
}

export interface Menu {
  audience: Audience;
  language: Language;
  /** What is on the bar under the menu, by which it is opened. */
  bar: string;
  size: { width: number; height: number };
  tiles: readonly Tile[];
}

type Button = Omit<Tile, "bounds">;

const width = 2500;
const rowHeight = 843;
const maxBarLength = 14;
const maxLabelLength = 20;

/** Every menu of the account. @param offered the languages, the account's default first. */
export const menusOf = (
  offered: readonly Language[],
  { words, brand }: { words: Messages; brand: Pick<Brand, "registerUrl"> },
): Menu[] =>
  offered.flatMap((language) =>
    audiences.map((audience): Menu => {
      const t = words.in(language);
      const rows = buttons[audience](t, brand.registerUrl);
      return {
        audience,
        language,
        bar: clip(t(audience === "staff" ? "staff.menu.bar" : "menu.bar"), maxBarLength),
        size: { width, height: rows.length * rowHeight },
        tiles: rows.flatMap((row, index) => placed(row, index * rowHeight)),
      };
    }),
  );

/** What the menu of an audience and a language is known by at LINE, however often it is made anew. */
export const aliasOf = ({ audience, language }: Pick<Menu, "audience" | "language">): string =>
  `loyalty-${audience}-${language.toLowerCase()}`;

export const isOurAlias = (alias: string): boolean =>
  audiences.some((audience) => alias.startsWith(`loyalty-${audience}-`));

/** The menu as LINE takes it. @param name for whoever manages the account's menus. */
export const requestOf = ({ bar, size, tiles }: Menu, name: string): RichMenu => ({
  name,
  size,
  selected: true,
  chatBarText: bar,
  areas: tiles.map(({ bounds, action }) => ({ bounds, action })),
});

/** The rows of buttons of each menu. */
const buttons: Record<Audience, (t: Translate, registerUrl: string | null) => Button[][]> = {
  member: (t) => [
    [
      asking("points", t("balance.label"), "balance"),
      asking("card", t("card.label"), "card"),
      asking("coupon", t("coupons.label"), "coupons"),
    ],
    [
      asking("history", t("history.label"), "history"),
      asking("campaigns", t("campaigns.label"), "campaigns"),
      asking("language", t("language.label"), "language"),
      asking("help", t("help.label"), "help"),
    ],
  ],
  stranger: (t, registerUrl) => [
    [
      // Where there is no page to join at, the greeting tells a stranger how to.
      registerUrl
        ? {
            icon: "join",
            label: t("join.button"),
            action: uriAction(t("join.button"), registerUrl),
          }
        : asking("join", t("join.button"), "greeting"),
      asking("registered", t("join.registered"), "registered"),
      asking("language", t("language.label"), "language"),
      asking("help", t("help.label"), "help"),
    ],
  ],
  staff: (t) => [
    [
      writing("find", t("staff.menu.find"), "/find "),
      writing("check", t("staff.menu.check"), "/check "),
      writing("use", t("staff.menu.use"), "/use "),
    ],
    [
      writing("member", t("staff.menu.member"), "/member "),
      writing("history", t("staff.menu.history"), "/history "),
      saying("campaigns", t("campaigns.label"), "/campaigns"),
      saying("help", t("help.label"), "/help"),
    ],
  ],
};

const asking = (icon: IconName, label: string, intent: string): Button => ({
  icon,
  label,
  action: postbackAction(label, intent),
});

const saying = (icon: IconName, label: string, text: string): Button => ({
  icon,
  label,
  action: { type: "message", label: clip(label, maxLabelLength), text },
});

/** Opens the keyboard with the beginning of an order in it. */
const writing = (icon: IconName, label: string, fillInText: string): Button => ({
  icon,
  label,
  action: {
    type: "postback",
    label: clip(label, maxLabelLength),
    data: emptyPostback,
    inputOption: "openKeyboard",
    fillInText,
  },
});

/** Side by side over the whole width, without a gap that a finger could fall into. */
function placed(row: readonly Button[], y: number): Tile[] {
  const edge = (index: number) => Math.round((index * width) / row.length);
  return row.map((button, index) => ({
    ...button,
    bounds: { x: edge(index), y, width: edge(index + 1) - edge(index), height: rowHeight },
  }));
}
