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
/** The proxy that the bot trusts, and another client; both are this machine's. */
const proxy = "127.0.0.1";
const attacker = "127.0.0.2";

let bot: BotProcess;
let idleBytes: number;
/** Addresses of the page's files that nobody has to log in for. */
let files: { script: string; styles: string };
/** Of the attack. */
const sockets = new Set<Socket>();

/** Of the process, in bytes: `VmRSS` now, `VmHWM` at most since `forgetPeak`. */
const memory = (figure: "VmRSS" | "VmHWM") =>
  Number(
    new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${bot.pid}/status`, "utf8"))?.[1],
  ) * 1024;
const forgetPeak = () => writeFileSync(`/proc/${bot.pid}/clear_refs`, "5");
const addedBytes = () => memory("VmHWM") - idleBytes;

/** How many sockets the process has open, to anybody. */
function openSockets(): number {
  const dir = `/proc/${bot.pid}/fd`;
  return readdirSync(dir).filter((fd) => {
    try {
      return readlinkSync(`${dir}/${fd}`).startsWith("socket:");
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

async function findFiles(): Promise<typeof files> {
  const page = await (await fetch(`${bot.origin}/studio/`)).text();
  const [script = ""] = /main\.\w+\.js/.exec(page) ?? [];
  const [styles = ""] = /main\.\w+\.css/.exec(page) ?? [];
  return { script: `/studio/${script}`, styles: `/studio/${styles}` };
}

/** Sends five signed webhooks. @returns their statuses, when their events are answered. */
async function servedStatuses(): Promise<number[]> {
  const [member] = demoPeople;
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const event = bot.line.compose(member?.lineId ?? "", { type: "text", text: "points" });
    let delivery = await bot.line.deliver([event]);
    // To make room, the bot closes connections that were kept: who uses one at that moment sends again, as LINE does.
    for (let attempt = 2; delivery.status === null && attempt <= 3; attempt += 1)
      delivery = await bot.line.redeliver(event.webhookEventId);
    if (delivery.status === null) throw new Error(`the webhook's end: ${delivery.reason}`);
    statuses.push(delivery.status);
    await until(
      () => bot.line.sent.some(({ webhookEventId }) => webhookEventId === event.webhookEventId),
      "the reply",
    );
  }
  return statuses;
}
const served = [200, 200, 200, 200, 200];

async function refusedFor(reason: string): Promise<number> {
  const figures = await (await fetch(`${bot.origin}/metrics`)).text();
  const line = new RegExp(`refused_total\\{reason="${reason}"\\} (\\d+)`).exec(figures);
  return Number(line?.[1] ?? 0);
}

const isAnswering = async (): Promise<boolean> =>
  (await fetch(`${bot.origin}/healthz`).catch(() => null))?.ok === true;

/** A connection that reads nothing. */
async function open(from = proxy): Promise<Socket> {
  const { hostname, port } = new URL(bot.origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  sockets.add(socket);
  socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  await once(socket, "connect");
  return socket.pause();
}

async function openMany(count: number, sent: string, from?: string): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    const batch = Array.from({ length: Math.min(50, count - opened) }, () => open(from));
    for (const socket of await Promise.all(batch)) socket.write(sent);
  }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");

async function download(path: string, agent: Agent, encoding: string): Promise<void> {
  const headers = { "accept-encoding": encoding };
  const sent = request(new URL(path, bot.origin), { agent, headers }).end();
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  await once(response.resume(), "end");
}

describe.skipIf(process.platform !== "linux")("a hostile client", () => {
  beforeAll(async () => {
    bot = await createBotProcess();
    await bot.start({
      STUDIO: "on",
      STUDIO_PASSWORD: "a-studio-password",
      TRUSTED_PROXIES: proxy,
      LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000000",
    });
    await servedStatuses();
    idleBytes = memory("VmRSS");
    files = await findFiles();
  });
  afterAll(() => bot[Symbol.asyncDispose]());
  beforeEach(forgetPeak);
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await until(() => sockets.size === 0, "the attack's end");
  });

  test.each(["script", "styles"] as const)(
    "that asks for the %s 600 times in one write, and reads nothing",
    async (kind) => {
      await openMany(3, get(files[kind], "Accept-Encoding: br").repeat(600));
      expect(await servedStatuses()).toEqual(served);
      expect(addedBytes()).toBeLessThan(maxAddedBytes);
    },
  );

  test("that asks 30 times on each of 300 connections, and reads nothing", async () => {
    await openMany(300, get(files.script).repeat(15) + get(files.styles).repeat(15));
    expect(await servedStatuses()).toEqual(served);
    expect(addedBytes()).toBeLessThan(maxAddedBytes);
  });

  test.each(["br", "gzip"])("that downloads files by 200 connections, as %s", async (encoding) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    const paths = Array.from({ length: 400 }, (_, index) =>
      index % 20 === 0 ? files.styles : files.script,
    );
    const downloads = Promise.all(paths.map((path) => download(path, agent, encoding)));
    expect(await servedStatuses()).toEqual(served);
    await downloads;
    agent.destroy();
    expect(addedBytes()).toBeLessThan(maxAddedBytes);
  });

  test("that pipelines without an end is disconnected", async () => {
    const socket = await open();
    const before = await refusedFor("pipeline");
    socket.resume().write(get("/healthz").repeat(2000));
    await until(() => !sockets.has(socket), "the end");
    expect(await refusedFor("pipeline")).toBe(before + 1);
    expect(await servedStatuses()).toEqual(served);
  });

  test.each([
    ["asks once", 2000, get("/healthz")],
    ["never reads", 600, get("/studio/").repeat(50)],
    ["never ends its headers", 600, "GET / HTTP/1.1\r\n"],
  ])(
    "that %s on each of %i connections holds its share, and LINE is served",
    async (_, count, sent) => {
      const others = openSockets();
      await openMany(count, sent, attacker);
      await until(() => openSockets() - others <= 220, "the share");
      expect(await servedStatuses()).toEqual(served);
    },
  );

  test("behind the trusted proxy holds its share by unfinished webhooks, and LINE is served", async () => {
    const unproven = `X-Line-Signature: ${"A".repeat(43)}=`;
    const from = (client: string) => [`X-Forwarded-For: 192.0.2.1, ${client}`, unproven];
    const unfinished = post("/webhook", ...from("2001:db8:0:7::1"), "Content-Length: 1000");
    const neighbour = post("/webhook", ...from("2001:db8:0:7::2"), "Content-Length: 1000");
    const before = await refusedFor("client");
    await openMany(200, unfinished);
    await until(async () => statusesIn(await sendRaw(bot.origin, neighbour)).includes(503), "503");
    expect(await refusedFor("client")).toBeGreaterThan(before);
    expect(bot.log()).toContain("one client holds all that it may");
    const other = post("/webhook", ...from("2001:db8:0:8::1"), "Content-Length: 2");
    expect(statusesIn(await sendRaw(bot.origin, other, "{}"))).toEqual([401]);
    expect(await servedStatuses()).toEqual(served);
  });

  test("on all connections of the trusted proxy gives them up for others", async () => {
    await openMany(2000, get("/healthz"));
    // A connection gives way once it has waited for its client for a second.
    await until(isAnswering, "room for others");
    expect(await servedStatuses()).toEqual(served);
  });

  test("that sends more than a webhook may be reads why it is refused", async () => {
    const body = Buffer.alloc(2_000_000);
    for (const [status, ...headers] of [
      [413, `X-Line-Signature: ${"A".repeat(43)}=`],
      [401, "X-Line-Signature: x"],
      [401],
    ] as const) {
      const head = post("/webhook", ...headers, `Content-Length: ${body.length}`);
      for (let count = 0; count < 5; count += 1) {
        expect(statusesIn(await sendRaw(bot.origin, head, body))).toEqual([status]);
      }
    }
  });
});
