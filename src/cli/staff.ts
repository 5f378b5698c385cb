/** CLI command `staff`: lists the staff and exports the audit, also while the server runs. */
import { readConfig, type Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import { type Command, parseAction, type Terminal } from "./command.ts";
import { localTime, tableOf } from "./output.ts";
import { attachStore } from "./store.ts";

export const staff: Command = {
  async run(args, terminal) {
    const forms = { list: {}, audit: { flags: ["csv"] } };
    const message = "staff what? list, audit or audit --csv";
    const { action, flags } = parseAction(args, forms, message);
    const settings = readConfig(terminal.environment);
    const { config } = settings;
    await using store = await attachStore(settings);
    if (action === "list") {
      await list(store, config, terminal);
      return 0;
    }
    const { printAudit } = await import("./audit.ts");
    await printAudit(store, settings, flags.has("csv"), terminal);
    return 0;
  },
};

async function list(
  { staff: members }: Store,
  { ownerLineIds, business }: Config,
  { print }: Terminal,
): Promise<void> {
  const owners = ownerLineIds.map((lineId) => [
    lineId,
    "owner",
    "",
    "",
    "",
    "STAFF_OWNER_LINE_IDS",
  ]);
  const joined = (await members.list()).map(({ account, lineId, role, name, active, since }) => [
    lineId,
    role,
    localTime(since, business.timeZone),
    name,
    account,
    active ? "" : "removed",
  ]);
  const rows = [...owners, ...joined];
  if (rows.length === 0) print("Nobody belongs to the staff yet.");
  else print(tableOf(["LINE user id", "role", "since", "name", "account", "note"], rows));
}
