/** The plan creates and removes just the rich menus that differ from the deployed ones. */
import { describe, expect, test } from "vitest";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import type { Language } from "../../src/config/environment-schema.ts";
import { createMenus } from "../../src/rich-menu/menus.ts";
import type { RichMenuClient } from "../../src/line/rich-menu-client.ts";
import {
  applyPlan,
  isEmpty,
  computePlan,
  desiredMenusOf,
  type DeployedMenus,
  type DesiredMenu,
} from "../../src/rich-menu/plan.ts";
import { manualClock } from "../support/clock.ts";

const messages = createMessages(builtInCatalogues, "Asia/Bangkok");
const wantedIn = (languages: Language[], color = "#B4475F") => {
  const brand = { color, accent: color, registerUrl: null };
  return desiredMenusOf(createMenus(languages, { messages, brand }), brand);
};

/** What LINE has after these were set up. */
function setUp(wanted: readonly DesiredMenu[]): DeployedMenus {
  return {
    menus: wanted.map(({ alias, name }) => ({ richMenuId: `id of ${alias}`, name })),
    aliases: new Map(wanted.map(({ alias }) => [alias, `id of ${alias}`])),
    defaultMenu: "id of loyalty-stranger-th",
  };
}
const nothing: DeployedMenus = { menus: [], aliases: new Map(), defaultMenu: null };
const foreign = { richMenuId: "theirs", name: "Summer sale" };

describe("a plan", () => {
  const wanted = wantedIn(["th", "en"]);

  test("creates every menu for an account without menus", () => {
    const plan = computePlan(wanted, nothing);
    expect(plan.create).toEqual(wanted);
    expect(plan.newDefault).toEqual({ alias: "loyalty-stranger-th" });
    expect([plan.moves, plan.remove, plan.removeAliases]).toEqual([[], [], []]);
  });

  test("is empty when every menu is deployed", () => {
    expect(isEmpty(computePlan(wanted, setUp(wanted)))).toBe(true);
  });

  test("creates every menu again for another colour, moves users and removes the old menus", () => {
    const plan = computePlan(wantedIn(["th", "en"], "#06603A"), setUp(wanted));
    expect(plan.create).toHaveLength(8);
    expect(plan.remove).toHaveLength(8);
    expect(plan.moves).toContainEqual({
      from: "id of loyalty-cashier-en",
      alias: "loyalty-cashier-en",
    });
    expect(plan.newDefault).toEqual({ alias: "loyalty-stranger-th" });
    expect(plan.removeAliases).toEqual([]);
  });

  test("removes the menus and aliases of a language that is no longer offered", () => {
    const plan = computePlan(wantedIn(["th"]), setUp(wanted));
    expect([plan.create, plan.newDefault, plan.moves]).toEqual([[], null, []]);
    expect(plan.remove.map(({ richMenuId }) => richMenuId)).toEqual([
      "id of loyalty-member-en",
      "id of loyalty-stranger-en",
      "id of loyalty-cashier-en",
      "id of loyalty-manager-en",
    ]);
    expect(plan.removeAliases).toHaveLength(4);
  });

  test("moves staff from the one menu that an older version had for all of them, and removes it", () => {
    const old = { richMenuId: "old", name: "line-loyalty-bot loyalty-staff-en 0123456789ab" };
    const found = setUp(wanted);
    const aliases = new Map([...found.aliases, ["loyalty-staff-en", "old"]]);
    const plan = computePlan(wanted, { ...found, menus: [...found.menus, old], aliases });
    expect(plan.moves).toEqual([{ from: "old", alias: "loyalty-cashier-en" }]);
    expect([plan.remove, plan.removeAliases]).toEqual([[old], ["loyalty-staff-en"]]);
  });

  test("changes only the default for another first language", () => {
    const plan = computePlan(wantedIn(["en", "th"]), setUp(wanted));
    expect(plan).toMatchObject({
      newDefault: { alias: "loyalty-stranger-en" },
      create: [],
      remove: [],
    });
  });

  test("treats a menu without its alias as unfinished", () => {
    const found = setUp(wanted);
    const [first] = wanted;
    const aliases = new Map([...found.aliases].slice(1));
    const plan = computePlan(wanted, { ...found, aliases });
    expect(plan.create).toEqual([first]);
    expect(plan.remove).toEqual([{ richMenuId: `id of ${first?.alias}`, name: first?.name }]);
  });

  test("leaves menus and aliases of other programs unchanged", () => {
    const found = setUp(wanted);
    const mixed = {
      menus: [...found.menus, foreign],
      aliases: new Map([...found.aliases, ["sale", "theirs"]]),
      defaultMenu: found.defaultMenu,
    };
    expect(isEmpty(computePlan(wanted, mixed))).toBe(true);
    const removal = computePlan([], { ...mixed, defaultMenu: "theirs" });
    expect(removal.remove).toHaveLength(8);
    expect(removal.remove).not.toContainEqual(foreign);
    expect(removal.removeAliases).not.toContain("sale");
    expect(removal.newDefault).toBeNull();
  });

  test("clears the default when removing the menu that it refers to", () => {
    expect(computePlan([], setUp(wanted)).newDefault).toEqual({ alias: null });
    expect(isEmpty(computePlan([], nothing))).toBe(true);
  });
});

test.each([-3_600_000, 3_600_000])(
  "moves are waited for during a minute, also when the clock is set by %d ms meanwhile",
  async (ms) => {
    const clock = manualClock();
    const wanted = wantedIn(["th"]);
    const plan = computePlan(wanted, setUp(wanted));
    const moves = [{ from: "old", alias: "loyalty-member-th" }];
    let asked = 0;
    const line = {
      move: async () => "request",
      async progress() {
        asked += 1;
        if (asked === 1) clock.move(ms);
        // Those that wait for the clock do so by then.
        setImmediate(() => clock.turn(2000));
        return "ongoing";
      },
    } as Partial<RichMenuClient> as RichMenuClient;
    const isDone = await applyPlan(
      { ...plan, moves },
      { found: setUp(wanted), line, paint: async () => [], clock, onStep: () => {} },
    );
    expect({ isDone, asked }).toEqual({ isDone: false, asked: 31 });
  },
);
