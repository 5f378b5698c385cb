/** The `/burn` command: burns points of a card. */
import { managers } from "../command.ts";
import { adjustPointsCommand } from "../adjust-points-command.ts";

export const burn = adjustPointsCommand("burn", "BURN", managers);
