/** CLI command `backup FILE`: makes a backup of the store, also while the bot runs. */
import { resolve } from "node:path";
import { readConfig } from "../config/config.ts";
import { backUp } from "../store/sqlite/backup.ts";
import { counted } from "../observability/counted.ts";
import { parseWords } from "./arguments.ts";
import type { Command } from "./command.ts";
import { refuseDatabase } from "./store.ts";

export const backup: Command = {
  async run(args, { environment, print }) {
    const [file = ""] = parseWords(args, { words: 1 }, "backup into which file?").words;
    const { config, secrets } = readConfig(environment);
    refuseDatabase(secrets);
    const { bytes, version } = await backUp(config.dataDir, resolve(file));
    print(`${resolve(file)}  ${counted(bytes, "byte")}, schema ${version}, whole`);
    if (config.connect.kind === "embedded") {
      print("The embedded platform's data is a demo and isn't in it.");
    }
    return 0;
  },
};
