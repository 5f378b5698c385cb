/** The table of staff commands. To add a command, write it in a file here and add a row. */
import type { StaffLimits } from "../../../store/day-limits.ts";
import type { Command } from "../command.ts";
import { audit } from "./audit.ts";
import { campaigns } from "./campaigns.ts";
import { find, member, scan } from "./find.ts";
import { gift } from "./gift.ts";
import { gifts } from "./gifts.ts";
import { helpOf } from "./help.ts";
import { history } from "./history.ts";
import { newset } from "./newset.ts";
import { pending } from "./pending.ts";
import { add, addByCashiers, burn } from "./points.ts";
import { redeem } from "./redeem.ts";
import { reward, rewards } from "./rewards.ts";
import { sets } from "./sets.ts";
import { studio } from "./studio.ts";
import { invite, join, remove, staff } from "./team.ts";
import { today } from "./today.ts";
import { cancel, undo } from "./undo.ts";
import { ungift } from "./ungift.ts";
import { check, use } from "./use.ts";
import { voidCommand } from "./void.ts";

/** All of them, in the order of `/help`. */
export const commands: readonly Command[] = [
  find,
  member,
  scan,
  check,
  use,
  redeem,
  undo,
  history,
  campaigns,
  sets,
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
