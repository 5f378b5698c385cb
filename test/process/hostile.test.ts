/** Clients that mean harm, against the bot as a process over loopback: what they take of its memory and connections. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { post, sendRaw, statusesIn } from "../support/raw-http.ts";
import { until } from "../support/until.ts";

/** What hostile clients may add to the memory of the idle process. */
const maxAddedBytes = 120_000_000;
/** Of this machine; the proxy that the bot trusts is 127.0.0.1. */
const attacker = "127.0.0.2";

let bot: BotProcess;
let idleBytes: number;
/** Addresses of the page's files that nobody has to log in for, by kind. */
let files: { script: string; font: string };

function isSocket(link: string): boolean {
  try {
    return readlinkSync(link).startsWith("socket:");
  } catch {
    // Closed meanwhile.
    return false;
  }
}

/** Of the process, in bytes: `VmRSS` now, `VmHWM` at most since `forgetPeak`. */
const memory = (figure: "VmRSS" | "VmHWM") =>
  Number(
    new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${bot.pid}/status`, "utf8"))?.[1],
  ) * 1024;
/** Of the process, to everybody. */
const openSockets = () =>
  readdirSync(`/proc/${bot.pid}/fd`).filter((fd) => isSocket(`/proc/${bot.pid}/fd/${fd}`)).length;
const forgetPeak = () => writeFileSync(`/proc/${bot.pid}/clear_refs`, "5");

async function findFiles(): Promise<typeof files> {
  const page = await (await fetch(`${bot.origin}/studio/`)).text();
  const [script = ""] = /main\.\w+\.js/.exec(page) ?? [];
  const [styles = ""] = /main\.\w+\.css/.exec(page) ?? [];
  const rules = await (await fetch(`${bot.origin}/studio/${styles}`)).text();
  const [, font = ""] = /"Noto Sans TC Whole".*?url\((fonts\/\w+\.woff2)\)/.exec(rules) ?? [];
  return { script: `/studio/${script}`, font: `/studio/${font}` };
}

describe.skipIf(process.platform !== "linux")("a hostile client", () => {
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    bot = await createBotProcess();
    await bot.start({
      STUDIO: "on",
      STUDIO_PASSWORD: "a-studio-password",
      TRUSTED_PROXIES: "127.0.0.1",
      LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000000",
    });
    await expectService();
    idleBytes = memory("VmRSS");
    files = await findFiles();
  });
  afterAll(() => bot[Symbol.asyncDispose]());
  beforeEach(forgetPeak);
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await until(() => sockets.size === 0, "the attack's end");
  });

  /** A connection that reads nothing. */
  async function open(from = "127.0.0.1"): Promise<Socket> {
    const { hostname, port } = new URL(bot.origin);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    await once(socket, "connect");
    return socket.pause();
  }
  const openMany = async (count: number, sent: string, from?: string) => {
    for (let opened = 0; opened < count; opened += 50) {
      const batch = Array.from({ length: Math.min(50, count - opened) }, () => open(from));
      for (const socket of await Promise.all(batch)) socket.write(sent);
    }
  };
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");

  /** Signed webhooks are answered, and their events too. */
  async function expectService(): Promise<void> {
    const [member] = demoPeople;
    for (let count = 0; count < 5; count += 1) {
      const event = bot.line.compose(member?.lineId ?? "", { type: "text", text: "points" });
      expect((await bot.line.deliver([event])).status).toBe(200);
      await until(
        () => bot.line.sent.some(({ webhookEventId }) => webhookEventId === event.webhookEventId),
        "the reply",
      );
    }
  }
  const expectLittleMemory = () => expect(memory("VmHWM") - idleBytes).toBeLessThan(maxAddedBytes);
  const refusedOf = async (reason: string) => {
    const figures = await (await fetch(`${bot.origin}/metrics`)).text();
    const line = new RegExp(`refused_total\\{reason="${reason}"\\} (\\d+)`).exec(figures);
    return Number(line?.[1] ?? 0);
  };

  test.each(["script", "font"] as const)(
    "that asks for the %s 600 times in one write, and reads nothing",
    async (kind) => {
      await openMany(3, get(files[kind], "Accept-Encoding: br").repeat(600));
      await expectService();
      expectLittleMemory();
    },
  );

  test("that asks 30 times on each of 300 connections, and reads nothing", async () => {
    await openMany(300, get(files.script).repeat(15) + get(files.font).repeat(15));
    await expectService();
    expectLittleMemory();
  });

  test.each(["br", "gzip"])("that downloads files by 200 connections, as %s", async (encoding) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    const download = (path: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const headers = { "accept-encoding": encoding };
      request(new URL(path, bot.origin), { agent, headers }, (response) =>
        response.on("end", resolve).resume(),
      )
        .on("error", reject)
        .end();
      return promise;
    };
    const paths = Array.from({ length: 1000 }, (_, index) =>
      index % 20 === 0 ? files.font : files.script,
    );
    await Promise.all([...paths.map(download), expectService()]);
    agent.destroy();
    expectLittleMemory();
  });

  test("that pipelines without an end is disconnected", async () => {
    const socket = await open();
    const before = await refusedOf("pipeline");
    socket.resume().write(get("/healthz").repeat(2000));
    await until(() => !sockets.has(socket), "the end");
    expect(await refusedOf("pipeline")).toBe(before + 1);
    await expectService();
  });

  test.each([
    ["asks once", 2000, get("/healthz")],
    ["never reads", 600, get("/studio/").repeat(50)],
    ["never ends its headers", 600, "GET / HTTP/1.1\r\n"],
  ])(
    "that %s on each of %i connections holds its share, and LINE is served",
    async (_, count, sent) => {
      const before = await refusedOf("client");
      const others = openSockets();
      await openMany(count, sent, attacker);
      await until(() => openSockets() - others <= 220, "the share");
      expect(await refusedOf("client")).toBeGreaterThan(before);
      await expectService();
      expect(bot.log()).toContain("one client holds all that it may");
      expectLittleMemory();
    },
  );

  test("behind the trusted proxy holds its share by unfinished webhooks, and LINE is served", async () => {
    const unproven = `X-Line-Signature: ${"A".repeat(43)}=`;
    const from = (client: string) => [`X-Forwarded-For: 192.0.2.1, ${client}`, unproven];
    const unfinished = post("/webhook", ...from("2001:db8:0:7::1"), "Content-Length: 1000");
    const neighbour = post("/webhook", ...from("2001:db8:0:7::2"), "Content-Length: 1000");
    const before = await refusedOf("client");
    await openMany(200, unfinished);
    await until(async () => statusesIn(await sendRaw(bot.origin, neighbour)).includes(503), "503");
    expect(await refusedOf("client")).toBeGreaterThan(before);
    const other = post("/webhook", ...from("2001:db8:0:8::1"), "Content-Length: 2");
    expect(statusesIn(await sendRaw(bot.origin, other, "{}"))).toEqual([401]);
    await expectService();
  });

  test("on all connections of the trusted proxy gives them up for others", async () => {
    await openMany(2000, get("/healthz"));
    await expectService();
  });

  test("that sends more than a webhook may be reads why it is refused", async () => {
    for (const [status, ...headers] of [
      [413, `X-Line-Signature: ${"A".repeat(43)}=`],
      [401, "X-Line-Signature: x"],
      [401],
    ] as const) {
      const body = Buffer.alloc(2_000_000);
      const head = post("/webhook", ...headers, `Content-Length: ${body.length}`);
      for (let count = 0; count < 5; count += 1) {
        expect(statusesIn(await sendRaw(bot.origin, head, body))).toEqual([status]);
      }
    }
  });
});
