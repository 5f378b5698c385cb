/** `parked`: events that were set aside, beside a running server; without what anybody wrote. */
import { z } from "zod";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { hashed } from "../log.ts";
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
    if (action === "list") await list(store, terminal);
    else if (action === "show") await show(store, Number(id), terminal);
    else await change(store, action, Number(id), terminal);
    return 0;
  },
};

async function list({ inbox }: Store, { print }: Terminal): Promise<void> {
  const events = await inbox.parked();
  if (events.length === 0) print("Nothing is parked.");
  for (const { id, account, receivedAt, attempts, reason, hasText } of events) {
    const at = new Date(receivedAt).toISOString();
    const text = hasText ? "" : "  text forgotten";
    print(`${id}  ${at}  ${reason}  attempts ${attempts}  account ${hashed(account)}${text}`);
  }
}

/** What may be shown of an event: of which kind it is. */
const storedEvent = z.looseObject({
  type: z.string(),
  webhookEventId: z.string().optional(),
  message: z.looseObject({ type: z.string() }).optional(),
  source: z.looseObject({ type: z.string() }).optional(),
  deliveryContext: z.looseObject({ isRedelivery: z.boolean().optional() }).optional(),
});

async function show({ inbox }: Store, id: number, { print }: Terminal): Promise<void> {
  const parkedEvent = await inbox.look(id);
  if (!parkedEvent) throw new CommandError(`no parked event has the id ${id}`);
  const { account, chat, receivedAt, attempts, reason, decided } = parkedEvent;
  const { data: said } = storedEvent.safeParse(parkedEvent.event);
  const kind = said?.message ? `${said.type} (${said.message.type})` : said?.type;
  const facts: readonly [what: string, value: string][] = [
    ["received", new Date(receivedAt).toISOString()],
    ["reason", reason],
    ["attempts", String(attempts)],
    ["event", kind ?? "no longer kept"],
    ["event id", said?.webhookEventId ?? "unknown"],
    ["redelivered", said?.deliveryContext?.isRedelivery ? "yes" : "no"],
    ["chat", `${said?.source?.type ?? "unknown"} ${hashed(chat)}`],
    ["account", hashed(account)],
    ["answer", decided === null ? "not decided on" : "decided on; a retry sends it again"],
  ];
  print(...facts.map(([what, value]) => `${what.padEnd(13)}${value}`));
}

async function change(store: Store, action: string, id: number, { print }: Terminal) {
  const { inbox } = store;
  const done = await (action === "retry" ? inbox.retry(id) : inbox.drop(id));
  if (!done && (await inbox.parked()).some((event) => event.id === id)) {
    throw new CommandError(`${id} can't be tried again: what was written in it is forgotten`);
  }
  if (!done) throw new CommandError(`no parked event has the id ${id}`);
  print(action === "retry" ? `${id} is taken up again.` : `${id} is dropped.`);
}
