/** The table of staff commands. To add a command, write it in a file here and add a row. */
import type { StaffLimits } from "../../../store/rules/day-limits.ts";
import type { Command } from "../command.ts";
import { audit } from "./audit.ts";
import { campaigns, setsCommand } from "./sets.ts";
import { find, member, scan } from "./find.ts";
import { gift, gifts, ungift } from "./gift.ts";
import { helpOf } from "./help.ts";
import { add, addByCashiers, burn, history, voidCommand } from "./points.ts";
import { newset } from "./newset.ts";
import { cancel, pending, undo } from "./pending.ts";
import { redeemCommand } from "./redeem.ts";
import { reward, rewards } from "./rewards.ts";
import { invite, join, remove, staff, studio } from "./team.ts";
import { today } from "./today.ts";
import { check, use } from "./use.ts";

/** All of them, in the order of `/help`. */
export const commands: readonly Command[] = [
  find,
  member,
  scan,
  check,
  use,
  redeemCommand,
  undo,
  history,
  campaigns,
  setsCommand,
  gift,
  gifts,
  ungift,
  add,
  burn,
  voidCommand,
  newset,
  reward,
  rewards,
  today,
  pending,
  audit,
  staff,
  invite,
  remove,
  studio,
  join,
  cancel,
  helpOf(() => commands),
];

/** The table of a business: cashiers, too, may add points where they have a limit above zero. */
export function commandTable({ pointsPerCashierDay }: StaffLimits): readonly Command[] {
  const table: readonly Command[] = commands.map((command) => {
    if (command.name === "help") return helpOf(() => table);
    return command === add && pointsPerCashierDay > 0 ? addByCashiers : command;
  });
  return table;
}
