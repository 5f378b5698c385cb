/** Limits of the HTTP servers against hostile clients, over bare sockets: sizes, time-outs, request smuggling, headers that name software. */
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendPartial, openConnection, post, sendRaw, statusesIn } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { sign, startWebhookServer, type WebhookServer } from "../support/webhook-server.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ STUDIO: "on" });
});
afterAll(() => world[Symbol.asyncDispose]());

/** A signature that the body has to be read for, and that then is a wrong one. */
const unproven = `X-Line-Signature: ${"A".repeat(43)}=`;

/** Every server of the demo: the bot with its studio, the embedded LINE, the embedded platform. */
const servers = () => ({
  bot: world.bot.origin,
  line: world.line.origin,
  platform: new URL(world.platform.baseUrl).origin,
  faults: world.platform.adminUrl,
});
const names = ["bot", "line", "platform", "faults"] as const;

describe.each(names)("%s", (name) => {
  test("sends no header that names its software", async () => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"]) {
      for (const path of ["/", "/webhook", "/studio/", "/%", "/../../etc/passwd", "*"]) {
        const received = await sendRaw(
          servers()[name],
          `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
        );
        const [status] = statusesIn(received);
        expect(status).toBeLessThan(500);
        expect(received).not.toMatch(/^(server|x-powered-by|via):/im);
        expect(received).not.toMatch(/express|node_modules|\bat .*\.ts:/i);
      }
    }
  });

  test("refuses headers or a URL over 16 KiB", async () => {
    const start = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    const many = Array.from({ length: 3000 }, (_, index) => `X-${index}: x\r\n`).join("");
    const origin = servers()[name];
    expect(
      statusesIn(await sendRaw(origin, start, `X-Long: ${"x".repeat(20_000)}\r\n\r\n`)),
    ).toEqual([431]);
    expect(statusesIn(await sendRaw(origin, start, many, "\r\n"))).toEqual([431]);
    expect(statusesIn(await sendRaw(origin, `GET /${"x".repeat(20_000)} HTTP/1.1\r\n`))).toEqual([
      431,
    ]);
  });

  test("refuses ambiguous framing (request smuggling)", async () => {
    const both = post("/webhook", "Content-Length: 4", "Transfer-Encoding: chunked");
    expect(statusesIn(await sendRaw(servers()[name], both, "0\r\n\r\n"))).toEqual([400]);
    const twice = post("/webhook", "Content-Length: 4", "Content-Length: 5");
    expect(statusesIn(await sendRaw(servers()[name], twice, "abcd"))).toEqual([400]);
    expect(statusesIn(await sendRaw(servers()[name], "GET / HTTP/1.1\r\n\r\n"))).toEqual([400]);
    expect(statusesIn(await sendRaw(servers()[name], "hello\r\n\r\n"))).toEqual([400]);
  });
});

describe("the webhook", () => {
  const empty = JSON.stringify({ destination: "U0", events: [] });

  test("answers an unsigned request 401 without reading its body, which does not affect the next request", async () => {
    const unsigned = post("/webhook", "Content-Length: 1000000");
    expect(statusesIn(await sendPartial(world.bot.origin, unsigned))).toEqual([401]);
    const chunked = post("/webhook", "Transfer-Encoding: chunked");
    expect(statusesIn(await sendPartial(world.bot.origin, chunked))).toEqual([401]);
    const length = `Content-Length: ${empty.length}`;
    const [first, last] = [
      post("/webhook", length).replace("Connection: close\r\n", ""),
      post("/webhook", length, `X-Line-Signature: ${sign(empty)}`),
    ];
    const received = await sendRaw(world.bot.origin, first + empty + last + empty);
    expect(statusesIn(received)).toEqual([401, 200]);
  });

  test("answers a Content-Length over 1 MB 413 at once", async () => {
    const oversized = post("/webhook", unproven, `Content-Length: ${1024 ** 3}`);
    expect(statusesIn(await sendPartial(world.bot.origin, oversized))).toEqual([413]);
  });

  test("answers a chunked body over 1 MB 413", async () => {
    const endless = post("/webhook", unproven, "Transfer-Encoding: chunked");
    const chunks = Array.from({ length: 20 }, () => `10000\r\n${"x".repeat(65_536)}\r\n`);
    const received = await sendRaw(world.bot.origin, endless, ...chunks, "0\r\n\r\n");
    expect(statusesIn(received)).toEqual([413]);
  });

  test("refuses compressed bodies without decompressing them", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const headers = [unproven, "Content-Encoding: gzip", `Content-Length: ${bomb.length}`];
    const received = await sendRaw(world.bot.origin, post("/webhook", ...headers), bomb);
    expect(statusesIn(received)).toEqual([415]);
    const good = gzipSync(empty);
    const signed = [
      "Content-Encoding: gzip",
      `Content-Length: ${good.length}`,
      `X-Line-Signature: ${sign(empty)}`,
    ];
    expect(statusesIn(await sendRaw(world.bot.origin, post("/webhook", ...signed), good))).toEqual([
      415,
    ]);
  });

  test("answers `Expect: 100-continue`, and pipelined requests in order", async () => {
    const headers = [`Content-Length: ${empty.length}`, `X-Line-Signature: ${sign(empty)}`];
    const connection = await openConnection(world.bot.origin);
    connection.socket.write(post("/webhook", "Expect: 100-continue", ...headers));
    await until(() => connection.received.includes("100 Continue"), "the go-ahead");
    connection.socket.write(empty);
    await until(() => connection.isClosed, "the end");
    expect(statusesIn(connection.received)).toEqual([100, 200]);
    const kept = post("/webhook", ...headers).replace("Connection: close\r\n", "");
    const wrong = kept.replace(/X-Line-Signature: ..../, "X-Line-Signature: AAAA");
    const received = await sendRaw(
      world.bot.origin,
      kept + empty + wrong + empty + post("/webhook", ...headers) + empty,
    );
    expect(statusesIn(received)).toEqual([200, 401, 200]);
  });

  test("answers POST only, and its path is case-sensitive", async () => {
    for (const method of ["GET", "PUT", "HEAD", "OPTIONS"]) {
      expect((await fetch(`${world.bot.origin}/webhook`, { method })).status).toBe(404);
    }
    expect((await fetch(`${world.bot.origin}/WEBHOOK`, { method: "POST" })).status).toBe(404);
  });

  test("refuses signatures of any length and bytes", async () => {
    for (const signature of ["=", "é".repeat(44), "A".repeat(44), "A".repeat(9000), "\u0001"]) {
      const headers = [`Content-Length: ${empty.length}`, `X-Line-Signature: ${signature}`];
      const received = await sendRaw(world.bot.origin, post("/webhook", ...headers), empty);
      expect([400, 401]).toContain(statusesIn(received)[0]);
    }
  });
});

const chunked = (...headers: string[]) =>
  post("/webhook", "Transfer-Encoding: chunked", ...headers);
const forMetrics = (address: string, ...headers: string[]) =>
  [`GET ${address} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", ...headers, "", ""].join(
    "\r\n",
  );

describe("what no usual client sends", () => {
  const body = JSON.stringify({ destination: "U0", events: [] });
  const [good, wrong] = [`X-Line-Signature: ${sign(body)}`, `X-Line-Signature: ${sign("{}")}`];
  const length = `Content-Length: ${body.length}`;
  const chunks = (end: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n${end}\r\n`;
  const upgrade = post("/webhook", good, length, "Upgrade: websocket").replace(
    "close",
    "upgrade, close",
  );
  const proxied = "X-Forwarded-For: 203.0.113.5";

  test.each([
    ["a signature behind the body", chunked() + chunks(`${good}\r\n`), 401],
    ["another signature behind the body", chunked(good) + chunks(`${wrong}\r\n`), 200],
    ["a length behind the body", chunked(good) + chunks("Content-Length: 5\r\n"), 400],
    ["a flood behind the body", chunked(good) + chunks("A: b\r\n".repeat(4000)), 431],
    [
      "a flood inside the body",
      chunked(good) + chunks("").replace("\r\n", `;${"a".repeat(20_000)}\r\n`),
      413,
    ],
    [
      "a body that is encoded twice",
      chunked(good).replace("chunked", "chunked, gzip") + chunks(""),
      400,
    ],
    ["an unknown expectation", post("/webhook", good, length, "Expect: more") + body, 417],
    ["an upgrade", upgrade + body, 200],
    ["HTTP/1.0", post("/webhook", good, length).replace("1.1", "1.0") + body, 200],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["a whole address", forMetrics("http://127.0.0.1/metrics", proxied), 404],
    [
      "900 headers before a proxy's",
      forMetrics("/metrics", ...Array.from({ length: 900 }, () => "A:"), proxied),
      404,
    ],
  ])("%s", async (_what, sent, status) => {
    expect(statusesIn(await sendRaw(world.bot.origin, sent))).toEqual([status]);
  });

  test("headers that would push out a proxy's are refused", async () => {
    const many = Array.from({ length: 2500 }, () => "A:");
    const sent = forMetrics("/metrics", ...many, proxied);
    expect(sent.length).toBeLessThan(16_000);
    expect(statusesIn(await sendRaw(world.bot.origin, sent))).toEqual([431]);
  });

  test("a client that ends its side first reads its answer", async () => {
    const connection = await openConnection(world.bot.origin);
    connection.socket.end(
      post("/webhook", good, length).replace("Connection: close\r\n", "") + body,
    );
    await until(() => connection.isClosed, "the end");
    expect(statusesIn(connection.received)).toEqual([200]);
  });
});

describe("request bodies of the emulators", () => {
  test.each([
    ["line", "/v2/bot/message/reply"],
    ["platform", "/api/api/v1/token"],
    ["faults", "/faults"],
  ] as const)("%s reads no more than it has to", async (name, path) => {
    const body = "x".repeat(3 * 1024 * 1024);
    const headers = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const received = await sendRaw(servers()[name], post(path, ...headers), body);
    expect(statusesIn(received)[0]).toBe(413);
  });
});

describe("images", () => {
  test("answers 404 to guessed, forged and path-traversal names", async () => {
    const tries = [
      "",
      "a.png",
      `${"A".repeat(64)}.png`,
      "..%2f..%2fbot.sqlite",
      "%2e%2e/bot.sqlite",
      "%00.png",
      `${Buffer.from("99999999999999/qr/hello").toString("base64url")}.png`,
    ];
    for (const name of tries) {
      const { status } = await fetch(`${world.bot.origin}/images/${name}`);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});

describe("a slow client", () => {
  let server: WebhookServer;
  beforeEach(async () => {
    server = await startWebhookServer(
      {},
      { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 20 },
    );
  });
  afterEach(() => server[Symbol.asyncDispose]());

  test("that sends nothing is disconnected", async () => {
    const connection = await openConnection(server.origin);
    await until(() => connection.isClosed, "the end");
    expect(["", "408"]).toContain(String(statusesIn(connection.received)[0] ?? ""));
  });

  test("that sends its headers slowly is disconnected", async () => {
    const connection = await openConnection(server.origin);
    connection.socket.write("POST /webhook HTTP/1.1\r\n");
    const drops = setInterval(() => connection.socket.write("X-Drop: 1\r\n"), 20);
    await until(() => connection.isClosed, "the end");
    clearInterval(drops);
    // A drop that came too late can cost the answer.
    expect([408, undefined]).toContain(statusesIn(connection.received)[0]);
  });

  test.each([["Content-Length: 5000"], ["Transfer-Encoding: chunked"]])(
    "that sends its body slowly (%s) is disconnected without a response of the webhook",
    async (header) => {
      const connection = await openConnection(server.origin);
      connection.socket.write(post("/webhook", unproven, header));
      const drop = header.startsWith("T") ? "1\r\nx\r\n" : "x";
      const drops = setInterval(() => connection.socket.write(drop), 20);
      await until(() => connection.isClosed, "the end");
      clearInterval(drops);
      expect([408, undefined]).toContain(statusesIn(connection.received)[0]);
      expect(server.answered).toEqual([]);
    },
  );

  test.each([
    ["announced", `Content-Length: ${1024 ** 3}`, 413],
    ["unannounced", "Transfer-Encoding: chunked", 413],
  ])("that sends without end (length %s) is disconnected", async (_name, header, status) => {
    const connection = await openConnection(server.origin);
    connection.socket.write(post("/webhook", unproven, header));
    const more = setInterval(() => connection.socket.write(`fa00\r\n${"x".repeat(64_000)}\r\n`), 5);
    await until(() => connection.isClosed, "the end");
    clearInterval(more);
    expect([status, 408, undefined]).toContain(statusesIn(connection.received)[0]);
    expect([[], [status]]).toContainEqual(server.answered);
  });
});

test("an idle keep-alive connection is closed", async () => {
  await using server = await startWebhookServer({}, { keepAliveTimeout: 100 });
  const received = await sendRaw(server.origin, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(statusesIn(received)).toEqual([200]);
});

test("connections over the maximum are closed, and accepted again when one ends", async () => {
  await using server = await startWebhookServer({}, { maxConnections: 3 });
  const connections = await Promise.all(
    Array.from({ length: 3 }, () => openConnection(server.origin)),
  );
  expect(await sendRaw(server.origin)).toBe("");
  for (const { socket } of connections) socket.end();
  await until(() => connections.every(({ isClosed }) => isClosed), "the ends");
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});

test("the answer to a body that is refused reaches its sender, whose connection then ends", async () => {
  const body = Buffer.alloc(2_000_000, "x");
  for (const [status, ...headers] of [[401], [413, unproven]] as const) {
    const head = post("/webhook", ...headers, `Content-Length: ${body.length}`);
    for (let count = 0; count < 5; count += 1) {
      const connection = await openConnection(world.bot.origin);
      connection.socket.write(head);
      // The answer is sent while the body still comes.
      await until(() => connection.received.includes("}"), "the answer");
      connection.socket.write(body);
      await until(() => connection.isClosed, "the end");
      expect(statusesIn(connection.received)).toEqual([status]);
      expect(connection.error).toBeNull();
    }
  }
});

test("a signature that can't be one is refused before the body is read", async () => {
  for (const signature of ["x", "A".repeat(44), `${"A".repeat(42)}=`]) {
    const head = post("/webhook", `X-Line-Signature: ${signature}`, "Content-Length: 1000");
    expect(statusesIn(await sendPartial(world.bot.origin, head))).toEqual([401]);
  }
});

const get = (path: string) =>
  [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", "", ""].join("\r\n");

describe("a request that fails", () => {
  test.each([
    ["/images/%E0%A4%A", "/images/…"],
    ["/studio/review/secret%E0%A4%A/", "/studio/review/:token/…"],
    ["/studio/menus/secret%E0%A4%A", "/studio/…"],
    ["/%E0%A4%A?secret", "/…"],
  ])("%s is logged as %s", async (path, pattern) => {
    await using other = await createWorld({ STUDIO: "on" });
    const received = await sendRaw(other.bot.origin, get(path));
    expect([400, 404]).toContain(statusesIn(received)[0]);
    const lines = other.logged.filter((line) => line.includes("request refused"));
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ path: pattern });
    expect(lines.length).toBe(received.includes(" 404 ") ? 0 : 1);
    expect(other.logged.join("")).not.toMatch(/secret|%E0/);
  });

  test("by a log-in that isn't JSON is logged, and answered, without a word of it", async () => {
    await using other = await createWorld({ STUDIO: "on", STUDIO_PASSWORD: "correct-horse" });
    const response = await fetch(`${other.bot.origin}/studio/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: other.bot.origin },
      body: '{"password": correct-horse"}',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("horse");
    expect(other.logged.join("")).toContain("the body can't be read");
    expect(other.logged.join("")).not.toContain("horse");
  });
});

describe("HTML pages", () => {
  test("have a strict content security policy", async () => {
    const page = await fetch(`${world.bot.origin}/studio/`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    const image = await fetch(`${world.bot.origin}/nothing`);
    expect(image.headers.get("content-type")).toContain("application/json");
  });
});
