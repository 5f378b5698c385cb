/** Two linkers over one store, as two replicas have: no user is linked twice, and the store tells what LINE did last. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../src/observability/log.ts";
import { MenuLinker } from "../../src/rich-menu/menu-linker.ts";
import type { StaffAudience } from "../../src/rich-menu/menus.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { manualClock } from "../support/clock.ts";

const menus = new Map([
  ["loyalty-member-en", "members"],
  ["loyalty-stranger-en", "strangers"],
  ["loyalty-cashier-en", "cashiers"],
]);
const check = { intent: null, lookUp: true, otherwise: null };

async function setUp() {
  const dir = mkdtempSync(join(tmpdir(), "menus-"));
  const clock = manualClock();
  const store = openSqliteStore(dir, clock);
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const { menuLinks } = store;
  /** What LINE was asked to link, in order. */
  const linked: string[] = [];
  const start = async () => {
    const replica = {
      kind: "unknown",
      staff: null as StaffAudience | null,
      beforeLink: () => Promise.resolve(),
    };
    const linker = new MenuLinker({
      links: {
        get: (lineId) => menuLinks.get("A", lineId),
        replace: (lineId, link, before) => menuLinks.replace("A", lineId, link, before),
      },
      richMenus: {
        aliases: async () => menus,
        async link(_lineId, menu) {
          await replica.beforeLink();
          linked.push(menu);
        },
      },
      kindOf: () => replica.kind,
      lookUp: async () => replica,
      languageOf: () => "en",
      lookUpLanguage: async () => "en",
      staffAudienceOf: async () => replica.staff,
      size: 9,
      clock,
      log: createLog("silent"),
    });
    await linker.refresh();
    return {
      replica,
      link: () => linker.link("U1", check),
      forget: () => linker.forget("U1"),
      isUpToDate: () => linker.isUpToDate("U1", "balance"),
    };
  };
  const stored = async () => (await menuLinks.get("A", "U1"))?.menu;
  return { clock, linked, stored, a: await start(), b: await start(), start };
}

test("a user whom one replica has linked isn't linked by the other, nor after a restart, for a day", async () => {
  const { clock, linked, a, b, start } = await setUp();
  await a.link();
  await b.link();
  await (await start()).link();
  expect(linked).toEqual(["strangers"]);
  clock.turn(24 * 3_600_000);
  await b.link();
  await a.link();
  expect(linked).toEqual(["strangers", "strangers"]);
});

test("a change by one replica is seen by the other within a minute, and undone where it is wrong", async () => {
  const { clock, linked, stored, a, b } = await setUp();
  await a.link();
  b.replica.kind = "member";
  await b.link();
  a.replica.kind = "member";
  await a.link();
  expect(linked).toEqual(["strangers", "members"]);
  b.replica.kind = "unknown";
  clock.turn(60_000);
  await b.link();
  expect([linked.at(-1), await stored()]).toEqual(["strangers", "strangers"]);
});

test("of two replicas that link different menus at the same time the store has the one that LINE did last", async () => {
  const { linked, stored, a, b } = await setUp();
  b.replica.kind = "member";
  const gate = Promise.withResolvers<void>();
  a.replica.beforeLink = () => gate.promise;
  const slow = a.link();
  await b.link();
  expect(linked).toEqual(["members"]);
  gate.resolve();
  await slow;
  expect(await stored()).toBe(linked.at(-1));
});

test("who joins the staff while they are linked gets the staff's menu after their next event", async () => {
  const { linked, a } = await setUp();
  const gate = Promise.withResolvers<void>();
  const isLinking = Promise.withResolvers<void>();
  a.replica.beforeLink = () => {
    isLinking.resolve();
    return gate.promise;
  };
  const slow = a.link();
  await isLinking.promise;
  a.replica.staff = "cashier";
  a.forget();
  gate.resolve();
  await slow;
  expect(a.isUpToDate()).toBe(false);
  await a.link();
  expect(linked).toEqual(["strangers", "cashiers"]);
});
