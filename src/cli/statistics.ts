/** `statistics [--days N]`: prints the counts of answers and taps by day as CSV, also while the server runs. */
import { lastDays } from "../bot/views/dates.ts";
import { readConfig } from "../config/config.ts";
import { statisticsCsv } from "../studio/server/statistics-csv.ts";
import { type Command, CommandError, parseWords, UsageError } from "./command.ts";
import { attachStore } from "./store.ts";

const message =
  "statistics --account ID --days N: whose account, by its LINE user id, and 1 to 3650 days";
const defaultDays = "30";

export const statistics: Command = {
  async run(args, { environment, print }) {
    const { options } = parseWords(args, { options: ["days", "account"] }, message);
    const count = options.get("days") ?? defaultDays;
    if (!/^[1-9]\d{0,3}$/.test(count) || Number(count) > 3650) throw new UsageError(message);
    const settings = readConfig(environment);
    await using store = await attachStore(settings);
    const days = lastDays(Number(count), store.clock.now(), settings.config.business.timeZone);
    const accounts = await store.statistics.accounts();
    const account = options.get("account") ?? accounts[0] ?? "";
    if (accounts.length > 1 && !options.has("account")) {
      throw new UsageError(`there are several accounts: ${accounts.join(", ")}\n${message}`);
    }
    if (accounts.length > 0 && !accounts.includes(account)) {
      throw new CommandError(`nothing is counted of ${account}, but of ${accounts.join(", ")}`);
    }
    const counts = await store.statistics.list(account, days[0] ?? "", days.at(-1) ?? "");
    print(statisticsCsv(counts).trimEnd());
    return 0;
  },
};
