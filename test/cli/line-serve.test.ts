/** `line serve` with bots that aren't this one: the SDK's echo example, and one in Python's standard library. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LineBotClient, middleware, type webhook } from "@line/bot-sdk";
import express from "express";
import { encode } from "fast-png";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLineServer } from "../../src/app/line-serve.ts";
import { UsageError } from "../../src/cli/command.ts";
import { line } from "../../src/cli/line.ts";
import { systemClock } from "../../src/clock.ts";
import { lineOperations } from "../../src/emulators/line/line-api.ts";
import { listen } from "../../src/http/listen.ts";
import { createLog } from "../../src/observability/log.ts";
import type {
  Account,
  ActionResult,
  ChatView,
  Person,
} from "../../src/studio/server/chat-types.ts";
import type { Inspection } from "../../src/studio/server/inspector-types.ts";
import { tableRows } from "../docs/pages.ts";

interface Given {
  secret: string;
  token: string;
  base: string;
}

/** The echo example of the SDK, and what its larger example does when it is asked for it by name. */
function sdkBot({ secret, token, base }: Given) {
  const client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: token,
    apiBaseURL: base,
    dataApiBaseURL: base,
  });
  const handleEvent = async (event: webhook.Event) => {
    if (event.type !== "message" || event.message.type !== "text") return null;
    const { replyToken = "", source } = event;
    const { text } = event.message;
    const userId = source?.userId ?? "";
    const reply = (echo: string) =>
      client.replyMessage({ replyToken, messages: [{ type: "text", text: echo }] });
    switch (text) {
      case "profile":
        return reply((await client.getProfile(userId)).displayName);
      case "push":
        await client.showLoadingAnimation({ chatId: userId });
        await client.pushMessage({ to: userId, messages: [{ type: "text", text: "pushed" }] });
        return reply(JSON.stringify(await client.getMessageQuotaConsumption()));
      case "menu": {
        const { richMenuId } = await client.createRichMenu({
          name: "menu",
          chatBarText: "Menu",
          selected: true,
          size: { width: 800, height: 270 },
          areas: [
            {
              bounds: { x: 0, y: 0, width: 800, height: 270 },
              action: { type: "message", label: "hello", text: "hello" },
            },
          ],
        });
        await client.setRichMenuImage(richMenuId, new Blob([png()], { type: "image/png" }));
        return client.linkRichMenuIdToUser(userId, richMenuId);
      }
      case "narrowcast":
        return client
          .narrowcast({ messages: [{ type: "text", text }] })
          .catch(({ status, body }: { status: number; body: string }) =>
            reply(`${status} ${body}`),
          );
      default:
        return reply(text);
    }
  };
  return express.Router().post("/", middleware({ channelSecret: secret }), (request, response) => {
    const { events } = request.body as webhook.CallbackRequest;
    Promise.all(events.map(handleEvent)).then(
      (result) => response.json(result),
      () => response.status(500).end(),
    );
  });
}

const png = () =>
  Buffer.from(encode({ width: 800, height: 270, data: new Uint8Array(648_000), channels: 3 }));

let dir: string;
let serve: ChildProcess;
let given: Given;
let studio: string;
let everybody: { accounts: Account[]; people: Person[] };
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "line-serve-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  let bot: express.Router | null = null;
  const app = express().use("/callback", (request, response, next) =>
    bot ? bot(request, response, next) : next(),
  );
  const listening = await listen(app, "127.0.0.1", 0);
  stack.defer(() => listening.close());
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const address = `${listening.origin}/callback`;
  serve = spawn(
    process.execPath,
    [cli, "line", "serve", "--webhook", address, "--quota", "1", "--fault", "profile:500:1"],
    {
      cwd: dir,
      env: { ...process.env, PORT: "0", EMBEDDED_LINE_PORT: "0", DATA_DIR: join(dir, "data") },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  stack.defer(() => void serve.kill("SIGKILL"));
  let printed = "";
  for await (const chunk of serve.stdout
    ?.setEncoding("utf8")
    .iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    if (printed.includes("The bot answers")) break;
  }
  const found = (name: RegExp) => name.exec(printed)?.[1] ?? "";
  expect(printed).toContain(`Webhooks go to ${address}`);
  given = {
    secret: found(/Channel secret +(\w{32})\n/),
    token: found(/Channel access token +(\S+)\n/),
    base: found(/Base address of LINE +(http:\S+)/),
  };
  studio = found(/Chat with it at (\S+)/);
  bot = sdkBot(given);
  everybody = await get("people");
});
afterAll(() => stack.disposeAsync());

const get = async <T>(path: string): Promise<T> =>
  (await (await fetch(new URL(path, studio))).json()) as T;

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await fetch(new URL(path, studio), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(studio).origin },
    body: JSON.stringify(body),
  });
  return response.json();
};

/** The path of a person's chat. */
const chatOf = (person: number) =>
  `${everybody.accounts[0]?.id}/${everybody.people[person]?.userId}`;

/** Writes a text as a person, and returns the bot's HTTP status and the texts of its messages from then on. */
async function write(person: number, text: string) {
  const path = `chats/${chatOf(person)}`;
  const before = (await get<ChatView>(path)).items.length;
  const { status } = (await post(`${path}/actions`, { type: "text", text })) as ActionResult;
  const { items } = await get<ChatView>(path);
  const texts = items
    .slice(before)
    .flatMap((item) =>
      item.from === "account" && item.message.type === "text" ? [item.message.text] : [],
    );
  return { status, texts };
}

/** Calls the emulator's fault address. */
async function callFaults(init: RequestInit = {}) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL("faults", given.base), { headers, ...init });
  const body: unknown = await response.json();
  return { status: response.status, body };
}
const addFault = (fault: object) => callFaults({ method: "POST", body: JSON.stringify(fault) });

describe("the SDK's bot", () => {
  test("echoes what a person writes, by a signed webhook and a reply", async () => {
    expect(await write(0, "สวัสดี 👋")).toEqual({ status: 200, texts: ["สวัสดี 👋"] });
  });

  test("reads profiles, pushes, reads the quota, and is refused beyond it", async () => {
    const name = everybody.people[0]?.displayName ?? "nobody";
    expect(await write(0, "profile"), "--fault profile:500:1").toEqual({ status: 500, texts: [] });
    expect(await write(0, "profile")).toEqual({ status: 200, texts: [name] });
    expect((await write(0, "push")).texts).toEqual(["pushed", '{"totalUsage":1}']);
    expect(await write(0, "push")).toEqual({ status: 500, texts: [] });
  });

  test("gives a person a rich menu", async () => {
    await write(1, "menu");
    expect(await get(`menus/${chatOf(1)}`)).toMatchObject({ menu: { bar: "Menu" } });
    expect(await get(`menus/${chatOf(0)}`)).toEqual({ menu: null });
  });

  test("is told what the emulator doesn't implement", async () => {
    const { texts } = await write(0, "narrowcast");
    expect(texts).toEqual([expect.stringMatching(/^501 .*doesn't implement narrowcast \(POST/)]);
  });

  test("meets the faults that are switched on", async () => {
    await post("faults", { key: "line-500", on: true });
    expect(await write(0, "hello")).toEqual({ status: 500, texts: [] });
    await post("faults", { key: "line-500", on: false });
    expect((await write(0, "hello")).texts).toEqual(["hello"]);
  });

  test("meets the faults that a program adds and ends by the address", async () => {
    const onMenus = { call: "rich_menu", answer: 401 };
    expect(await addFault(onMenus)).toEqual({ status: 201, body: [onMenus] });
    expect(await write(1, "menu")).toEqual({ status: 500, texts: [] });
    expect((await addFault({ call: "menus", answer: 401 })).status).toBe(400);
    await addFault({ call: "all", answer: 429 });
    expect(await write(1, "hello")).toEqual({ status: 500, texts: [] });
    expect(await callFaults({ method: "DELETE" })).toEqual({ status: 200, body: [] });
    expect((await write(1, "hello")).texts).toEqual(["hello"]);
    const headers = { origin: "https://elsewhere.example" };
    expect((await callFaults({ headers })).status).toBe(403);
  });
});

test("the page has no part that needs this bot, and shows what can be seen from the outside", async () => {
  expect(await get("room")).toMatchObject({ chat: true, ownBot: false });
  for (const path of ["replies", "catalogues", "gallery/menus", "statistics"]) {
    expect((await fetch(new URL(path, studio))).status).toBe(404);
  }
  expect(everybody.people.every(({ note, start }) => !note && !start)).toBe(true);
  await write(2, "profile");
  type Answer = { inspections: Inspection[]; faults: { side: string }[] };
  const { inspections, faults: switches } = await get<Answer>(`inspections/${chatOf(2)}`);
  expect(switches.every(({ side }) => side === "LINE")).toBe(true);
  expect(inspections).toMatchObject([{ outcome: "replied", attempts: [{ status: 200 }] }]);
  expect(inspections[0]?.calls.map(({ call, status }) => [call, status])).toEqual([
    ["profile", 200],
    ["reply", 200],
  ]);
  expect(inspections[0]).not.toHaveProperty("lookups");
});

const python = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!python)(
  "a bot in Python echoes, too (skipped where there is no python3)",
  async () => {
    const bot = spawn("python3", [join(import.meta.dirname, "../support/echo_bot.py")], {
      env: {
        ...process.env,
        LINE_CHANNEL_SECRET: given.secret,
        LINE_CHANNEL_ACCESS_TOKEN: given.token,
        LINE_API_BASE_URL: given.base,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [port] = (await once(bot.stdout, "data")) as [Buffer];
      const client = LineBotClient.fromChannelAccessToken({
        channelAccessToken: given.token,
        apiBaseURL: given.base,
      });
      const endpoint = `http://127.0.0.1:${String(port).trim()}/`;
      await client.setWebhookEndpoint({ endpoint });
      expect(await client.testWebhookEndpoint({})).toMatchObject({
        success: true,
        statusCode: 200,
      });
      const name = everybody.people[3]?.displayName;
      expect(await write(3, "points?")).toEqual({ status: 200, texts: [`${name}: points?`] });
    } finally {
      bot.kill();
      await once(bot, "close");
    }
  },
);

test("it stops when it is told to, and has the same secret and token the next time", async () => {
  const ended = once(serve, "close");
  serve.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  await using again = await startLineServer({
    webhook: "http://127.0.0.1:9/",
    name: "Bot",
    quota: undefined,
    redeliver: false,
    faults: [],
    hasChat: false,
    dataDir: join(dir, "data"),
    linePort: 0,
    studioPort: 0,
    clock: systemClock,
    log: createLog("silent"),
  });
  const { secret, accessToken } = again.channel;
  expect({ secret, token: accessToken }).toEqual({ secret: given.secret, token: given.token });
});

test.each([
  [["serve"]],
  [["serve", "--webhook", "ftp://127.0.0.1/"]],
  [["serve", "--webhook", "http://127.0.0.1/", "--quota", "many"]],
  [["serve", "--webhook", "http://127.0.0.1/", "--fault", "replies:500"]],
  [["serve", "--webhook", "http://127.0.0.1/", "--fault", "reply:500:0"]],
])("%j is refused with the usage", async (args) => {
  const terminal = { environment: {}, print: () => {}, stop: AbortSignal.abort() };
  await expect(line.run(args, terminal)).rejects.toThrow(UsageError);
});

test("every operation is printed, with its address and whether it is emulated", async () => {
  const printed: string[] = [];
  const print = (...lines: readonly string[]) => void printed.push(...lines);
  const stop = AbortSignal.abort();
  expect(await line.run(["operations"], { environment: {}, print, stop })).toBe(0);
  const rows = tableRows(printed.join("\n"), "API");
  expect(rows.map(([, name, address]) => [name, address])).toEqual(
    lineOperations.map(({ name, method, path }) => [
      `\`${name}\``,
      `\`${method.toUpperCase()} ${path}\``,
    ]),
  );
  const answers = new Map(rows.map(([, name, , answer]) => [name, answer]));
  expect(answers.get("`replyMessage`")).toBe("yes");
  expect(answers.get("`narrowcast`")).toBe("501");
});
