/** Applies a plan of rich menu changes at LINE, in an order that leaves every user a menu if it fails midway. */
import { pause, type Clock } from "../clock.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import { requestOf } from "./menus.ts";
import type { DeployedMenus, Plan, DesiredMenu } from "./plan.ts";

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
  const until = clock.now() + moveTimeoutMs;
  for (;;) {
    const phase = await line.progress(requestId);
    if (phase !== "ongoing") return phase === "succeeded";
    if (clock.now() + pollEveryMs > until) return false;
    await pause(clock, pollEveryMs);
  }
}
