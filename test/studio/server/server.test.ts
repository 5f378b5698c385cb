/** The studio's HTTP server: allowed callers, and responses. */
import { request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { account, createStudioWorld, somchai, type StudioWorld } from "../studio-world.ts";

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Plain HTTP, since fetch forbids to set Host and Origin. */
function call(
  world: StudioWorld,
  path: string,
  { body, ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = new URL(path, world.url);
  const method = body === undefined ? "GET" : "POST";
  const sent = request(url, { method, headers }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => (text += part));
    response.on("end", () =>
      resolve({ status: response.statusCode, headers: response.headers, body: text }),
    );
  });
  sent.on("error", reject).end(body);
  return promise;
}

const actions = `chats/${account}/${somchai.userId}/actions`;
const hello = JSON.stringify({ type: "text", text: "hello" });

test("only requests with a local Host are accepted", async () => {
  await using world = await createStudioWorld();
  for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "."]) {
    expect(await call(world, "people", { host })).toMatchObject({ status: 403 });
  }
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"]) {
    expect(await call(world, "people", { host })).toMatchObject({ status: 200 });
  }
});

test("a write must come from the studio's own origin, as JSON", async () => {
  await using world = await createStudioWorld();
  const { origin } = new URL(world.url);
  const json = { "content-type": "application/json", body: hello };
  const refused = [
    json,
    { ...json, origin: "https://evil.example" },
    { ...json, origin: "null" },
    { ...json, origin, "sec-fetch-site": "cross-site" },
  ];
  for (const parts of refused) {
    expect(await call(world, actions, parts)).toMatchObject({ status: 403 });
  }
  expect(await call(world, actions, { origin, body: hello })).toMatchObject({ status: 415 });
  expect(
    await call(world, actions, { origin, "content-type": "text/plain", body: hello }),
  ).toMatchObject({ status: 415 });
  expect(world.bot.received).toEqual([]);

  expect(await call(world, actions, { ...json, origin })).toMatchObject({ status: 200 });
  expect(world.bot.received).toHaveLength(1);
});

test("an action is validated before it runs", async () => {
  await using world = await createStudioWorld();
  const { origin } = new URL(world.url);
  const post = (path: string, action: unknown) =>
    call(world, path, { origin, "content-type": "application/json", body: JSON.stringify(action) });
  for (const action of [
    null,
    [],
    {},
    { type: "text" },
    { type: "text", text: "" },
    { type: "text", text: "x".repeat(5001) },
    { type: "postback", data: "x".repeat(301) },
    { type: "postback", data: "a", params: { date: "tomorrow" } },
    { type: "explode" },
  ]) {
    expect(await post(actions, action)).toMatchObject({ status: 400 });
  }
  expect(await post(`chats/${account}/U0/actions`, { type: "text", text: "a" })).toMatchObject({
    status: 404,
  });
  expect(world.bot.received).toEqual([]);

  const action = { type: "postback", data: "a", params: { datetime: "2026-12-31T23:59" } };
  expect(await post(actions, { ...action, more: 1 })).toMatchObject({ status: 200 });
  const { data, params } = action;
  expect(world.bot.received).toEqual([{ userId: somchai.userId, content: { data, params } }]);
});

test("changes are streamed at once, and an idle stream is kept alive until the studio closes", async () => {
  await using world = await createStudioWorld();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(new URL("live", world.url), resolve).on("error", reject).end();
  const response = await promise;
  expect(response.headers["content-type"]).toMatch(/^text\/event-stream/);
  expect(response.headers["x-accel-buffering"]).toBe("no");
  const stream = response.setEncoding("utf8")[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => (await stream.next()).value;

  expect(await next()).toBe("retry: 1000\n\n");
  const until = world.clock.now() + 20_000;
  const change = { type: "loading", account, chatId: somchai.userId, until };
  await world.callLine("/v2/bot/chat/loading/start", { chatId: somchai.userId });
  expect(await next()).toBe(`data: ${JSON.stringify(change)}\n\n`);
  world.clock.turn(15_000);
  expect(await next()).toBe(": still here\n\n");
  world.studio[Symbol.dispose]();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(world.clock.waiting).toBe(0);
});

test("a stream's head alone has an end", async () => {
  await using world = await createStudioWorld();
  const { status, headers } = await fetch(new URL("live", world.url), { method: "HEAD" });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(world.clock.waiting).toBe(0);
});

test("the content security policy allows no inline script and only what the page needs", async () => {
  await using world = await createStudioWorld();
  const { status, headers, body } = await call(world, "");
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  expect(await call(world, "/studio")).toMatchObject({
    status: 308,
    headers: { location: "/studio/" },
  });
});

/** The addresses in the page's HTML and in its `Link` header. */
async function linkedAddresses(world: StudioWorld): Promise<string[]> {
  const { body, headers } = await call(world, "");
  const inHtml = [...body.matchAll(/(?:href|src)="([^"]+)"/g)];
  const inHeader = [...String(headers["link"]).matchAll(/<([^>]+)>/g)];
  return [...inHtml, ...inHeader].map(([, address = ""]) => address);
}

test("the page is one script and one stylesheet, without types, cacheable for good", async () => {
  await using world = await createStudioWorld();
  const linked = await linkedAddresses(world);
  expect(linked.filter((address) => address.endsWith(".js"))).toHaveLength(1);
  expect(linked.filter((address) => address.endsWith(".css"))).toHaveLength(1);
  for (const address of linked.filter((one) => one.startsWith("main."))) {
    const { status, headers } = await call(world, address);
    expect({ address, status, cache: headers["cache-control"] }).toEqual({
      address,
      status: 200,
      cache: "public, max-age=31536000, immutable",
    });
  }
  const script = await call(world, linked.find((address) => address.endsWith(".js")) ?? "");
  expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(script.body).not.toMatch(/\bimport\s*[({*"'`]|\binterface\b|\bexport\b/);
  const [, map = ""] = /sourceMappingURL=(\S+)/.exec(script.body) ?? [];
  expect((await call(world, map)).body).toContain("interface FlexProps");
});

test("unchanged HTML is answered with 304", async () => {
  await using world = await createStudioWorld();
  const { headers } = await call(world, "");
  const again = await call(world, "", { "if-none-match": String(headers["etag"]) });
  expect(again).toMatchObject({ status: 304, body: "" });
});

test.each(["br", "gzip"])(
  "what the page loads is compressed by %s, events aren't",
  async (encoding) => {
    await using world = await createStudioWorld();
    const accepted = { "accept-encoding": encoding };
    const linked = await linkedAddresses(world);
    const texts = linked.filter((address) => address.startsWith("main."));
    for (const address of [...texts, "catalogues", "replies"]) {
      const { headers } = await call(world, address, accepted);
      expect({ address, encoding: headers["content-encoding"] }).toEqual({ address, encoding });
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL("live", world.url), { headers: accepted }, resolve).on("error", reject).end();
    const events = await promise;
    expect(events.headers["content-encoding"]).toBeUndefined();
    events.destroy();
  },
);

test("only the page's files are served", async () => {
  await using world = await createStudioWorld();
  const linked = await linkedAddresses(world);
  const script = linked.find((address) => address.endsWith(".js")) ?? "";
  for (const path of [
    script.replace(/\.\w+\.js$/, ".0000000000000000.js"),
    "main.tsx",
    "styles/index.css",
    "styles/../../../../package.json",
    "..%2f..%2f..%2fpackage.json",
    "tsconfig.json",
    "..%2fstudio.ts",
    "%2e%2e/studio.ts",
    "constructor",
    "chats",
  ]) {
    expect({ path, ...(await call(world, path)) }).toMatchObject({ path, status: 404 });
  }
});

test("the source map is for who has logged in, or for the demo", async () => {
  await using world = await createStudioWorld(undefined, { password: "a long enough password" });
  const linked = await linkedAddresses(world);
  const map = `${linked.find((address) => address.endsWith(".js"))}.map`;
  expect(await call(world, map)).toMatchObject({ status: 401 });
  const { origin } = new URL(world.url);
  const body = JSON.stringify({ password: "a long enough password" });
  const json = { "content-type": "application/json", origin };
  const { headers } = await call(world, "login", { ...json, body });
  const [cookie = ""] = String(headers["set-cookie"]).split(";");
  expect(await call(world, map, { cookie })).toMatchObject({ status: 200 });
});

test("without a password the studio takes nothing that came through a proxy, whatever its Host", async () => {
  await using open = await createStudioWorld();
  await using locked = await createStudioWorld(undefined, { password: "a long enough password" });
  for (const header of [
    { "x-forwarded-for": "203.0.113.5" },
    { "x-forwarded-host": "demo.example.com" },
    { forwarded: "for=203.0.113.5" },
    { via: "1.1 proxy" },
  ]) {
    for (const path of ["", "room", "people"]) {
      const answer = await call(open, path, { host: "localhost:3000", ...header });
      expect(answer).toMatchObject({ status: 403 });
    }
    expect(await call(locked, "room", header as Record<string, string>)).toMatchObject({
      status: 200,
    });
  }
});

test("over https the cookie is this host's alone, and one that somebody planted beside it costs no log-in", async () => {
  const password = "a long enough password";
  await using world = await createStudioWorld(undefined, { password, hosts: ["bot.example.com"] });
  const body = JSON.stringify({ password });
  const enter = (host: string, origin: string) =>
    call(world, "login", { host, origin, "content-type": "application/json", body });
  const { headers } = await enter("bot.example.com", "https://bot.example.com");
  const [set = ""] = [headers["set-cookie"]].flat();
  expect(set).toMatch(
    /^__Host-studio=[\w-]{43}; Max-Age=\d+; Path=\/; .*HttpOnly; Secure; SameSite=Strict/,
  );
  const [cookie = ""] = set.split(";");
  const isOpen = async (host: string, sent: string) =>
    (JSON.parse((await call(world, "room", { host, cookie: sent })).body) as { open: boolean })
      .open;
  expect(await isOpen("bot.example.com", cookie)).toBe(true);
  const planted = `studio=${"x".repeat(43)}; __Host-studio=${"y".repeat(43)}; studio=short`;
  expect(await isOpen("bot.example.com", `${planted}; ${cookie}`)).toBe(true);
  expect(await isOpen("bot.example.com", planted)).toBe(false);

  const { host, origin } = new URL(world.url);
  const [plain = ""] = String((await enter(host, origin)).headers["set-cookie"]).split(";");
  expect(plain).toMatch(/^studio=/);
  expect(await isOpen(host, `${planted}; ${plain}`)).toBe(true);
  // A cookie of the plain name isn't from the https page.
  expect(await isOpen("bot.example.com", plain)).toBe(false);
  expect(
    await call(world, "logout", {
      host: "bot.example.com",
      origin: "https://bot.example.com",
      "content-type": "application/json",
      cookie: `${planted}; ${cookie}`,
      body: "{}",
    }),
  ).toMatchObject({ status: 200 });
  expect(await isOpen("bot.example.com", cookie)).toBe(false);
});
