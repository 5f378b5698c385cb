/** CLI command `staff`: lists the staff and exports the audit, also while the server runs. */
import { readConfig } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import { parseAction } from "./arguments.ts";
import type { Command, Terminal } from "./command.ts";
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
      await list(store, config.ownerLineIds, terminal);
      return 0;
    }
    const { printAudit } = await import("./audit.ts");
    await printAudit(store, settings, flags.has("csv"), terminal);
    return 0;
  },
};

async function list({ staff: members }: Store, owners: readonly string[], { print }: Terminal) {
  for (const lineId of owners) print(`${lineId}  owner     by STAFF_OWNER_LINE_IDS`);
  for (const { account, lineId, role, name, active, since } of await members.list()) {
    const state = active ? "" : "  removed";
    const day = new Date(since).toISOString().slice(0, 10);
    print(`${lineId}  ${role.padEnd(8)}  since ${day}  ${name}  (account ${account})${state}`);
  }
}
