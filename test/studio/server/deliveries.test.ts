/** Past deliveries through the studio's HTTP server, on the complete bot: the list, the calls, redelivery, and the archive. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Message } from "../../../src/line/messages/message-types.ts";
import type { Account, ChatView, Person } from "../../../src/studio/server/chat-types.ts";
import type {
  DeliverySummary,
  Inspection,
  WireCall,
} from "../../../src/studio/server/inspector-types.ts";
import { until } from "../../support/until.ts";
import { buttonsOf } from "../../support/views.ts";
import { startStudioBot, type StudioBot } from "../studio-bot.ts";

let bot: StudioBot;
let people: Person[];
let account: string;
beforeAll(async () => {
  bot = await startStudioBot();
  const everybody = await get<{ people: Person[]; accounts: Account[] }>("people");
  people = everybody.people;
  account = everybody.accounts[0]?.id ?? "";
});
afterAll(() => bot[Symbol.asyncDispose]());

async function get<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, bot.url));
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as T;
}

const post = (path: string, body: unknown) =>
  fetch(new URL(path, bot.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(bot.url).origin },
    body: JSON.stringify(body),
  });

type Detail = DeliverySummary & { inspection: Inspection };
const list = async () => (await get<{ deliveries: DeliverySummary[] }>("deliveries")).deliveries;
const detail = (id: string) => get<Detail>(`deliveries/${id}`);

const idOf = (name: string) =>
  people.find(({ displayName }) => displayName.includes(name))?.userId ?? "";

/** Does something in somebody's chat, and waits until it was answered. */
async function act(name: string, action: object): Promise<DeliverySummary> {
  const chatId = idOf(name);
  const before = (await list()).length;
  await post(`chats/${account}/${chatId}/actions`, action);
  await until(async () => {
    const [newest, ...older] = await list();
    return older.length === before && newest?.outcome !== undefined;
  }, "the answer");
  const [newest] = await list();
  if (!newest) throw new Error("nothing was delivered");
  return newest;
}

async function lastMessages(name: string): Promise<Message[]> {
  const { items } = await get<ChatView>(`chats/${account}/${idOf(name)}`);
  const last = items.at(-1);
  return last?.from === "account" ? [last.message] : [];
}

const named = (calls: readonly WireCall[], to: WireCall["to"]) =>
  calls.filter((call) => call.to === to).map(({ call, status }) => `${call} ${status}`);

test("the list names who wrote what, the intent, the outcome and the time, newest first", async () => {
  const olivia = await act("Olivia", { type: "text", text: "points" });
  expect(olivia).toMatchObject({
    who: "Olivia Brown",
    chatId: idOf("Olivia"),
    title: "points",
    intent: "balance",
    outcome: "sent",
    attempts: 1,
    at: expect.any(Number),
    ms: expect.any(Number),
  });
  await act("Alex", { type: "text", text: "coupons" });
  expect((await list()).map(({ who, title }) => `${who}: ${title}`)).toEqual([
    "Alex: coupons",
    "Olivia Brown: points",
  ]);
});

test("a delivery shows the platform's and LINE's calls in the order in which they began", async () => {
  const { id, at } = await act("怡君", { type: "text", text: "points" });
  const { calls } = (await detail(id)).inspection;
  expect(named(calls, "platform")).toContain("getProfile 200");
  const line = named(calls, "LINE");
  expect(line[0]).toBe("profile 200");
  expect(line).toContain("reply 200");
  const starts = calls.map((call) => call.at);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(starts.every((start) => start >= at)).toBe(true);
  expect((await fetch(new URL("deliveries/unknown", bot.url))).status).toBe(404);
});

test("the calls of a write of staff are those of the tap that confirmed it", async () => {
  await act("Anan", { type: "text", text: '/gift "Free iced latte" 0800000002' });
  const give = buttonsOf(await lastMessages("Anan")).find(({ label }) => label === "Give");
  const { id } = await act("Anan", { type: "postback", data: give?.data, displayText: "Give" });
  const { calls } = (await detail(id)).inspection;
  expect(named(calls, "platform")).toContain("giveCouponToMemberId 201");
  expect(named(calls, "LINE")).toContain("reply 200");
});

test("a delivery can be redelivered as LINE does it, and isn't answered again", async () => {
  const { id } = await act("Olivia", { type: "text", text: "card" });
  const { calls } = (await detail(id)).inspection;
  expect((await post(`events/${id}/again`, { how: "redeliver" })).status).toBe(200);
  const again = await detail(id);
  expect(again.attempts).toBe(2);
  const events = again.inspection.attempts.map(({ body }) => JSON.parse(body).events[0]);
  expect(events).toMatchObject([
    { webhookEventId: id, deliveryContext: { isRedelivery: false } },
    { webhookEventId: id, deliveryContext: { isRedelivery: true } },
  ]);
  expect(again.inspection.calls).toEqual(calls);
});

const nameAndValue = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const milliseconds = z.number().min(-1);
const message = {
  httpVersion: z.string().min(1),
  cookies: z.array(z.never()),
  headers: nameAndValue,
  headersSize: z.int(),
  bodySize: z.int(),
};
/** What HAR 1.2 requires and allows, of the parts that the studio writes. */
const har = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
    pages: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        id: z.string().min(1),
        title: z.string(),
        pageTimings: z.strictObject({ onContentLoad: milliseconds, onLoad: milliseconds }),
      }),
    ),
    entries: z.array(
      z.strictObject({
        pageref: z.string().min(1),
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.strictObject({
          ...message,
          method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
          url: z.url(),
          queryString: nameAndValue,
          postData: z
            .strictObject({ mimeType: z.string().min(1), text: z.string() })
            .exactOptional(),
        }),
        response: z.strictObject({
          ...message,
          status: z.int().min(0),
          statusText: z.string(),
          content: z.strictObject({ size: z.int(), mimeType: z.string().min(1), text: z.string() }),
          redirectURL: z.string(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          send: z.number().min(0),
          wait: z.number().min(0),
          receive: z.number().min(0),
        }),
        comment: z.string(),
      }),
    ),
  }),
});

test("the archive is a valid HAR 1.2 of the wanted deliveries, without secrets", async () => {
  const all = await list();
  const ids = all.map(({ id }) => id);
  const response = await post("deliveries/har", { ids: [...ids, "unknown"] });
  const text = await response.text();
  const { log } = har.parse(JSON.parse(text));
  expect(log.pages.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const comments = new Set(log.entries.map(({ comment }) => comment));
  for (const comment of [
    "LINE to the bot",
    "LINE to the bot, again",
    "the bot to the platform: giveCouponToMemberId",
    "the bot to LINE: reply",
  ]) {
    expect(comments).toContain(comment);
  }
  const starts = log.entries.map(({ startedDateTime }) => startedDateTime);
  expect(starts).toEqual(starts.toSorted());
  for (const { request } of log.entries) expect(request.url).toMatch(/^http:\/\/127\.0\.0\.1:/);

  // Authorization and signatures are headers; tokens and keys are parts of bodies.
  expect(text).not.toMatch(/authorization|bearer|x-line-signature/i);
  const secretNames = /"(\w*(?:token|secret|password|api_key)\w*)\\?":\s*\\?"([^"\\]*)/gi;
  const secrets = [...text.replaceAll('\\"', '"').matchAll(secretNames)];
  expect(secrets.map(([, name]) => name)).toContain("replyToken");
  expect(secrets.filter(([, , value]) => value !== "(left out)")).toEqual([]);

  const [one = ""] = ids;
  const single = har.parse(await (await post("deliveries/har", { ids: [one] })).json());
  expect(single.log.pages).toMatchObject([{ id: one }]);
  for (const body of [{}, { ids: "all" }, { ids: [1] }]) {
    expect((await post("deliveries/har", body)).status).toBe(400);
  }
});
