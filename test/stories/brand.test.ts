/** The branding comes from the add-on's subscription. */
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { settingsKeys } from "../../src/config/settings-keys.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const invitation = async () => JSON.stringify(await world.sendText("stranger", "points"));

describe("the brand", () => {
  test("comes from the subscription, and is stored for a start without the platform", async () => {
    world = await createWorld({ BUSINESS_NAME: "Another name", BUSINESS_COLOR: "#123456" });
    const first = await invitation();
    expect(first).toContain("Sakura Cafe");
    expect(first).not.toMatch(/Another name|#123456/);
    world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    await world.restart();
    expect(await invitation()).toBe(first);
    expect(world.logged.join("")).toContain("reading the add-on subscription failed");
  });

  test.each([
    ["of other letters is written as LINE takes it", "logo-โลโก้.png"],
    ["that is longer than LINE takes is left out", `${"x".repeat(2000)}.png`],
  ])("a logo at an address %s", async (_, name) => {
    world = await createWorld();
    await world.restart(async () => {
      await using store = openSqliteStore(dirname(world.storeFile), world.clock);
      const key = settingsKeys.subscription;
      const subscription = JSON.parse((await store.settings.get(key)) ?? "") as object;
      const logo = `https://shop.example/${name}`;
      await store.settings.set(key, JSON.stringify({ ...subscription, logo }));
      world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    });
    const [message] = await world.sendText("olivia", "points");
    expect(message).toMatchObject({ type: "flex" });
    const encoded = `https://shop.example/${encodeURIComponent(name)}`;
    expect(stringsOf([message!]).includes(encoded)).toBe(encoded.length <= 2000);
  });

  test("comes from the environment if the platform was never reachable", async () => {
    world = await createWorld({ REGISTER_URL: "https://join.example", BUSINESS_COLOR: "#224466" });
    world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    await world.restartEmpty();
    const text = await invitation();
    expect(text).toContain(`"backgroundColor":"#224466"`);
    expect(text).toContain(`"style":"primary","color":"#224466"`);
  });
});

describe("the card", () => {
  const folder = mkdtempSync(join(tmpdir(), "card-styles-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "styles.json");

  test("has the shop's logo, the colour and picture of its type, and its codes one tap away", async () => {
    const picture = "https://shop.example/gold.jpg";
    writeFileSync(file, JSON.stringify({ Gold: { color: "#ffd700", picture } }));
    const logo = "https://shop.example/logo.png";
    world = await createWorld({ BUSINESS_LOGO_URL: logo, CARD_STYLES: file });
    world.platform.faults.add({ kind: "unauthorized", operation: "getCurrentAddOnStatus" });
    await world.restartEmpty();
    const balance = await world.sendText("three-cards", "points");
    const shown = stringsOf(balance);
    expect(shown).toContain(logo);
    expect(shown.split(picture)).toHaveLength(2);
    expect(shown.split("#ffd700").length).toBeGreaterThan(2);
    expect(shown).not.toContain("/images/");
    const button = buttonsOf(balance).find(({ data }) => data?.startsWith("do=card&card="));
    const card = await world.tapButton("three-cards", button?.data ?? "");
    expect(stringsOf(card).match(/\/images\//g)).toHaveLength(2);
    expect(stringsOf(card)).toContain("#ffd700");
  });

  test.each([
    [{ GOLD: { color: "gold" } }, /CARD_STYLES: .*colour such as/],
    [{ GOLD: { picture: "ftp://x/y.png" } }, /CARD_STYLES: .*https/],
    [{ GOLD: { colour: "#ffffff" } }, /CARD_STYLES: .*colour/],
    [{ GOLD: {}, gold: {} }, /CARD_STYLES: .*twice/],
  ])("a faulty file of styles stops the start: %j", async (styles, expected) => {
    world = await createWorld();
    writeFileSync(file, JSON.stringify(styles));
    await expect(createWorld({ CARD_STYLES: file })).rejects.toThrow(expected);
  });
});
