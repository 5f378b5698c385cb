/** The counter page at the till: `/help` leads staff there in their language, and anybody may read it without a log-in. */
import { afterEach, describe, expect, test } from "vitest";
import { languages, type Language } from "../../src/config/environment-schema.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const words: Record<Language, { open: string; title: string }> = {
  en: { open: "Open the sheet", title: "At the till: one sheet" },
  th: { open: "เปิดคู่มือ", title: "คู่มือหน้าร้าน แผ่นเดียวจบ" },
  ja: { open: "手引きを開く", title: "レジの手引き（1枚）" },
  "zh-TW": { open: "開啟說明", title: "櫃台操作一頁通" },
};

/** The links of a staff member's `/help`. */
const linksOf = async (who: string) =>
  buttonsOf(await world.sendText(who, "/help")).filter(({ type }) => type === "uri");

describe("/help", () => {
  test("leads a cashier to the page in the language that they chose, which follows a change", async () => {
    world = await createWorld();
    for (const language of languages) {
      await world.tapButton("cashier", `do=language&to=${language}`);
      const uri = `${world.bot.origin}/counter?lang=${language}`;
      const { open, title } = words[language];
      expect(await linksOf("cashier")).toEqual([{ type: "uri", label: open, uri }]);
      const page = await fetch(uri, { headers: { "accept-language": "en, th;q=0.5" } });
      expect(page.headers.get("content-language")).toBe(language);
      expect(await page.text()).toContain(`<h1>${title}</h1>`);
    }
  });

  test("leads managers there, too, also after a text that isn't understood, but not marketers and members", async () => {
    world = await createWorld();
    for (const who of ["manager", "owner"]) expect(await linksOf(who)).toHaveLength(1);
    const unknown = buttonsOf(await world.sendText("cashier", "what now?"));
    expect(unknown.filter(({ type }) => type === "uri")).toHaveLength(1);
    expect(textOf(await world.sendText("marketer", "/help"))).toContain("This list");
    expect(await linksOf("marketer")).toEqual([]);
    expect(JSON.stringify(await world.sendText("stranger", "/help"))).not.toContain("/counter");
  });

  test("on a real LINE leads to PUBLIC_URL over https, and nowhere without", async () => {
    world = await createWorld();
    const real = {
      LINE_CHANNEL_SECRET: "a-channel-secret",
      LINE_CHANNEL_ACCESS_TOKEN: "a-channel-access-token",
      LINE_API_BASE_URL: world.line.origin,
      STUDIO: "off",
    };
    for (const [address, link] of [
      ["", null],
      ["http://127.0.0.1:3000", null],
      ["https://bot.example/line/", "https://bot.example/line/counter?lang=en"],
    ] as const) {
      await world.restart(undefined, { ...real, PUBLIC_URL: address });
      const reply = await world.sendText("cashier", "/help");
      expect(textOf(reply)).toContain("This list");
      const uris = buttonsOf(reply).flatMap(({ uri }) => uri ?? []);
      expect([address, uris]).toEqual([address, link === null ? [] : [link]]);
      expect(textOf(reply).includes("one sheet")).toBe(link !== null);
    }
  });
});
