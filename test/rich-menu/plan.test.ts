import { describe, expect, test } from "vitest";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import type { Language } from "../../src/config/environment-schema.ts";
import { menusOf } from "../../src/rich-menu/menus.ts";
import { isEmpty, planOf, wantedOf, type Found, type Wanted } from "../../src/rich-menu/plan.ts";

const words = createMessages(builtInCatalogues, "Asia/Bangkok");
const wantedIn = (languages: Language[], color = "#B4475F") => {
  const brand = { color, accent: color, registerUrl: null };
  return wantedOf(menusOf(languages, { words, brand }), brand);
};

/** What LINE has after these were set up. */
function setUp(wanted: readonly Wanted[]): Found {
  return {
    menus: wanted.map(({ alias, name }) => ({ richMenuId: `id of ${alias}`, name })),
    aliases: new Map(wanted.map(({ alias }) => [alias, `id of ${alias}`])),
    standard: "id of loyalty-stranger-th",
  };
}
const nothing: Found = { menus: [], aliases: new Map(), standard: null };
const foreign = { richMenuId: "theirs", name: "Summer sale" };

describe("a plan", () => {
  const wanted = wantedIn(["th", "en"]);

  test("for an account without menus makes them all", () => {
    const plan = planOf(wanted, nothing);
    expect(plan.create).toEqual(wanted);
    expect(plan.standard).toEqual({ alias: "loyalty-stranger-th" });
    expect([plan.move, plan.remove, plan.removeAliases]).toEqual([[], [], []]);
  });

  test("is empty where all is there", () => {
    expect(isEmpty(planOf(wanted, setUp(wanted)))).toBe(true);
  });

  test("for a new colour makes all anew, moves people and removes the old ones", () => {
    const plan = planOf(wantedIn(["th", "en"], "#06603A"), setUp(wanted));
    expect(plan.create).toHaveLength(6);
    expect(plan.remove).toHaveLength(6);
    expect(plan.move).toContainEqual({ from: "id of loyalty-staff-en", alias: "loyalty-staff-en" });
    expect(plan.standard).toEqual({ alias: "loyalty-stranger-th" });
    expect(plan.removeAliases).toEqual([]);
  });

  test("for a language less removes its menus and aliases", () => {
    const plan = planOf(wantedIn(["th"]), setUp(wanted));
    expect([plan.create, plan.standard, plan.move]).toEqual([[], null, []]);
    expect(plan.remove.map(({ richMenuId }) => richMenuId)).toEqual([
      "id of loyalty-member-en",
      "id of loyalty-stranger-en",
      "id of loyalty-staff-en",
    ]);
    expect(plan.removeAliases).toHaveLength(3);
  });

  test("for another first language changes the default only", () => {
    const plan = planOf(wantedIn(["en", "th"]), setUp(wanted));
    expect(plan).toMatchObject({
      standard: { alias: "loyalty-stranger-en" },
      create: [],
      remove: [],
    });
  });

  test("takes a menu without its alias for unfinished", () => {
    const found = setUp(wanted);
    const [first] = wanted;
    const aliases = new Map([...found.aliases].slice(1));
    const plan = planOf(wanted, { ...found, aliases });
    expect(plan.create).toEqual([first]);
    expect(plan.remove).toEqual([{ richMenuId: `id of ${first?.alias}`, name: first?.name }]);
  });

  test("leaves others' menus and aliases alone", () => {
    const found = setUp(wanted);
    const mixed = {
      menus: [...found.menus, foreign],
      aliases: new Map([...found.aliases, ["sale", "theirs"]]),
      standard: found.standard,
    };
    expect(isEmpty(planOf(wanted, mixed))).toBe(true);
    const removal = planOf([], { ...mixed, standard: "theirs" });
    expect(removal.remove).toHaveLength(6);
    expect(removal.remove).not.toContainEqual(foreign);
    expect(removal.removeAliases).not.toContain("sale");
    expect(removal.standard).toBeNull();
  });

  test("to remove ours ends the default that is one of them", () => {
    expect(planOf([], setUp(wanted)).standard).toEqual({ alias: null });
    expect(isEmpty(planOf([], nothing))).toBe(true);
  });
});
