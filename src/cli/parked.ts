/** `parked`: events that were set aside, beside a running server; without what anybody wrote. */
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { hashed } from "../log.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { CommandError, UsageError, type Command, type Terminal } from "./command.ts";

export const parked: Command = {
  usage: [
    ["parked list", "events that were not answered, or only with an apology, and why"],
    ["parked retry ID", "has the bot take one up again within ten seconds"],
    ["parked drop ID", "ends one unanswered"],
  ],
  async run([action = "", id, ...rest], terminal) {
    const { config } = readConfig(terminal.environment);
    const known =
      rest.length === 0 &&
      ((action === "list" && id === undefined) ||
        (["retry", "drop"].includes(action) && /^\d{1,15}$/.test(id ?? "")));
    if (!known) throw new UsageError("parked what? list, retry ID or drop ID");
    await using store = openSqliteStore(config.dataDir, systemClock, { beside: true });
    if (action === "list") await list(store, terminal);
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

async function change(store: Store, action: string, id: number, { print }: Terminal) {
  const { inbox } = store;
  const done = await (action === "retry" ? inbox.retry(id) : inbox.drop(id));
  if (!done && (await inbox.parked()).some((event) => event.id === id)) {
    throw new CommandError(`${id} can't be tried again: what was written in it is forgotten`);
  }
  if (!done) throw new CommandError(`no parked event has the id ${id}`);
  print(action === "retry" ? `${id} is taken up again.` : `${id} is dropped.`);
}
