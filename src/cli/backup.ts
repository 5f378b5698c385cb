/** CLI command `backup FILE`: makes a backup of the store, also while the bot runs. */
import { resolve } from "node:path";
import { readConfig } from "../config/config.ts";
import { backUp } from "../store/sqlite/backup.ts";
import { UsageError, type Command } from "./command.ts";

export const backup: Command = {
  usage: [["backup FILE", "copies the bot's store into a new file, beside a running bot"]],
  async run([file, ...rest], { environment, print }) {
    if (!file || rest.length > 0) throw new UsageError("backup into which file?");
    const { config } = readConfig(environment);
    const { bytes, version } = await backUp(config.dataDir, resolve(file));
    print(`${resolve(file)}  ${bytes} bytes, schema ${version}, whole`);
    if (config.connect.kind === "embedded") {
      print("The embedded platform's data is a demo and isn't in it.");
    }
    return 0;
  },
};
