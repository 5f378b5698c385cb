/** The table of staff commands. To add a command, write a file here and add a row. */
import type { Command } from "../command.ts";
import { add } from "./add.ts";
import { audit } from "./audit.ts";
import { burn } from "./burn.ts";
import { campaigns } from "./campaigns.ts";
import { cancel } from "./cancel.ts";
import { check } from "./check.ts";
import { find } from "./find.ts";
import { gift } from "./gift.ts";
import { gifts } from "./gifts.ts";
import { helpOf } from "./help.ts";
import { history } from "./history.ts";
import { invite } from "./invite.ts";
import { join } from "./join.ts";
import { member } from "./member.ts";
import { newset } from "./newset.ts";
import { pending } from "./pending.ts";
import { remove } from "./remove.ts";
import { sets } from "./sets.ts";
import { staff } from "./staff.ts";
import { ungift } from "./ungift.ts";
import { use } from "./use.ts";
import { voidCommand } from "./void.ts";

/** In the order of `/help`. */
export const commands: readonly Command[] = [
  find,
  member,
  check,
  use,
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
  pending,
  audit,
  staff,
  invite,
  remove,
  join,
  cancel,
  helpOf(() => commands),
];
