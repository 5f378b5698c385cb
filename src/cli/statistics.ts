/** `statistics [--days N]`: prints the counts of answers and taps by day as CSV, also while the server runs. */
import { stringify } from "csv-stringify/sync";
import { lastDays, statisticsColumns } from "../bot/statistics.ts";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { parseWords } from "./arguments.ts";
import { UsageError, type Command } from "./command.ts";
import { attachStore } from "./store.ts";

const message = "statistics of how many days? --days and a whole number, 1 to 3650";
const defaultDays = "30";

export const statistics: Command = {
  usage: [["statistics [--days N]", "answers and taps on rich menus by day, as CSV"]],
  async run(args, { environment, print }) {
    const { options } = parseWords(args, { options: ["days"] }, message);
    const days = options.get("days") ?? defaultDays;
    if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > 3650) throw new UsageError(message);
    const settings = readConfig(environment);
    const { timeZone } = settings.config.business;
    const { from, until } = lastDays(Number(days), systemClock.now(), timeZone);
    await using store = await attachStore(settings);
    const accounts = await store.statistics.accounts();
    const rows = await Promise.all(
      accounts.map(async (account) =>
        (await store.statistics.list(account, from, until)).map((row) => ({ account, ...row })),
      ),
    );
    print(
      stringify(rows.flat(), {
        header: true,
        columns: ["account", ...statisticsColumns],
        eof: false,
      }),
    );
    return 0;
  },
};
