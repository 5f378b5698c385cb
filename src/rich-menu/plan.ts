/** Computes which rich menus and aliases to create, move and remove at LINE. */
import { createHash } from "node:crypto";
import type { Brand } from "../bot/context.ts";
import type { KnownMenu, RichMenuClient } from "../line/rich-menu-client.ts";
import { renderMenuSvg } from "./render-svg.ts";
import { aliasOf, isOurAlias, requestOf, type Menu } from "./menus.ts";

/** A rich menu that should exist at LINE. */
export interface Wanted {
  menu: Menu;
  alias: string;
  /** Our prefix, the alias and a hash of the contents; never shown to members. */
  name: string;
  /** The image, as SVG. */
  drawing: string;
}

/** The account's rich menus, aliases (to rich menu ids) and default rich menu id at LINE. */
export interface Found {
  menus: readonly KnownMenu[];
  aliases: ReadonlyMap<string, string>;
  standard: string | null;
}

/** The changes to make at LINE. */
export interface Plan {
  create: Wanted[];
  /** The alias whose menu becomes the default, `alias` null to clear it; null if the default stays. */
  standard: { alias: string | null } | null;
  /** Users linked to the rich menu `from` are linked to the one of `alias`. */
  move: { from: string; alias: string }[];
  /** Outdated rich menus of namePrefix. */
  remove: KnownMenu[];
  removeAliases: string[];
}

/** The prefix of our rich menus' names; others are never changed or removed. */
const namePrefix = "line-loyalty-bot";

/** Renders the menus and names them by their contents. */
export function wantedOf(menus: readonly Menu[], brand: Pick<Brand, "color" | "accent">): Wanted[] {
  return menus.map((menu) => {
    const drawing = renderMenuSvg(menu, brand);
    const contents = JSON.stringify([requestOf(menu, ""), drawing]);
    const hash = createHash("sha256").update(contents).digest("hex").slice(0, 12);
    const alias = aliasOf(menu);
    return { menu, alias, name: `${namePrefix} ${alias} ${hash}`, drawing };
  });
}

/** Reads the current state. @throws {LineError} */
export async function findMenus(line: RichMenuClient): Promise<Found> {
  return {
    menus: await line.list(),
    aliases: await line.aliases(),
    standard: await line.standard(),
  };
}

/** Compares the wanted menus with those at LINE. @param wanted the first one for strangers becomes the default; with an empty list all of namePrefix are removed. */
export function planOf(wanted: readonly Wanted[], { menus, aliases, standard }: Found): Plan {
  const names = new Map(menus.map(({ richMenuId, name }) => [richMenuId, name]));
  // The alias is set after the image is uploaded: a menu without an alias is unfinished.
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

const isOurs = (name: string) => name.startsWith(`${namePrefix} `);

/** Whether nothing has to change. */
export const isEmpty = (plan: Plan): boolean =>
  plan.standard === null &&
  [plan.create, plan.remove, plan.removeAliases].every((list) => list.length === 0);
