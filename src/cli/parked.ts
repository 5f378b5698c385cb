/** CLI command `parked`: lists, retries and drops parked events without showing their texts, also while the server runs. */
import { z } from "zod";
import { readConfig } from "../config/config.ts";
import { tokenLifeMs } from "../pipeline/deliver-reply.ts";
import { hashId } from "../store/hash-id.ts";
import type { Store } from "../store/store.ts";
import { type Command, CommandError, parseAction, type Terminal, UsageError } from "./command.ts";
import { columnsOf, localTime } from "./output.ts";
import { attachStore } from "./store.ts";

const message = "parked what? list, show ID, retry ID or drop ID";
const forms = { list: {}, show: { words: 1 }, retry: { words: 1 }, drop: { words: 1 } };

export const parked: Command = {
  async run(args, terminal) {
    const { action, words } = parseAction(args, forms, message);
    const [id = ""] = words;
    if (action !== "list" && !/^\d{1,15}$/.test(id)) throw new UsageError(message);
    const settings = readConfig(terminal.environment);
    await using store = await attachStore(settings);
    const { pushFallback, business } = settings.config;
    const delivery = { pushFallback, now: store.clock.now() };
    switch (action) {
      case "list":
        await list(store, business.timeZone, terminal);
        break;
      case "show":
        await show(store, Number(id), { ...delivery, timeZone: business.timeZone }, terminal);
        break;
      case "retry":
        await retry(store, Number(id), delivery, terminal);
        break;
      case "drop":
        await drop(store, Number(id), terminal);
        break;
    }
    return 0;
  },
};

async function list({ inbox }: Store, timeZone: string, { print }: Terminal): Promise<void> {
  const events = await inbox.parked();
  if (events.length === 0) {
    print("Nothing is parked.");
    return;
  }
  const rows = events.map(({ id, account, receivedAt, attempts, reason, hasText }) => [
    String(id),
    localTime(receivedAt, timeZone),
    reason,
    `attempts ${attempts}`,
    `account ${hashId(account)}`,
    hasText ? "" : "text forgotten",
  ]);
  print(columnsOf(rows));
}

/** The kind of an event, the only part of it that may be shown. */
const storedEvent = z.looseObject({
  type: z.string(),
  webhookEventId: z.string().optional(),
  message: z.looseObject({ type: z.string() }).optional(),
  replyToken: z.string().optional(),
  source: z.looseObject({ type: z.string() }).optional(),
  deliveryContext: z.looseObject({ isRedelivery: z.boolean().optional() }).optional(),
});

/** What decides whether an answer can still reach the sender. */
interface DeliveryFacts {
  pushFallback: boolean;
  now: number;
}

/** As long as a running bot takes at most to notice a retried event. */
const noticedMs = 10_000;

/** Why no answer can reach the sender: with a reply token that isn't valid any more, only a push can. */
function undeliverable(
  { event, receivedAt }: { event: unknown; receivedAt: number },
  { pushFallback, now }: DeliveryFacts,
): string | null {
  const { data: stored } = storedEvent.safeParse(event);
  if (!stored?.replyToken || now < receivedAt + tokenLifeMs) return null;
  if (stored.source?.type !== "user")
    return "its reply token is dead, and only people are pushed to";
  return pushFallback ? null : "its reply token is dead, and LINE_PUSH_FALLBACK is off";
}

async function show(
  { inbox }: Store,
  id: number,
  { timeZone, ...delivery }: DeliveryFacts & { timeZone: string },
  { print }: Terminal,
): Promise<void> {
  const parkedEvent = await inbox.get(id);
  if (!parkedEvent) throw new CommandError(`no parked event has the id ${id}`);
  const { account, chat, receivedAt, attempts, reason, savedReply } = parkedEvent;
  const { data: stored } = storedEvent.safeParse(parkedEvent.event);
  const kind = stored?.message ? `${stored.type} (${stored.message.type})` : stored?.type;
  const obstacle = undeliverable(parkedEvent, delivery);
  const facts: readonly [what: string, value: string][] = [
    ["received", localTime(receivedAt, timeZone)],
    ["reason", reason],
    ["attempts", String(attempts)],
    ["event", kind ?? "no longer kept"],
    ["event id", stored?.webhookEventId ?? "unknown"],
    ["redelivered", stored?.deliveryContext?.isRedelivery ? "yes" : "no"],
    ["chat", `${stored?.source?.type ?? "unknown"} ${hashId(chat)}`],
    ["account", hashId(account)],
    ["answer", savedReply === null ? "not decided on" : "decided on; a retry decides anew"],
    ["delivery", obstacle ? `impossible: ${obstacle}` : "possible"],
  ];
  print(...facts.map(([what, value]) => `${what.padEnd(13)}${value}`));
}

async function retry(
  store: Store,
  id: number,
  { pushFallback, now }: DeliveryFacts,
  { print }: Terminal,
): Promise<void> {
  const parkedEvent = await store.inbox.get(id);
  if (!(await store.inbox.retry(id))) throw await unchanged(store, id);
  print(`${id} is taken up again.`);
  // A running bot takes it up within that time, in which the token may end.
  const delivery = { pushFallback, now: now + noticedMs };
  const obstacle = parkedEvent && undeliverable(parkedEvent, delivery);
  if (obstacle) print(`Its answer can't be delivered, so it will be parked again: ${obstacle}.`);
}

async function drop(store: Store, id: number, { print }: Terminal): Promise<void> {
  if (!(await store.inbox.drop(id))) throw await unchanged(store, id);
  print(`${id} is dropped.`);
}

async function unchanged({ inbox }: Store, id: number): Promise<CommandError> {
  return (await inbox.parked()).some((event) => event.id === id)
    ? new CommandError(`${id} can't be tried again: what was written in it is forgotten`)
    : new CommandError(`no parked event has the id ${id}`);
}
