/** CLI command `parked`: lists, retries and drops parked events without showing their texts, also while the server runs. */
import { z } from "zod";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { hashId } from "../store/hash-id.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { CommandError, UsageError, type Command, type Terminal } from "./command.ts";

export const parked: Command = {
  usage: [
    ["parked list", "events that were not answered, or only with an apology, and why"],
    ["parked show ID", "what is known of one, without what was written"],
    ["parked retry ID", "has the bot take one up again within ten seconds"],
    ["parked drop ID", "ends one unanswered"],
  ],
  async run([action = "", id, ...rest], terminal) {
    const { config } = readConfig(terminal.environment);
    const known =
      rest.length === 0 &&
      ((action === "list" && id === undefined) ||
        (["show", "retry", "drop"].includes(action) && /^\d{1,15}$/.test(id ?? "")));
    if (!known) throw new UsageError("parked what? list, show ID, retry ID or drop ID");
    await using store = openSqliteStore(config.dataDir, systemClock, { beside: true });
    const { pushFallback } = config;
    if (action === "list") await list(store, terminal);
    else if (action === "show") await show(store, Number(id), pushFallback, terminal);
    else if (action === "retry") await retry(store, Number(id), pushFallback, terminal);
    else await drop(store, Number(id), terminal);
    return 0;
  },
};

async function list({ inbox }: Store, { print }: Terminal): Promise<void> {
  const events = await inbox.parked();
  if (events.length === 0) print("Nothing is parked.");
  for (const { id, account, receivedAt, attempts, reason, hasText } of events) {
    const at = new Date(receivedAt).toISOString();
    const text = hasText ? "" : "  text forgotten";
    print(`${id}  ${at}  ${reason}  attempts ${attempts}  account ${hashId(account)}${text}`);
  }
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

/** Why no answer can reach the sender, whatever is tried: nobody can be replied to a minute after they wrote. */
function undeliverable(event: unknown, pushFallback: boolean): string | null {
  const { data: said } = storedEvent.safeParse(event);
  if (!said?.replyToken) return null;
  if (said.source?.type !== "user") return "its reply token is dead, and only people are pushed to";
  return pushFallback ? null : "its reply token is dead, and LINE_PUSH_FALLBACK is off";
}

async function show({ inbox }: Store, id: number, pushFallback: boolean, { print }: Terminal) {
  const parkedEvent = await inbox.get(id);
  if (!parkedEvent) throw new CommandError(`no parked event has the id ${id}`);
  const { account, chat, receivedAt, attempts, reason, savedReply } = parkedEvent;
  const { data: said } = storedEvent.safeParse(parkedEvent.event);
  const kind = said?.message ? `${said.type} (${said.message.type})` : said?.type;
  const obstacle = undeliverable(parkedEvent.event, pushFallback);
  const facts: readonly [what: string, value: string][] = [
    ["received", new Date(receivedAt).toISOString()],
    ["reason", reason],
    ["attempts", String(attempts)],
    ["event", kind ?? "no longer kept"],
    ["event id", said?.webhookEventId ?? "unknown"],
    ["redelivered", said?.deliveryContext?.isRedelivery ? "yes" : "no"],
    ["chat", `${said?.source?.type ?? "unknown"} ${hashId(chat)}`],
    ["account", hashId(account)],
    ["answer", savedReply === null ? "not decided on" : "decided on; a retry sends it again"],
    ["delivery", obstacle ? `impossible: ${obstacle}` : "possible"],
  ];
  print(...facts.map(([what, value]) => `${what.padEnd(13)}${value}`));
}

async function retry(store: Store, id: number, pushFallback: boolean, { print }: Terminal) {
  const event = (await store.inbox.get(id))?.event;
  if (!(await store.inbox.retry(id))) throw await unchanged(store, id);
  print(`${id} is taken up again.`);
  const obstacle = undeliverable(event, pushFallback);
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
