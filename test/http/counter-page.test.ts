/** The counter page over HTTP: its language, what browsers may keep and load, and what else is answered there. */
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderCounterPages, serveCounterPage } from "../../src/http/counter-page.ts";
import { listen } from "../../src/http/listen.ts";
import { sendRaw, statusesIn } from "../support/raw-http.ts";
import { startWebhookServer, type WebhookServer } from "../support/webhook-server.ts";

let server: WebhookServer;
beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (path = "", init: RequestInit = {}) => fetch(`${server.origin}/counter${path}`, init);
/** As a browser that has it asks: `fetch` would forbid to use what is kept. @returns what is received. */
const get = (path: string, ...headers: string[]) => {
  const lines = [`GET /counter${path} HTTP/1.1`, "Host: bot", "Connection: close", ...headers];
  return sendRaw(server.origin, `${lines.join("\r\n")}\r\n\r\n`);
};
const answerFailure: ErrorRequestHandler = (_error, _request, response, _next) =>
  void response.status(500).end();
const accepting = (languages: string) => ({ headers: { "accept-language": languages } });

test.each([
  ["?lang=th", "en", "th"],
  ["?lang=zh-TW", "en", "zh-TW"],
  ["?lang=zh-Hant-HK", "en", "zh-TW"],
  ["", "ja", "ja"],
  ["", "fr, th;q=0.4, ja;q=0.6", "ja"],
  ["", "my-MM, *;q=0.1", "en"],
  ["?lang=xx", "th-TH", "th"],
  ["?lang=th&lang=ja", "zh", "zh-TW"],
  ["?lang[a]=th", "ja", "ja"],
  ["?lang=", "", "en"],
])("/counter%s to a browser that asks for %s is in %s", async (query, accepted, language) => {
  const response = await ask(query, accepting(accepted));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-language")).toBe(language);
  expect(await response.text()).toContain(`<html lang="${language}">`);
});

test("the page leads to the three others", async () => {
  const html = await (await ask("?lang=ja")).text();
  const links = [...html.matchAll(/<a href="([^"]*)" lang="([^"]*)">/g)].map(
    ([, ...found]) => found,
  );
  expect(links).toEqual(["th", "en", "zh-TW"].map((other) => [`?lang=${other}`, other]));
});

test("a browser keeps it, and asks whether it is still the same: each language by its own tag", async () => {
  const tags = new Set<string>();
  for (const language of ["en", "th", "ja", "zh-TW"]) {
    const { headers } = await ask(`?lang=${language}`);
    const tag = headers.get("etag") ?? "";
    tags.add(tag);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("vary")).toContain("Accept-Language");
    const again = await get(`?lang=${language}`, `If-None-Match: ${tag}`);
    expect(statusesIn(again)).toEqual([304]);
    expect(again).toMatch(/\r\n\r\n$/);
  }
  expect(tags.size).toBe(4);
  const [first = ""] = tags;
  expect(statusesIn(await get("?lang=th", `If-None-Match: ${first}`))).toEqual([200]);
});

test("HEAD has the headers alone", async () => {
  const whole = await ask("?lang=th");
  const head = await ask("?lang=th", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const name of ["content-length", "content-type", "etag", "content-security-policy"]) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name));
  }
  expect(Number(head.headers.get("content-length"))).toBe((await whole.arrayBuffer()).byteLength);
});

test("nothing but its own styles and pictures is loaded, and it weighs 20 KB at most", async () => {
  const response = await ask();
  const { headers } = response;
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("set-cookie")).toBeNull();
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy.split("; ").map((part) => part.replace(/sha256-[^']+/, "…"))).toEqual([
    "default-src 'none'",
    "img-src data:",
    "style-src '…'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const html = await response.text();
  expect(html).not.toMatch(/<script|src="(?!data:)|url\(|@import|https?:/);
  expect(html.length).toBeLessThan(20_000);
});

test.each(["/en.md", "/pictures/member.svg", "/../../package.json", "/%2e%2e/en.md"])(
  "nothing is behind it: %s",
  async (path) => {
    expect(statusesIn(await get(path))).toEqual([404]);
  },
);

test("it is only read", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    expect([method, (await ask("", { method })).status]).toEqual([method, 404]);
  }
});

test("it is rendered once for all who ask, again only after a failure, and in the business's language", async () => {
  const failures = [new Error("no such file")];
  let renderings = 0;
  const serve = serveCounterPage("zh-TW", async () => {
    renderings += 1;
    const failure = failures.pop();
    if (failure) throw failure;
    return renderCounterPages();
  });
  const app = express();
  app.get("/counter", serve);
  app.use(answerFailure);
  const own = await listen(app, "127.0.0.1", 0);
  const askMany = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status, headers } = await fetch(`${own.origin}/counter`);
        return `${status} ${headers.get("content-language")}`;
      }),
    );
  expect((await fetch(`${own.origin}/counter`)).status).toBe(500);
  expect(new Set(await askMany())).toEqual(new Set(["200 zh-TW"]));
  await askMany();
  expect(renderings).toBe(2);
  await own.close();
});
