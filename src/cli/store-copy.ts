/** CLI command `store copy`: copies the SQLite store of a stopped bot to Postgres. */
import { resolve } from "node:path";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/config.ts";
import { environment } from "../config/environment-schema.ts";
import { copyStore } from "../store/copy.ts";
import { type Command, CommandError, parseAction, UsageError } from "./command.ts";

const message = "store what? copy --to postgres://user:password@host/database";

export const store: Command = {
  async run(args, { environment: variables, print }) {
    const { options } = parseAction(args, { copy: { options: ["to"] } }, message);
    const url = options.get("to") ?? "";
    // What was typed may hold a password, so it is never repeated.
    if (url === "") throw new UsageError(message);
    const { error } = environment.shape.DATABASE_URL.safeParse(url);
    if (error) throw new UsageError(`--to must be ${error.issues[0]?.message ?? "an address"}`);
    const own = variables["DATABASE_URL"]?.trim();
    if (own && own !== url) {
      throw new CommandError(
        "DATABASE_URL names another database than --to: the bot would not start on the copy",
      );
    }
    const { dataDir } = readConfig(variables).config;
    const results = await copyStore({ dataDir, url, clock: systemClock });
    const width = Math.max(...results.map(({ table }) => table.length));
    print(
      ...results.map(
        ({ table, rows, checksum }) =>
          `${table.padEnd(width)}  ${String(rows).padStart(9)} ${rows === 1 ? "row " : "rows"}  checksum ${checksum}`,
      ),
      `Copied ${resolve(dataDir)} whole; counts and checksums are the same on both sides.`,
      "Set DATABASE_URL before the bot starts again. The SQLite store is left as it is: start no bot on it",
      "any more, or both would answer. Nothing copies back; from now on a backup is pg_dump's.",
    );
    return 0;
  },
};
