/** Computes which rich menus and aliases to create, move and remove at LINE. */
import { createHash } from "node:crypto";
import type { Brand } from "../bot/context.ts";
import { type Clock, pause } from "../clock.ts";
import type { RichMenuClient, RichMenuSummary } from "../line/rich-menu-client.ts";
import { aliasOf, isOurAlias, type Menu, presentAlias, requestOf } from "./menus.ts";
import { renderMenuSvg } from "./render-svg.ts";

/** A rich menu that should exist at LINE. */
export interface DesiredMenu {
  menu: Menu;
  alias: string;
  /** Our prefix, the alias and a hash of the contents; never shown to members. */
  name: string;
  /** The image, as SVG. */
  svg: string;
}

/** The account's rich menus, aliases (to rich menu ids) and default rich menu id at LINE. */
export interface DeployedMenus {
  menus: readonly RichMenuSummary[];
  aliases: ReadonlyMap<string, string>;
  defaultMenu: string | null;
}

/** The changes to make at LINE. */
export interface Plan {
  create: DesiredMenu[];
  /** The alias whose menu becomes the default, `alias` null to clear it; null if the default stays. */
  newDefault: { alias: string | null } | null;
  /** Users linked to the rich menu `from` are linked to the one of `alias`. */
  moves: { from: string; alias: string }[];
  /** Outdated rich menus of namePrefix. */
  remove: RichMenuSummary[];
  removeAliases: string[];
}

/** The prefix of our rich menus' names; others are never changed or removed. */
const namePrefix = "line-loyalty-bot";

/** Renders the menus and names them by their contents. */
export function desiredMenusOf(
  menus: readonly Menu[],
  brand: Pick<Brand, "color" | "accent">,
): DesiredMenu[] {
  return menus.map((menu) => {
    const svg = renderMenuSvg(menu, brand);
    const contents = JSON.stringify([requestOf(menu, ""), svg]);
    const hash = createHash("sha256").update(contents).digest("hex").slice(0, 12);
    const alias = aliasOf(menu);
    return { menu, alias, name: `${namePrefix} ${alias} ${hash}`, svg };
  });
}

/** Reads the current state. @throws {LineError} */
export async function readDeployedMenus(line: RichMenuClient): Promise<DeployedMenus> {
  return {
    menus: await line.list(),
    aliases: await line.aliases(),
    defaultMenu: await line.defaultMenu(),
  };
}

/** Compares the desired menus with those at LINE. @param desired the first one for strangers becomes the default; with an empty list all of namePrefix are removed. */
export function computePlan(
  desired: readonly DesiredMenu[],
  { menus, aliases, defaultMenu }: DeployedMenus,
): Plan {
  const names = new Map(menus.map(({ richMenuId, name }) => [richMenuId, name]));
  // The alias is set after the image is uploaded: a menu without an alias is unfinished.
  const isDeployed = ({ alias, name }: DesiredMenu) => names.get(aliases.get(alias) ?? "") === name;
  const deployedIds = new Set(desired.filter(isDeployed).map(({ alias }) => aliases.get(alias)));
  const remove = menus.filter(
    ({ richMenuId, name }) => isOurs(name) && !deployedIds.has(richMenuId),
  );
  const first = desired.find(({ menu }) => menu.audience === "stranger");
  const defaultName = names.get(defaultMenu ?? "") ?? "";
  const desiredAliases = new Set(desired.map(({ alias }) => alias));
  return {
    create: desired.filter((one) => !isDeployed(one)),
    newDefault: first
      ? defaultName === first.name && isDeployed(first)
        ? null
        : { alias: first.alias }
      : isOurs(defaultName)
        ? { alias: null }
        : null,
    moves: remove.flatMap(({ richMenuId, name }) => {
      const alias = presentAlias(name.split(" ")[1] ?? "");
      return desiredAliases.has(alias) ? [{ from: richMenuId, alias }] : [];
    }),
    remove,
    removeAliases: [...aliases.keys()].filter(
      (alias) => isOurAlias(alias) && !desiredAliases.has(alias),
    ),
  };
}

const isOurs = (name: string) => name.startsWith(`${namePrefix} `);

/** Whether nothing has to change. */
export const isEmpty = (plan: Plan): boolean =>
  plan.newDefault === null &&
  [plan.create, plan.remove, plan.removeAliases].every((list) => list.length === 0);

// Applies a plan of rich menu changes at LINE, in an order that leaves every user a menu if it fails midway.

const moveTimeoutMs = 60_000;
const pollEveryMs = 2000;

/**
 * Applies the plan: creates, sets the default, moves users, then removes.
 * @param options `paint` renders SVG drawings as PNG, in their order; `tell` is called after each step.
 * @returns false when the moves failed or aren't finished within a minute; nothing is removed then.
 * @throws {LineError} when LINE refuses a step; the steps before stay, and the next plan continues from there.
 */
export async function applyPlan(
  plan: Plan,
  options: {
    found: DeployedMenus;
    line: RichMenuClient;
    paint(drawings: readonly string[]): Promise<Buffer[]>;
    clock: Clock;
    onStep(step: string): void;
  },
): Promise<boolean> {
  const { found: deployed, line, paint: renderImages, clock, onStep } = options;
  const ids = new Map(deployed.aliases);
  const images = await renderImages(plan.create.map(({ svg }) => svg));
  for (const [index, menu] of plan.create.entries()) {
    const image = images[index];
    if (!image) throw new Error(`no image of ${menu.name}`);
    const id = await createWith(image, menu, line);
    await line.setAlias(menu.alias, id, !deployed.aliases.has(menu.alias));
    ids.set(menu.alias, id);
    onStep(`made ${menu.alias}`);
  }
  if (plan.newDefault) {
    const { alias } = plan.newDefault;
    await line.setDefaultMenu(alias === null ? null : (ids.get(alias) ?? null));
    onStep(alias === null ? "there is no default any more" : `made ${alias} the default`);
  }
  const moves = plan.moves.flatMap(({ from, alias }) => {
    const to = ids.get(alias);
    return to === undefined ? [] : [{ from, to }];
  });
  if (moves.length > 0 && !(await waitForMoves(await line.move(moves), line, clock))) return false;
  for (const alias of plan.removeAliases) {
    await line.removeAlias(alias);
    onStep(`removed the alias ${alias}`);
  }
  for (const { richMenuId, name } of plan.remove) {
    await line.remove(richMenuId);
    onStep(`removed ${name}`);
  }
  return true;
}

/** Creates a rich menu with its image; removes it again if the upload fails. */
async function createWith(image: Buffer, menu: DesiredMenu, line: RichMenuClient): Promise<string> {
  const id = await line.create(requestOf(menu.menu, menu.name));
  try {
    await line.upload(id, image);
    return id;
  } catch (error) {
    await line.remove(id).catch(() => {});
    throw error;
  }
}

/** Polls a batch of moves. @returns whether it succeeded within a minute. */
async function waitForMoves(
  requestId: string,
  line: RichMenuClient,
  clock: Clock,
): Promise<boolean> {
  const until = clock.monotonic() + moveTimeoutMs;
  for (;;) {
    const phase = await line.progress(requestId);
    if (phase !== "ongoing") return phase === "succeeded";
    if (clock.monotonic() + pollEveryMs > until) return false;
    await pause(clock, pollEveryMs);
  }
}
