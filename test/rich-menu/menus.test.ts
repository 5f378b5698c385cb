/** Each audience's rich menus are valid for LINE in each language, and their labels fit. */
import { decode } from "fast-png";
import { describe, expect, test } from "vitest";
import { cashierAndAbove, managers } from "../../src/bot/staff/command.ts";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { emptyPostback, parsePostback } from "../../src/bot/routing/postback.ts";
import { createTextRouter } from "../../src/bot/routing/text-router.ts";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import { languages, type Language } from "../../src/config/environment-schema.ts";
import { aliasForm } from "../../src/line/messages/actions.ts";
import { richMenuFaults, richMenuImageFault } from "../../src/line/messages/rich-menus.ts";
import { fitLabel, renderMenuSvg } from "../../src/rich-menu/render-svg.ts";
import {
  aliasOf,
  audiences,
  createMenus,
  requestOf,
  type Menu,
} from "../../src/rich-menu/menus.ts";
import { renderPng } from "../../src/rich-menu/render-png.ts";

const messages = createMessages(builtInCatalogues, "Asia/Bangkok");
const colors = { color: "#B4475F", accent: "#B4475F" };
const menus = createMenus(languages, { messages, brand: { registerUrl: null } });
const named = menus.map((menu) => [aliasOf(menu), menu] as const);

function menuOf(audience: Menu["audience"], registerUrl: string | null = null): Menu {
  const found = createMenus(["en"], { messages, brand: { registerUrl } });
  const menu = found.find((one) => one.audience === audience);
  if (!menu) throw new Error(`no menu for ${audience}`);
  return menu;
}

test("each audience has a menu in each language, with an alias of its own", () => {
  const aliases = named.map(([alias]) => alias);
  expect(new Set(aliases).size).toBe(audiences.length * languages.length);
  for (const alias of aliases) expect(alias).toMatch(aliasForm);
});

describe.each(named)("%s", (_alias, menu) => {
  test("is valid for LINE", () => {
    expect(richMenuFaults(requestOf(menu, "a name"))).toEqual([]);
  });

  test("its areas cover the image without overlapping", () => {
    const { width, height } = menu.size;
    const covered = menu.tiles.map(({ bounds }) => bounds.width * bounds.height);
    expect(covered.reduce((sum, area) => sum + area)).toBe(width * height);
    for (const [index, { bounds: one }] of menu.tiles.entries()) {
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + one.height).toBeLessThanOrEqual(height);
      for (const { bounds: other } of menu.tiles.slice(index + 1)) {
        const apart =
          one.x + one.width <= other.x || other.x + other.width <= one.x || one.y !== other.y;
        expect(apart).toBe(true);
      }
    }
  });

  test("every button requests an existing intent or command", () => {
    const route = createTextRouter(intents);
    const orders = commands.map(({ name }) => `/${name}`);
    for (const { action } of menu.tiles) {
      if (action.type === "message" && "text" in action) expect(orders).toContain(action.text);
      else if (
        action.type === "postback" &&
        "data" in action &&
        !action.data.startsWith(emptyPostback)
      ) {
        const { action: name } = parsePostback(action.data ?? "");
        const event = { type: "postback", postback: { data: action.data ?? "" } };
        if (name.startsWith("/")) expect(orders).toContain(name);
        else expect(route(event as Parameters<typeof route>[0])).not.toBeNull();
      } else if ("fillInText" in action) {
        expect(orders).toContain(action.fillInText.trim());
      } else expect.unreachable(JSON.stringify(action));
    }
  });
});

test.each([
  ["cashier", ["/scan", "/check", "/find", "/use", "/redeem", "/help"], cashierAndAbove],
  ["manager", ["/find", "/gift", "/add", "/pending", "/audit", "/help"], managers],
] as const)(
  "the menu of a %s has what their role does most, and nothing else",
  (audience, orders, roles) => {
    const ordered = menuOf(audience).tiles.map(({ action }) => {
      if (action.type !== "postback" || action.data === undefined) return JSON.stringify(action);
      return action.fillInText?.trim() ?? parsePostback(action.data).action;
    });
    expect(ordered).toEqual(orders);
    for (const order of ordered) {
      const command = commands.find(({ name }) => `/${name}` === order);
      expect(command?.roles).toEqual(expect.arrayContaining([...roles]));
    }
  },
);

test("members have rewards in their menu, and their language in the help that it leads to", () => {
  const asked = menuOf("member").tiles.map(({ action }) =>
    action.type === "postback" ? parsePostback(action.data ?? "").action : "",
  );
  expect(asked).toEqual(["balance", "card", "coupons", "history", "campaigns", "rewards", "help"]);
});

test("with a registration page, a stranger's first button opens it", () => {
  const [first] = menuOf("stranger", "https://shop.example/join").tiles;
  expect(first?.action).toMatchObject({ type: "uri", uri: "https://shop.example/join" });
});

test("too long texts are truncated to LINE's limits", () => {
  const long = {
    ...builtInCatalogues.en,
    "menu.bar": "x".repeat(40),
    "card.label": "y".repeat(60),
  };
  const own = createMessages({ ...builtInCatalogues, en: long }, "Asia/Bangkok");
  for (const menu of createMenus(["en"], { messages: own, brand: { registerUrl: null } })) {
    expect(richMenuFaults(requestOf(menu, "a name"))).toEqual([]);
  }
});

describe("labels", () => {
  const bounds = { width: 500, maxSize: 100 };

  test("a short one takes one line in the maximum size", () => {
    expect(fitLabel("Card", { ...bounds, language: "en" })).toEqual({ lines: ["Card"], size: 100 });
  });

  test.each([
    ["en", "I have registered", ["I have", "registered"]],
    ["th", "ข้อมูลสมาชิก", ["ข้อมูล", "สมาชิก"]],
    ["ja", "会員登録をする", ["会員登録", "をする"]],
  ] as const)("a longer one in %s breaks between words", (language, label, lines) => {
    expect(fitLabel(label, { ...bounds, language }).lines).toEqual(lines);
  });

  test("one long word gets a smaller size", () => {
    const { lines, size } = fitLabel("Rechtsschutzversicherung", { ...bounds, language: "en" });
    expect(lines).toHaveLength(1);
    expect(size).toBeLessThan(50);
  });
});

/** The colours, as `r,g,b`, of a row or a column of pixels inside a tile. */
function edgeColors(png: Buffer, { bounds }: Menu["tiles"][number]): Set<string> {
  const { data, width, channels } = decode(png);
  const inside = 40;
  const found = new Set<string>();
  for (let y = bounds.y + 80; y < bounds.y + bounds.height - 80; y++) {
    for (const x of [bounds.x + inside, bounds.x + bounds.width - inside]) {
      const at = (y * width + x) * channels;
      found.add(data.slice(at, at + 3).join());
    }
  }
  return found;
}

test("the images are valid for LINE, in the brand's colours, with every label inside its button", async () => {
  const long = {
    ...builtInCatalogues.en,
    "card.label": "Membership card and more",
    "history.label": "MMMMMMMMMMMMMMMMMM",
    "help.label": "<b>&amp;\u0007 ฎุ้ 骨 ĝ",
  };
  const own = createMessages({ ...builtInCatalogues, en: long }, "Asia/Bangkok");
  const [member, stranger] = createMenus(["en"], { messages: own, brand: { registerUrl: null } });
  if (!member || !stranger) throw new Error("menus are missing");
  const [first, second] = await renderPng(
    [member, stranger].map((menu) => renderMenuSvg(menu, colors)),
  );
  if (!first || !second) throw new Error("images are missing");
  expect([first, second].map(richMenuImageFault)).toEqual([null, null]);
  expect(decode(first)).toMatchObject(member.size);
  for (const [index, tile] of member.tiles.entries()) {
    const expected = index === 0 ? "180,71,95" : "255,255,255";
    expect([tile.label, [...edgeColors(first, tile)]]).toEqual([tile.label, [expected]]);
  }
});

/** A drawing of one button. */
function inLanguage(language: Language, label: string): string {
  const menu = menus.find((one) => one.language === language && one.audience === "stranger");
  const [tile] = menu?.tiles ?? [];
  if (!menu || !tile) throw new Error(`no menu in ${language}`);
  return renderMenuSvg({ ...menu, size: tile.bounds, tiles: [{ ...tile, label }] }, colors);
}

test("every script has glyphs, and Japanese and Chinese have their own variants", async () => {
  const pairs = [
    [inLanguage("th", "กี่"), inLanguage("th", "ขี่")],
    [inLanguage("th", "กี่"), inLanguage("th", "กี้")],
    [inLanguage("en", "a"), inLanguage("en", "b")],
    [inLanguage("en", "đ"), inLanguage("en", "ł")],
    [inLanguage("ja", "ア"), inLanguage("ja", "イ")],
    [inLanguage("ja", "花"), inLanguage("zh-TW", "花")],
    [inLanguage("zh-TW", "點"), inLanguage("zh-TW", "數")],
  ];
  const images = await renderPng(pairs.flat());
  for (const index of pairs.keys()) {
    // A letter that no font has is the same box as any other.
    expect(images[2 * index]?.equals(images[2 * index + 1] ?? Buffer.of()), `${index}`).toBe(false);
  }
});

test("a light brand colour has dark text", () => {
  const drawing = renderMenuSvg(menuOf("member"), { color: "#FFE94A", accent: "#FFE94A" });
  expect(drawing).toContain('fill="#FFE94A"');
  expect(drawing).not.toContain('stroke="#FFE94A"');
  expect(drawing).toMatch(/fill="#1F2328">Points</);
});
