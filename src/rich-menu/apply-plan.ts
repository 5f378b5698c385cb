/** Carries a plan out at LINE, in an order that leaves everybody a menu wherever it breaks off. */
import { pause, type Clock } from "../clock.ts";
import type { RichMenuClient } from "../line/rich-menu-client.ts";
import { requestOf } from "./menus.ts";
import type { Found, Plan, Wanted } from "./plan.ts";

const movingPatienceMs = 60_000;
const askEveryMs = 2000;

/**
 * @param paint gives a PNG for each drawing.
 * @param tell hears of each step that is done.
 * @returns whether all is done; false where LINE is still moving people, so that what they had has to stay until the next run.
 * @throws {LineError} where LINE refuses; what was done until then stays, and the next plan goes on from there.
 */
export async function applyPlan(
  plan: Plan,
  options: {
    found: Found;
    line: RichMenuClient;
    paint(drawings: readonly string[]): Promise<Buffer[]>;
    clock: Clock;
    tell(step: string): void;
  },
): Promise<boolean> {
  const { found, line, paint, clock, tell } = options;
  const ids = new Map(found.aliases);
  const images = await paint(plan.create.map(({ drawing }) => drawing));
  for (const [index, wanted] of plan.create.entries()) {
    const image = images[index];
    if (!image) throw new Error(`no image of ${wanted.name}`);
    const id = await createWith(image, wanted, line);
    await line.setAlias(wanted.alias, id, !found.aliases.has(wanted.alias));
    ids.set(wanted.alias, id);
    tell(`made ${wanted.alias}`);
  }
  if (plan.standard) {
    const { alias } = plan.standard;
    await line.setStandard(alias === null ? null : (ids.get(alias) ?? null));
    tell(alias === null ? "there is no default any more" : `made ${alias} the default`);
  }
  const moves = plan.move.flatMap(({ from, alias }) => {
    const to = ids.get(alias);
    return to === undefined ? [] : [{ from, to }];
  });
  if (moves.length > 0 && !(await moved(await line.move(moves), line, clock))) return false;
  for (const alias of plan.removeAliases) {
    await line.removeAlias(alias);
    tell(`removed the alias ${alias}`);
  }
  for (const { richMenuId, name } of plan.remove) {
    await line.remove(richMenuId);
    tell(`removed ${name}`);
  }
  return true;
}

/** A menu that can't have its image is taken back. */
async function createWith(image: Buffer, wanted: Wanted, line: RichMenuClient): Promise<string> {
  const id = await line.create(requestOf(wanted.menu, wanted.name));
  try {
    await line.upload(id, image);
    return id;
  } catch (error) {
    await line.remove(id).catch(() => {});
    throw error;
  }
}

/** Waits for LINE to have moved everybody. */
async function moved(requestId: string, line: RichMenuClient, clock: Clock): Promise<boolean> {
  const until = clock.now() + movingPatienceMs;
  for (;;) {
    const phase = await line.progress(requestId);
    if (phase !== "ongoing") return phase === "succeeded";
    if (clock.now() + askEveryMs > until) return false;
    await pause(clock, askEveryMs);
  }
}
