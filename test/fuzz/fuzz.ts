/** Throws random and mutated requests, texts and taps at the whole bot, through signed HTTP. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as fc from "../support/properties.ts";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import { emptyPostback } from "../../src/bot/routing/postback.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { parseEnvelope } from "../../src/line/webhook-events.ts";
import { sign } from "../../src/line/signature.ts";
import { embeddedAccount, embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { createWorld, type World } from "../support/world.ts";
import { hostileRequest, monster, mutated, type HostileRequest } from "./hostile.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { edited, word, type Word } from "./words.ts";

export interface FuzzReport {
  seed: number;
  bodies: number;
  words: number;
  /** How many requests were answered with each status. */
  statuses: Record<string, number>;
  /** Replies that LINE took. */
  replies: number;
  /** Events that had to be answered, and were. */
  answered: number;
  /** Replies to tokens that were made up or used already: LINE refuses those, and the events are parked. */
  deadTokens: number;
  /** How many staff orders ended in each state. */
  orders: Record<string, number>;
  faults: readonly string[];
}

/** So many requests come between two pauses that are longer than anything is kept. */
const burst = 40;
const atOnce = 8;
const pauseMs = 61_000;

const channels = {
  members: { id: embeddedAccount.id, path: "/webhook", secret: "a-channel-secret" },
  dev: { id: embeddedDevAccount.id, path: "/webhook/dev", secret: "a-dev-channel-secret" },
};

const lineIds = demoPeople.map(({ lineId }) => lineId);
/** Half of all words are of those who can order something. */
const staff = demoPeople.filter((person) => person.staff).map(({ lineId }) => lineId);
const guests = lineIds.filter((lineId) => !staff.includes(lineId));
/** What they do may be anything; the others behave, and have to be answered whatever comes beside them. */
const unruly = lineIds.slice(0, 6);
const bystanders = lineIds.slice(6);

const actions: PersonAction[] = [
  { type: "text", text: "points" },
  { type: "text", text: "check ABCD-1234" },
  { type: "text", text: "/find Olivia" },
  { type: "postback", data: "do=coupons&page=2" },
  { type: "sticker" },
  { type: "image" },
  { type: "location" },
  { type: "follow" },
  { type: "unfollow" },
  { type: "unsend", messageId: "1" },
  { type: "edit", messageId: "1", text: "points" },
  { type: "accountLink", result: "ok", nonce: "n" },
];

/** @param seed the same recipes for the same seed. */
export async function fuzz(options: {
  bodies: number;
  words: number;
  seed: number;
  say?: (line: string) => void;
}): Promise<FuzzReport> {
  const { bodies, words, seed, say = () => {} } = options;
  await using world = await createWorld({ STUDIO: "off" }, { behaviour: "odd" });
  using ledger = createLedger(world);
  const statuses: Record<string, number> = {};
  let answered = 0;

  const hostile = fc.sample(hostileRequest, { numRuns: bodies, seed });
  for (let start = 0; start < bodies; start += burst) {
    const some = hostile.slice(start, start + burst);
    const neighbours: LineEvent[] = [];
    for (let at = 0; at < some.length; at += atOnce) {
      const group = some.slice(at, at + atOnce).map(async (request, index) => {
        const number = start + at + index;
        const status = await sendHostile(world, ledger, request, number, neighbours);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      await Promise.all(group);
    }
    answered += await rest(
      world,
      ledger,
      neighbours,
      `bodies ${start} to ${start + some.length - 1}`,
    );
    if (start % 1000 === 0) say(`${start} bodies, ${ledger.faults.length} faults`);
  }

  const said = fc.sample(word, { numRuns: words, seed });
  const round = 2 * staff.length;
  for (let start = 0; start < words; start += round) {
    const some = said.slice(start, start + round);
    const events = some.map((one, index) => {
      const guest = guests[(start / 2 + index) % guests.length];
      const lineId = (index < staff.length ? staff[index] : guest) ?? "";
      return { one, event: eventOf(world, ledger, lineId, one) };
    });
    for (const name of ["members", "dev"] as const) {
      const own = events
        .filter(({ one }) => one.dev === (name === "dev"))
        .map(({ event }) => event);
      const status = await post(world, name, Buffer.from(JSON.stringify({ events: own })), {});
      if (status !== 200) ledger.fault(`words ${start} were answered ${status}`);
    }
    const sent = events.map(({ event }) => event);
    answered += await rest(world, ledger, sent, `words ${start} to ${start + some.length - 1}`);
    if (start % 1000 < round) say(`${start} words, ${ledger.faults.length} faults`);
  }

  await world.advanceTime(1000);
  ledger.audit("everything");
  const orders = ledger.close();
  const { replies, deadTokens, faults } = ledger;
  return { seed, bodies, words, statuses, replies, answered, deadTokens, orders, faults };
}

/** A button that opens the keyboard has done its work when it is tapped. */
const expectedReplies = ({ postback }: LineEvent) => (postback?.data === emptyPostback ? 0 : 1);

/** Waits until all is done, sees that everybody was answered once, and lets time go by. */
async function rest(
  world: World,
  ledger: Ledger,
  events: readonly LineEvent[],
  about: string,
): Promise<number> {
  await world.bot.idle();
  const silent = events.filter((event) => ledger.repliesTo(event) !== expectedReplies(event));
  for (const event of silent) {
    const what = JSON.stringify(event.message ?? event.postback ?? event.type).slice(0, 300);
    ledger.fault(`answered ${ledger.repliesTo(event)} times, in ${about}: ${what}`);
  }
  ledger.audit(about);
  world.clock.turn(pauseMs);
  return events.length - silent.length;
}

function eventOf(world: World, ledger: Ledger, lineId: string, { wording, dev }: Word): LineEvent {
  const channel = dev ? channels.dev.id : channels.members.id;
  const event = world.line.compose(lineId, actionOf(ledger, lineId, wording), { channel });
  ledger.expect(event);
  return event;
}

function actionOf(ledger: Ledger, lineId: string, wording: Word["wording"]): PersonAction {
  switch (wording.kind) {
    case "text":
      return { type: "text", text: wording.text };
    case "right order":
      return { type: "text", text: edited(wording.text, wording.edit) };
    case "tap":
      return { type: "postback", data: ledger.lastShown(lineId, wording.pick) };
    case "data":
      return { type: "postback", data: wording.data };
    case "order": {
      const words = wording.words.map((one) =>
        typeof one === "string" ? one : ledger.shown("text", one.seen),
      );
      return { type: "text", text: [`/${wording.name}`, ...words].join(" ") };
    }
    case "seen": {
      const text = edited(ledger.shown(wording.as, wording.pick), wording.edit);
      return wording.as === "text" ? { type: "text", text } : { type: "postback", data: text };
    }
  }
}

async function sendHostile(
  world: World,
  ledger: Ledger,
  request: HostileRequest,
  number: number,
  neighbours: LineEvent[],
): Promise<number> {
  const channel = request.dev ? "dev" : "members";
  const { raw, neighbour } = bodyOf(world, ledger, request, number);
  const sound = request.signature === "right" && request.encoding === "none";
  if (neighbour && sound && raw.length < 1_000_000 && isEnvelope(raw)) neighbours.push(neighbour);
  const status = await post(world, channel, raw, request);
  const about = `body ${number}: ${JSON.stringify({ ...request, body: request.body.kind })}`;
  if (status >= 500 || status === 0) ledger.fault(`answered ${status} to ${about}`);
  if (sound && status !== expected(raw)) {
    ledger.fault(`answered ${status} instead of ${expected(raw)} to ${about}`);
  }
  if (request.signature !== "right" && status === 200) ledger.fault(`took ${about}`);
  return status;
}

function isEnvelope(raw: Buffer): boolean {
  try {
    parseEnvelope(raw);
    return true;
  } catch {
    return false;
  }
}

function expected(raw: Buffer): number {
  if (raw.length > 1024 * 1024) return 413;
  return isEnvelope(raw) ? 200 : 400;
}

const of = (text: string | Uint8Array, neighbour: LineEvent | null = null) => ({
  raw: Buffer.from(text as string),
  neighbour,
});

function bodyOf(world: World, ledger: Ledger, { body, dev }: HostileRequest, number: number) {
  const { id } = dev ? channels.dev : channels.members;
  const bystander = bystanders[number % bystanders.length] ?? "";
  const plain = () =>
    world.line.compose(bystander, { type: "text", text: "help" }, { channel: id });
  switch (body.kind) {
    case "bytes":
      return of(body.bytes);
    case "text":
      return of(body.text);
    case "deep":
    case "huge":
      return of(monster(body, `monster ${number}`));
    case "spoiled": {
      const event = plain();
      ledger.expect(event);
      ledger.expect(event);
      const whole = Buffer.from(JSON.stringify({ destination: "U0", events: [event] }));
      const at = body.at % whole.length;
      const behind = body.cut ? [] : [whole.subarray(at + body.bytes.length)];
      return of(Buffer.concat([whole.subarray(0, at), body.bytes, ...behind]));
    }
    case "events": {
      const events: unknown[] = body.events.flatMap(
        ({ who, actionIndex, inGroup, mutations, times }) => {
          const chat = inGroup
            ? { chat: world.groups[who % world.groups.length]?.chatId ?? "" }
            : {};
          const lineId = unruly[who % unruly.length] ?? "";
          const action = actions[actionIndex % actions.length] ?? { type: "follow" };
          const compose = () =>
            mutated(world.line.compose(lineId, action, { channel: id, ...chat }), mutations);
          // Many events of their own, or one event many times.
          return number % 2 === 0
            ? Array.from({ length: times }, compose)
            : Array<unknown>(times).fill(compose());
        },
      );
      const neighbour = body.neighbour ? plain() : null;
      if (neighbour) events.splice(number % (events.length + 1), 0, neighbour);
      for (const event of events) ledger.expect(event);
      const account = dev ? embeddedDevAccount.botUserId : embeddedAccount.botUserId;
      const destination = body.destination === "the account" ? account : body.destination;
      return of(JSON.stringify({ destination, events }), neighbour);
    }
  }
}

/** Answers with the status; 0 where there was no answer. */
async function post(
  world: World,
  channel: keyof typeof channels,
  raw: Buffer,
  how: Partial<Omit<HostileRequest, "body">>,
): Promise<number> {
  const { path, secret } = channels[channel];
  const right = sign(secret, raw);
  const signatures: Record<HostileRequest["signature"], string | null> = {
    right,
    none: null,
    empty: "",
    "of others": sign("another secret", raw),
    garbage: "ÿþ=;,".repeat(200),
    twice: `${right}, ${right}`,
    "small letters": right.toLowerCase(),
  };
  const signature = signatures[how.signature ?? "right"];
  const { encoding = "none", contentType = "application/json" } = how;
  const bytes =
    encoding === "gzip" ? gzipSync(raw) : encoding === "br" ? brotliCompressSync(raw) : raw;
  const headers = new Headers();
  if (signature !== null) headers.set("x-line-signature", signature);
  if (contentType !== null) headers.set("content-type", contentType);
  if (encoding !== "none") headers.set("content-encoding", encoding === "lie" ? "gzip" : encoding);
  try {
    const url = `${world.bot.origin}${path}`;
    const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(bytes) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
