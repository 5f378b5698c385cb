/** Defines the rich menus: the buttons of each audience in each language, with the labels and postbacks of the chat's buttons. */
import type { Brand } from "../bot/context.ts";
import {
  clipGraphemes,
  postbackAction,
  uriAction,
  withLabelWithin,
} from "../bot/views/flex-components.ts";
import { emptyPostback, parsePostback, tilePostback } from "../bot/routing/postback.ts";
import type { Translate, Messages } from "../bot/i18n/translate.ts";
import type { Language } from "../config/environment-schema.ts";
import type { Action, RichMenu } from "../line/messages/message-types.ts";
import type { IconName } from "./icons.ts";

/** The shop's staff at the till, and those who manage it. */
const staffAudiences = ["cashier", "manager"] as const;
export type StaffAudience = (typeof staffAudiences)[number];

/** Members, users who aren't one active member on the platform, and the shop's staff. */
export const audiences = ["member", "stranger", ...staffAudiences] as const;
export type Audience = (typeof audiences)[number];

export const isStaffAudience = (audience: Audience | undefined): audience is StaffAudience =>
  staffAudiences.some((one) => one === audience);

/** Older versions had one menu for all staff. */
const formerStaffAudience = "staff";

/** A rectangle in pixels of the image. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A button with its position. */
export interface Tile {
  icon: IconName;
  label: string;
  action: Action;
  bounds: Bounds;
}

/** The rich menu of one audience in one language. */
export interface Menu {
  audience: Audience;
  language: Language;
  /** The text of the chat bar that opens the menu. */
  chatBarText: string;
  size: { width: number; height: number };
  tiles: readonly Tile[];
}

type Button = Omit<Tile, "bounds">;

const width = 2500;
const rowHeight = 843;
/** LINE's limits, in graphemes. */
const maxBarLength = 14;
const maxLabelLength = 20;

/** All rich menus of the account. @param offered the languages, the account's default first. */
export const createMenus = (
  offered: readonly Language[],
  { messages, brand }: { messages: Messages; brand: Pick<Brand, "registerUrl"> },
): Menu[] =>
  offered.flatMap((language) =>
    audiences.map((audience): Menu => {
      const t = messages.in(language);
      const rows = buttons[audience](t, brand.registerUrl);
      return {
        audience,
        language,
        chatBarText: clipGraphemes(
          t(isStaffAudience(audience) ? "staff.menu.bar" : "menu.bar"),
          maxBarLength,
        ),
        size: { width, height: rows.length * rowHeight },
        tiles: rows
          .flatMap((row, index) => positionRow(row, index * rowHeight))
          .map((tile) => ({ ...tile, action: withTile(tile.action, audience) })),
      };
    }),
  );

/** Names the tile in its postback, so that taps on it can be counted; LINE tells of no others. */
function withTile(action: Action, audience: Audience): Action {
  if (action.type !== "postback" || action.data === undefined) return action;
  const asked = action.fillInText?.trim() ?? parsePostback(action.data).action;
  const name = asked.replace(/^\//, "");
  return { ...action, data: tilePostback(action.data, `${audience}.${name}`) };
}

/** The rich menu alias of an audience and a language; it stays the same when the menu is replaced. */
export const aliasOf = ({ audience, language }: Pick<Menu, "audience" | "language">): string =>
  `loyalty-${audience}-${language.toLowerCase()}`;

/** Whether an alias has the form of `aliasOf`. */
export const isOurAlias = (alias: string): boolean =>
  [...audiences, formerStaffAudience].some((audience) => alias.startsWith(`loyalty-${audience}-`));

/** The alias whose menu takes the place of one that an older version made: what all staff may use is a cashier's. */
export const presentAlias = (alias: string): string =>
  alias.replace(`loyalty-${formerStaffAudience}-`, "loyalty-cashier-");

/** The request that creates the menu at LINE. @param name shown to the account's managers only. */
export const requestOf = ({ chatBarText, size, tiles }: Menu, name: string): RichMenu => ({
  name,
  size,
  selected: true,
  chatBarText: chatBarText,
  areas: tiles.map(({ bounds, action }) => ({ bounds, action })),
});

/** The rows of buttons by audience. */
const buttons: Record<Audience, (t: Translate, registerUrl: string | null) => Button[][]> = {
  member: (t) => [
    [
      intentButton("points", t("balance.label"), "balance"),
      intentButton("card", t("card.label"), "card"),
      intentButton("coupon", t("coupons.label"), "coupons"),
    ],
    [
      intentButton("history", t("history.label"), "history"),
      intentButton("campaigns", t("campaigns.label"), "campaigns"),
      intentButton("gift", t("rewards.label"), "rewards"),
      intentButton("help", t("help.label"), "help"),
    ],
  ],
  stranger: (t, registerUrl) => [
    [
      // Without a registration page, the greeting explains how to join.
      registerUrl
        ? {
            icon: "join",
            label: t("join.button"),
            action: uriAction(t("join.button"), registerUrl),
          }
        : intentButton("join", t("join.button"), "greeting"),
      intentButton("registered", t("join.registered"), "registered"),
      intentButton("language", t("language.label"), "language"),
      intentButton("help", t("help.label"), "help"),
    ],
  ],
  cashier: (t) => [
    [
      runButton("scan", t("staff.menu.scan"), "/scan"),
      commandButton("check", t("staff.menu.check"), "/check "),
      commandButton("find", t("staff.menu.find"), "/find "),
    ],
    [
      commandButton("use", t("staff.menu.use"), "/use "),
      runButton("redeem", t("rewards.label"), "/redeem"),
      runButton("help", t("help.label"), "/help"),
    ],
  ],
  manager: (t) => [
    [
      commandButton("find", t("staff.menu.find"), "/find "),
      runButton("gift", t("staff.next.gift"), "/gift"),
      commandButton("add", t("staff.next.add"), "/add "),
    ],
    [
      runButton("approvals", t("staff.menu.pending"), "/pending"),
      runButton("audit", t("staff.menu.audit"), "/audit"),
      runButton("more", t("staff.menu.more"), "/help"),
    ],
  ],
};

/** A button that asks for an intent by postback. */
const intentButton = (icon: IconName, label: string, intent: string): Button => ({
  icon,
  label,
  action: postbackAction(label, intent),
});

/** A button that runs a command without arguments. */
const runButton = intentButton;

/** A button that opens the keyboard with the start of a command. */
const commandButton = (icon: IconName, label: string, fillInText: string): Button => ({
  icon,
  label,
  action: {
    type: "postback",
    label,
    data: emptyPostback,
    inputOption: "openKeyboard",
    fillInText,
  },
});

/** Positions a row's buttons side by side over the whole width, without gaps. */
function positionRow(row: readonly Button[], y: number): Tile[] {
  const edge = (index: number) => Math.round((index * width) / row.length);
  return row.map((button, index) => ({
    ...button,
    action: withLabelWithin(button.action, maxLabelLength),
    bounds: { x: edge(index), y, width: edge(index + 1) - edge(index), height: rowHeight },
  }));
}
