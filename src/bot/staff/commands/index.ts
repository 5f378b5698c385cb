/** The table of staff commands. To add a command, write a file here and add a row. */
import { audit } from "./audit.ts";
import { campaigns } from "./campaigns.ts";
import { check, use } from "./check.ts";
import type { Command } from "../command.ts";
import { find } from "./find.ts";
import { gift, gifts, ungift } from "./gift.ts";
import { helpOf } from "./help.ts";
import { member } from "./member.ts";
import { newset } from "./newset.ts";
import { cancel, pending } from "./pending.ts";
import { add, burn, history, voids } from "./points.ts";
import { sets } from "./sets.ts";
import { invite, join, remove, staff } from "./team.ts";

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
  voids,
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
