/** Defines the rich menus: the buttons of each audience in each language, with the labels and postbacks of the chat's buttons. */
import type { Brand } from "../bot/context.ts";
import type { Messages, Translate } from "../bot/i18n/translate.ts";
import { emptyPostback, parsePostback, tilePostback } from "../bot/routing/postback.ts";
import * as ui from "../bot/views/flex-components.ts";
import type { Language } from "../config/environment-schema.ts";
import type { Action, RichMenu } from "../line/messages/message-types.ts";

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
interface Bounds {
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
        chatBarText: ui.clipGraphemes(
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
            action: ui.uriAction(t("join.button"), registerUrl),
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
  action: ui.postbackAction(label, intent),
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
    action: ui.withLabelWithin(button.action, maxLabelLength),
    bounds: { x: edge(index), y, width: edge(index + 1) - edge(index), height: rowHeight },
  }));
}

/** The icons of the rich menus' buttons: SVG path data on a 24 by 24 grid. */
export const icons = {
  points: "M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1L3.200 9.400l6.1-.8z",
  card: "M3 6h18v12H3zM3 10h18M6.500 14.500h5",
  coupon:
    "M3 7h18v3.200a1.800 1.800 0 0 0 0 3.600V17H3v-3.200a1.800 1.800 0 0 0 0-3.600zM9 10v.01M9 12v.01M9 14v.01M12.500 12h4",
  history: "M12 21a9 9 0 1 0-8.500-6M3.500 20v-5h5M12 7.500V12l3 2",
  campaigns: "M4 10v4h3l8 4V6l-8 4zM7 14l1 5.500h2.500L9.500 15M18 9.500a3.500 3.500 0 0 1 0 5",
  language:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c-5 5.500-5 12.500 0 18M12 3c5 5.500 5 12.500 0 18",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.300 9.500a2.700 2.700 0 1 1 4 2.400c-.9.5-1.300 1-1.300 2M12 17v.01",
  join: "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20a7 7 0 0 1 12.500-4.200M18 14v6M15 17h6",
  registered: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.200l2.800 2.800L16 9.500",
  find: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  check: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8.500 12.200l2.500 2.500 4.500-5",
  use: "M3 7h18v3.200a1.800 1.800 0 0 0 0 3.600V17H3v-3.200a1.800 1.800 0 0 0 0-3.600zM9 12l2 2 4-4",
  scan: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16",
  redeem: "M4 9h14l-3.500-3.500M20 15H6l3.500 3.500",
  gift: "M4 11h16v9H4zM3 7.500h18V11H3zM12 7.500V20M12 7.500C9 7.500 7.500 6.500 7.500 5S9.500 3 12 7.500c2.500-4.500 4.500-4 4.500-2.500S15 7.500 12 7.500",
  add: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 8v8M8 12h8",
  approvals: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  audit: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  more: "M6.500 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM19.500 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z",
} as const;

type IconName = keyof typeof icons;
