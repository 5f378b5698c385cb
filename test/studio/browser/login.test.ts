/** The studio's login: access with and without the password, the limit of attempts, and what is shown. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { openPage, connectBrowser } from "../../support/browser.ts";
import { seriousViolations } from "../axe.ts";
import type { Person } from "../../../src/studio/server/chat-types.ts";
import { createStudioWorld, somchai, type StudioWorld } from "../studio-world.ts";
import { startStudioBot } from "../studio-bot.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const password = "correct horse battery";
/** Somebody of whom no sample in the gallery has the name or a note. */
const member: Person = {
  userId: "U55555555555555555555555555555555",
  displayName: "มาลี แสงทอง",
  language: "th",
  note: "SILVER 410 · a phone with the leading 0",
};
const createLockedStudio = () => createStudioWorld([somchai, member], { password, chat: false });

const post = (
  world: StudioWorld,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(new URL(path, world.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: new URL(world.url).origin,
      ...headers,
    },
    body: JSON.stringify(body),
  });

const get = (world: StudioWorld, path: string, cookie = "") =>
  fetch(new URL(path, world.url), { headers: { cookie } });

const cookieOf = (response: Response) => response.headers.get("set-cookie") ?? "";

test("without the password nothing is shown; with it the gallery and the translations, but no chat", async () => {
  await using world = await createLockedStudio();
  const data = ["replies", "catalogues"];
  const chats = ["people", `chats/sakura/${somchai.userId}`, "live", `inspections/sakura/x`];
  for (const path of [...data, ...chats]) {
    expect({ path, status: (await get(world, path)).status }).toEqual({ path, status: 401 });
  }
  expect((await post(world, "catalogues/preview", {})).status).toBe(401);
  expect(await (await get(world, "room")).json()).toEqual({
    open: false,
    locked: true,
    chat: false,
    ownBot: true,
    stories: false,
  });

  const entered = await post(world, "login", { password });
  expect(entered.status).toBe(200);
  const cookie = cookieOf(entered);
  expect(cookie).toMatch(/^studio=[\w-]{43}; .*HttpOnly.*SameSite=Strict/);
  expect(cookie).toContain("Path=/studio");
  const [pair = ""] = cookie.split(";");
  for (const path of data) expect((await get(world, path, pair)).status).toBe(200);
  for (const path of chats) expect((await get(world, path, pair)).status).toBe(404);
  expect((await post(world, "chats/sakura/x/actions", {}, { cookie: pair })).status).toBe(404);

  const text = await (await get(world, "replies", pair)).text();
  const { userId, displayName, note } = member;
  for (const detail of [userId, displayName, note, somchai.userId, somchai.note]) {
    expect(text).not.toContain(detail);
  }
  expect((await post(world, "logout", {}, { cookie: pair })).status).toBe(200);
  expect((await get(world, "catalogues", pair)).status).toBe(401);
});

test.each([
  ["listens everywhere", { HOST: "0.0.0.0" }],
  ["is behind a tunnel", { PUBLIC_URL: "https://tunnel.example" }],
])("a bot that %s has no chat, whatever else is embedded", async (_how, env) => {
  await using bot = await startStudioBot({ ...env, STUDIO_PASSWORD: password });
  const url = new URL(bot.url);
  url.hostname = "127.0.0.1";
  expect(await (await fetch(new URL("room", url))).json()).toEqual({
    open: false,
    locked: true,
    chat: false,
    ownBot: true,
    stories: true,
  });
  const entered = await fetch(new URL("login", url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: url.origin },
    body: JSON.stringify({ password }),
  });
  const [cookie = ""] = cookieOf(entered).split(";");
  const ask = (path: string) => fetch(new URL(path, url), { headers: { cookie } });
  expect((await ask("catalogues")).status).toBe(200);
  for (const path of ["people", "live"]) expect((await ask(path)).status).toBe(404);
});

test("over https the cookie is marked Secure", async () => {
  await using world = await createLockedStudio();
  const { host } = new URL(world.url);
  const entered = await post(world, "login", { password }, { origin: `https://${host}` });
  expect(cookieOf(entered)).toContain("Secure");
});

test("a session ends after twelve hours", async () => {
  await using world = await createLockedStudio();
  const [pair = ""] = cookieOf(await post(world, "login", { password })).split(";");
  world.clock.turn(12 * 3_600_000 - 1000);
  expect((await get(world, "catalogues", pair)).status).toBe(200);
  world.clock.turn(2000);
  expect((await get(world, "catalogues", pair)).status).toBe(401);
});

test("after five wrong passwords even the right one has to wait", async () => {
  await using world = await createLockedStudio();
  for (const wrong of ["", "a", password.toUpperCase(), `${password} `, 5, null]) {
    const { status } = await post(world, "login", { password: wrong });
    expect([401, 429]).toContain(status);
  }
  expect((await post(world, "login", { password })).status).toBe(429);
  world.clock.turn(15 * 60_000);
  expect((await post(world, "login", { password })).status).toBe(200);
});

test("right passwords don't count as attempts", async () => {
  await using world = await createLockedStudio();
  for (let time = 0; time < 8; time++) {
    expect((await post(world, "login", { password })).status).toBe(200);
  }
});

test("another site can neither log in nor write with a user's cookie", async () => {
  await using world = await createLockedStudio();
  const [pair = ""] = cookieOf(await post(world, "login", { password })).split(";");
  const foreign = { cookie: pair, origin: "https://evil.example" };
  const edit = { language: "en", key: "help.title", text: "x" };
  expect((await post(world, "login", { password }, foreign)).status).toBe(403);
  expect((await post(world, "catalogues", edit, foreign)).status).toBe(403);
  expect(
    (await post(world, "catalogues", edit, { cookie: pair, "content-type": "text/plain" })).status,
  ).toBe(415);
  expect((await get(world, "catalogues", "studio=guess; studio=")).status).toBe(401);
});

test("a log-out ends what the other tabs of the session follow, and shows them the log-in", async () => {
  await using world = await createStudioWorld([somchai], { password });
  const [pair = ""] = cookieOf(await post(world, "login", { password })).split(";");
  const [other = ""] = cookieOf(await post(world, "login", { password })).split(";");
  const [ended, kept] = [await get(world, "live", pair), await get(world, "live", other)];
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  const [name = "", value = ""] = pair.split("=");
  await page.context().addCookies([{ name, value, url: world.url }]);
  await page.goto(world.url);
  await page.locator(".live .person").first().waitFor();
  await page.goto(`${world.url}#/words/balance.number/en`);
  await page.locator(".text-editor").getByLabel("Text").fill("Petal number");
  await page.locator(".unsaved-mark").first().waitFor();
  expect((await post(world, "logout", {}, { cookie: pair })).status).toBe(200);
  expect(await ended.text()).toMatch(/data: {"type":"logged_out"}\n\n$/);
  await page.getByLabel("Password").waitFor();
  expect(await page.evaluate("sessionStorage.length"), "unsaved texts").toBe(0);
  // Nobody has logged out there, but time has.
  world.clock.turn(12 * 3_600_000);
  expect(await kept.text()).toContain("logged_out");
  expect(faults).toEqual([]);
});

test("a user logs in, opens the pages, and logs out", async () => {
  await using world = await createLockedStudio();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(world.url);
  const field = page.getByLabel("Password");
  await field.fill("wrong");
  await field.press("Enter");
  await page.getByText("That isn’t the password").waitFor();
  await page.getByText("write /studio to the bot").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await field.fill(password);
  await field.press("Enter");
  await page.locator(".card .message-content").first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Chat" }).count()).toBe(0);
  await page.getByRole("link", { name: "Texts" }).click();
  await page.locator("a.text").first().waitFor();
  await page.reload();
  await page.locator("a.text").first().waitFor();
  expect(await page.evaluate("document.cookie")).toBe("");
  world.clock.turn(13 * 3_600_000);
  await page.getByRole("link", { name: "Gallery" }).click();
  await field.fill(password);
  await field.press("Enter");
  await page.locator(".card .message-content").first().waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await field.waitFor();
  expect(faults).toEqual([]);
});

test("who has logged in by the password finds what the studio has for them, without a reload", async () => {
  await using bot = await startStudioBot({ STUDIO_PASSWORD: password });
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(bot.url);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Password").press("Enter");
  await page.getByRole("button", { name: "Set date" }).waitFor();
  await page.getByTitle("Logged in as Operator").waitFor();
  expect(faults).toEqual([]);
});

test("where the bot could not be reached for a moment, the page doesn't say so for ever", async () => {
  await using world = await createLockedStudio();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  const banner = page.getByText("The bot can’t be reached. Reconnecting…");
  await page.route("**/room", (route) => route.abort(), { times: 2 });
  await page.goto(world.url);
  await banner.waitFor();
  const field = page.getByLabel("Password");
  await field.fill(password);
  await banner.waitFor({ state: "detached" });
  await field.press("Enter");
  await page.locator(".card .message-content").first().waitFor();

  await page.route("**/logout", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Log out" }).click();
  await page.locator("#toast", { hasText: "The bot can’t be reached" }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
  await page.getByRole("button", { name: "Log out" }).click();
  await field.waitFor();
  expect(faults).toEqual([]);
});

test("who saves a text after their session has ended logs in again, and still has what they wrote", async () => {
  await using world = await createLockedStudio();
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(`${world.url}#/words/balance.number/en`);
  const logIn = async () => {
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
  };
  await logIn();
  const field = page.locator(".text-editor").getByLabel("Text");
  await field.fill("Petal number");
  await page.locator(".text-editor .message-content").getByText("Petal number").first().waitFor();
  world.clock.turn(12 * 3_600_000);
  await field.press("Control+Enter");
  await logIn();
  await page.locator(".unsaved-mark").first().waitFor();
  expect(await field.inputValue()).toBe("Petal number");
  await field.press("Control+Enter");
  await page.getByText("Saved to your draft").waitFor();
  expect(faults).toEqual([]);
});

test("a comment that isn't sent yet outlives another view and the end of the session", async () => {
  await using world = await createLockedStudio();
  const [cookie = ""] = cookieOf(await post(world, "login", { password })).split(";");
  await post(world, "catalogues", { language: "en", key: "help.title", text: "Ask" }, { cookie });
  await using watched = await openPage(browser);
  const { page, faults } = watched;
  await page.goto(`${world.url}#/drafts/operator`);
  const logIn = async () => {
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
  };
  await logIn();
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("Too short for a title");
  await page.getByRole("link", { name: "Texts" }).click();
  await page.locator("a.text").first().waitFor();
  await page.goBack();
  expect(await field.inputValue()).toBe("Too short for a title");
  world.clock.turn(12 * 3_600_000);
  // As when somebody comes back to the tab, unless the page is on its way to the log-in already.
  await page.evaluate("dispatchEvent(new Event('focus'))").catch(() => {});
  await logIn();
  expect(await field.inputValue()).toBe("Too short for a title");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".comments li").getByText("Too short for a title").waitFor();
  expect(await field.inputValue()).toBe("");
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
  expect(faults).toEqual([]);
});
