/** What has to change at LINE so that the account's menus are the ones that are wanted. Pure. */
import { createHash } from "node:crypto";
import type { Brand } from "../bot/context.ts";
import type { KnownMenu, RichMenuClient } from "../line/rich-menu-client.ts";
import { renderMenuSvg } from "./render-svg.ts";
import { aliasOf, isOurAlias, requestOf, type Menu } from "./menus.ts";

/** A menu as it should be at LINE. */
export interface Wanted {
  menu: Menu;
  alias: string;
  /** Tells the audience, the language and the contents; never shown to members. */
  name: string;
  /** The image, as SVG. */
  drawing: string;
}

/** What LINE has now. */
export interface Found {
  menus: readonly KnownMenu[];
  aliases: ReadonlyMap<string, string>;
  standard: string | null;
}

export interface Plan {
  create: Wanted[];
  /** The alias whose menu becomes the account's default, or none; null where nothing changes. */
  standard: { alias: string | null } | null;
  /** Menus whose people get the one of this alias. */
  move: { from: string; alias: string }[];
  /** Menus of ours that nobody needs any more. */
  remove: KnownMenu[];
  removeAliases: string[];
}

/** Only what is named like this is ever changed or removed. */
const ours = "line-loyalty-bot";

export function wantedOf(menus: readonly Menu[], brand: Pick<Brand, "color" | "accent">): Wanted[] {
  return menus.map((menu) => {
    const drawing = renderMenuSvg(menu, brand);
    const contents = JSON.stringify([requestOf(menu, ""), drawing]);
    const hash = createHash("sha256").update(contents).digest("hex").slice(0, 12);
    const alias = aliasOf(menu);
    return { menu, alias, name: `${ours} ${alias} ${hash}`, drawing };
  });
}

export async function findMenus(line: RichMenuClient): Promise<Found> {
  return {
    menus: await line.list(),
    aliases: await line.aliases(),
    standard: await line.standard(),
  };
}

/** @param wanted the first stranger's menu among them becomes the default; none = ours are removed. */
export function planOf(wanted: readonly Wanted[], { menus, aliases, standard }: Found): Plan {
  const names = new Map(menus.map(({ richMenuId, name }) => [richMenuId, name]));
  // Only a menu that has its image can have an alias: one without was left unfinished.
  const isThere = ({ alias, name }: Wanted) => names.get(aliases.get(alias) ?? "") === name;
  const there = new Set(wanted.filter(isThere).map(({ alias }) => aliases.get(alias)));
  const remove = menus.filter(({ richMenuId, name }) => isOurs(name) && !there.has(richMenuId));
  const first = wanted.find(({ menu }) => menu.audience === "stranger");
  const standardName = names.get(standard ?? "") ?? "";
  const wantedAliases = new Set(wanted.map(({ alias }) => alias));
  return {
    create: wanted.filter((one) => !isThere(one)),
    standard: first
      ? standardName === first.name && isThere(first)
        ? null
        : { alias: first.alias }
      : isOurs(standardName)
        ? { alias: null }
        : null,
    move: remove.flatMap(({ richMenuId, name }) => {
      const alias = name.split(" ")[1] ?? "";
      return wantedAliases.has(alias) ? [{ from: richMenuId, alias }] : [];
    }),
    remove,
    removeAliases: [...aliases.keys()].filter(
      (alias) => isOurAlias(alias) && !wantedAliases.has(alias),
    ),
  };
}

const isOurs = (name: string) => name.startsWith(`${ours} `);

export const isEmpty = (plan: Plan): boolean =>
  plan.standard === null &&
  [plan.create, plan.remove, plan.removeAliases].every((list) => list.length === 0);
