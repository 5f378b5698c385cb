/** The renderer: every message type and every Flex component, with LINE's sizes. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { FlexComponent, Message } from "../../../src/line/messages/message-types.ts";
import type { Person } from "../../../src/studio/server/chat-types.ts";
import { openPage, connectBrowser, type WatchedPage } from "../../support/browser.ts";
import { createStudioWorld, hina, lin, somchai, type StudioWorld } from "../studio-world.ts";
import {
  actions,
  everyComponent,
  everyFlexProperty,
  everyMessage,
  twelveBubbles,
} from "../samples.ts";

/** Each test shows its messages in another person's chat. */
const readers = Array.from({ length: 12 }, (_, index): Person => ({
  userId: `U${String(index).padStart(32, "9")}`,
  displayName: `Reader ${index}`,
  language: "th",
}));
const unused = [...readers];

let browser: Browser;
let world: StudioWorld;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [browser, world] = await Promise.all([
    connectBrowser(),
    createStudioWorld([somchai, hina, lin, ...readers]),
  ]);
  watched = await openPage(browser);
  ({ page } = watched);
  await page.route(/^https:/, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: drawing }),
  );
});
afterEach(() => expect(watched.faults).toEqual([]));
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>`;

/** Opens a chat in which the account has just sent these messages. */
async function show(messages: Message[], person = unused.pop()): Promise<void> {
  if (!person) throw new Error("every reader's chat is used");
  world.say(person.userId, ...messages);
  await page.goto(`${world.url}#/chat/${person.userId}`);
  await page.getByRole("heading", { name: person.displayName, exact: true }).waitFor();
  await page.locator(".live #log:not([aria-busy])").waitFor();
  await expect.poll(() => page.locator(".row.account").count()).toBe(messages.length);
}

/** An element's computed style. */
function computed(selector: string, properties: string[]): Promise<unknown> {
  const [target, names] = [JSON.stringify(selector), JSON.stringify(properties)];
  return page.evaluate(`(() => {
    const style = getComputedStyle(document.querySelector(${target}));
    return Object.fromEntries(${names}.map((name) => [name, style.getPropertyValue(name)]));
  })()`);
}

test("every message type is rendered", async () => {
  await show(everyMessage);
  const rows = page.locator(".row.account");
  await expect.poll(() => rows.count()).toBe(everyMessage.length);
  for (const [index, message] of everyMessage.entries()) {
    const drawn = rows.nth(index).locator(".message-content > :nth-child(2)");
    const box = await drawn.boundingBox();
    expect({
      type: message.type,
      wide: (box?.width ?? 0) > 20,
      high: (box?.height ?? 0) > 20,
    }).toEqual({ type: message.type, wide: true, high: true });
  }
  await expect.poll(() => page.getByText("can’t be drawn").count()).toBe(0);
  await expect.poll(() => page.getByText("doesn't know").count()).toBe(0);
  await page.getByText("@All, {braces}").waitFor();
  await page.getByText("Barista from Sakura Cafe").waitFor();
  expect(
    await page.getByRole("link", { name: "https://cafe.example/a?b=1" }).getAttribute("href"),
  ).toBe("https://cafe.example/a?b=1");
  await expect.poll(() => page.locator(".line-emoji").count()).toBe(2);
  await expect.poll(() => page.locator(".quick-reply").count()).toBe(actions.length - 1);
});

test("every component is rendered in every layout", async () => {
  const layouts = ["horizontal", "vertical", "baseline"] as const;
  const messages = layouts.map((layout): Message => ({
    type: "flex",
    altText: layout,
    contents: { type: "bubble", body: { type: "box", layout, contents: everyComponent } },
  }));
  await show(messages);
  for (const layout of layouts) {
    const children = page.locator(`.flex-body > .flex-box.${layout} > *`);
    await expect.poll(() => children.count()).toBe(everyComponent.length);
  }
});

test("every property of a component has an effect", async () => {
  await show([everyFlexProperty]);
  const box = ".flex-header > .flex-box > .flex-box";

  expect(
    await computed(box, [
      "padding-top",
      "padding-bottom",
      "padding-inline-start",
      "padding-inline-end",
      "border-top-width",
      "border-top-color",
      "border-radius",
      "background-color",
      "background-image",
      "height",
      "max-width",
      "max-height",
      "justify-content",
      "align-items",
    ]),
  ).toEqual({
    "padding-top": "2px",
    "padding-bottom": expect.stringMatching(/^1\d(?:\.\d+)?px$/),
    "padding-inline-start": "12px",
    "padding-inline-end": "20px",
    "border-top-width": "3px",
    "border-top-color": "rgb(85, 102, 119)",
    "border-radius": "16px",
    "background-color": "rgba(17, 34, 51, 0.267)",
    "background-image":
      "linear-gradient(45deg, rgb(0, 0, 0), rgb(136, 136, 136) 30%, rgb(255, 255, 255))",
    height: "200px",
    "max-width": "280px",
    "max-height": "220px",
    "justify-content": "space-between",
    "align-items": "center",
  });
  expect(
    await computed(`${box} > .flex-text`, [
      "flex-grow",
      "margin-inline-start",
      "inset-block-start",
      "inset-inline-start",
      "justify-content",
    ]),
  ).toEqual({
    "flex-grow": "2",
    "margin-inline-start": "12px",
    "inset-block-start": "1px",
    "inset-inline-start": "4px",
    "justify-content": "center",
  });
  expect(
    await computed(`${box} > .flex-text > p`, [
      "font-size",
      "font-weight",
      "font-style",
      "text-align",
      "color",
      "text-decoration-line",
      "line-height",
      "-webkit-line-clamp",
      "white-space-collapse",
    ]),
  ).toEqual({
    "font-size": "14px",
    "font-weight": "700",
    "font-style": "italic",
    "text-align": "end",
    color: "rgb(170, 187, 204)",
    "text-decoration-line": "underline",
    "line-height": "29.6px",
    "-webkit-line-clamp": "2",
    "white-space-collapse": "preserve",
  });
  expect(
    await computed(`${box} .flex-span`, ["font-size", "color", "text-decoration-line"]),
  ).toEqual({
    "font-size": "29px",
    color: "rgb(17, 34, 51)",
    "text-decoration-line": "line-through",
  });
  expect(
    await computed(`${box} > .flex-separator`, ["background-color", "margin-inline-start"]),
  ).toEqual({
    "background-color": "rgb(255, 0, 0)",
    "margin-inline-start": "20px",
  });
  expect(await computed(".flex-body .flex-icon", ["height", "width"])).toEqual({
    height: "35px",
    width: "105px",
  });
  expect(await computed(".flex-body .flex-image > .flex-frame", ["width", "height"])).toEqual({
    width: "40px",
    height: "20px",
  });
  expect(await computed(".flex-footer .flex-button", ["height", "background-color"])).toEqual({
    height: "40px",
    "background-color": "rgb(18, 52, 86)",
  });
  expect(await computed(".flex-footer", ["border-top-color", "border-top-width"])).toEqual({
    "border-top-color": "rgb(0, 255, 0)",
    "border-top-width": "1px",
  });
});

test("bubbles have LINE's widths", async () => {
  const widths = { nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300 };
  const sizes = Object.keys(widths) as (keyof typeof widths)[];
  await show(
    sizes.map((size): Message => ({
      type: "flex",
      altText: size,
      contents: {
        type: "bubble",
        size,
        body: { type: "box", layout: "vertical", contents: [{ type: "text", text: size }] },
      },
    })),
  );
  for (const size of sizes) {
    const box = await page.getByRole("group", { name: size, exact: true }).boundingBox();
    expect([size, box?.width]).toEqual([size, widths[size]]);
  }
});

test("spacing is applied between components, never before the first", async () => {
  const contents: FlexComponent[] = [
    { type: "text", text: "first", margin: "xxl" },
    { type: "text", text: "spaced" },
    { type: "text", text: "apart", margin: "20px" },
    { type: "text", text: "close", margin: "none" },
  ];
  await show([
    {
      type: "flex",
      altText: "space",
      contents: {
        type: "bubble",
        body: { type: "box", layout: "vertical", spacing: "md", contents },
      },
    },
  ]);
  const margins = await page.evaluate(
    `Array.from(document.querySelectorAll(".flex-text"), (it) => getComputedStyle(it).marginTop)`,
  );
  expect(margins).toEqual(["0px", "8px", "20px", "0px"]);
});

test("a right-to-left bubble starts on the right", async () => {
  const contents = ["first", "second"].map((text) => ({ type: "text" as const, text }));
  await show([
    {
      type: "flex",
      altText: "rtl",
      contents: {
        type: "bubble",
        direction: "rtl",
        body: { type: "box", layout: "horizontal", contents },
      },
    },
  ]);
  const [first, second] = await Promise.all(
    ["first", "second"].map((text) => page.getByText(text, { exact: true }).boundingBox()),
  );
  expect(first?.x).toBeGreaterThan(second?.x ?? Infinity);
});

/** Of each line, its size, and whether it fits. */
const lineSizes = () =>
  page.evaluate(`Array.from(document.querySelectorAll(".flex-text p"), (line) => ({
    size: getComputedStyle(line).fontSize,
    fits: line.scrollWidth <= line.clientWidth,
  }))`);

test("a long line with shrink-to-fit shrinks until it fits", async () => {
  const line = "wide ".repeat(12);
  const text = { type: "text" as const, text: line, size: "xl" };
  await show([
    {
      type: "flex",
      altText: "shrink",
      contents: {
        type: "bubble",
        body: {
          type: "box",
          layout: "vertical",
          contents: [text, { ...text, adjustMode: "shrink-to-fit" }],
        },
      },
    },
  ]);
  await expect.poll(lineSizes).toEqual([
    { size: "22px", fits: false },
    { size: expect.stringMatching(/^(?:[89]|1\d)(?:\.\d+)?px$/), fits: true },
  ]);
});

test("twelve bubbles are side by side and scroll inside the chat", async () => {
  await show([twelveBubbles]);
  const carousel = page.getByRole("group", { name: "Twelve cards" });
  // Measured together: a font that loads in between moves what was measured before.
  const boxes: { y: number; height: number; limit: number }[] = await page.evaluate(`
    Array.from(document.querySelectorAll('[aria-label="Twelve cards"] .flex-bubble'), (bubble) => {
      const { y, height } = bubble.getBoundingClientRect();
      return { y, height, limit: Number(getComputedStyle(bubble).maxWidth.replace("px", "")) };
    })`);
  expect(boxes.length).toBe(12);
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
  await carousel.getByText("Card 12").scrollIntoViewIfNeeded();
  const last = await carousel.getByText("Card 12").boundingBox();
  const phone = await page.locator(".phone").boundingBox();
  expect(last && phone && last.x + last.width <= phone.x + phone.width).toBe(true);
  // Where a bubble is as wide as the screen, nothing shows that there are others.
  expect(phone && boxes.every(({ limit }) => limit <= 0.8 * phone.width)).toBe(true);
});

test.each([
  [somchai, "แต้มสะสม ๑๒๓ บาท ฿", "Noto Sans Thai"],
  [hina, "骨ポイント残高直会員証", "Noto Sans JP"],
  [lin, "骨會員卡，點數直餘額", "Noto Sans TC"],
])(
  "the text of $displayName's language is drawn in the device's font of that language",
  async (person, text, family) => {
    await show([{ type: "text", text }], person);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("DOM.enable");
    await devtools.send("CSS.enable");
    const { root } = await devtools.send("DOM.getDocument", {});
    const { nodeId } = await devtools.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: ".account .text-bubble",
    });
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.map(({ familyName }) => familyName)).toContain(family);
    expect(fonts.filter(({ isCustomFont }) => isCustomFont)).toEqual([]);
  },
);
