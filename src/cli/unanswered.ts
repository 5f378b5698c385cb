/** `unanswered [--days N] [--json]`: lists what three people or more have asked and nobody could answer. */
import { lastDays } from "../bot/views/dates.ts";
import { readConfig } from "../config/config.ts";
import { type Command, parseWords, UsageError } from "./command.ts";
import { localTime, tableOf } from "./output.ts";
import { attachStore, ownAccount } from "./store.ts";

/** So long it is kept. */
const maxDays = 90;
const message = `unanswered --days N --json: 1 to ${maxDays} days`;

export const unanswered: Command = {
  async run(args, { environment, print }) {
    const { options, flags } = parseWords(args, { options: ["days"], flags: ["json"] }, message);
    const days = options.get("days") ?? String(maxDays);
    if (!/^[1-9]\d?$/.test(days) || Number(days) > maxDays) throw new UsageError(message);
    const settings = readConfig(environment);
    const { timeZone } = settings.config.business;
    await using store = await attachStore(settings);
    const account = await ownAccount(store.settings, settings);
    const [from = ""] = lastDays(Number(days), store.clock.now(), timeZone);
    const found = account === null ? [] : await store.unanswered.list(account, from);
    if (flags.has("json")) {
      const shown = found.map((one) => ({ ...one, last: new Date(one.last).toISOString() }));
      print(JSON.stringify(shown, null, 2));
    } else if (found.length === 0) {
      print("Nothing that three people have asked was left without an answer.");
    } else {
      const rows = found.map(({ text, language, people, times, last }) => [
        text,
        language,
        String(people),
        String(times),
        localTime(last, timeZone),
      ]);
      print(tableOf(["text", "language", "people", "times", "last"], rows));
    }
    return 0;
  },
};
