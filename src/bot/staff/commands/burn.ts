/** The `/burn` command: burns points of a card. */
import { adjustPointsCommand } from "../adjust-points-command.ts";

export const burn = adjustPointsCommand("burn", "BURN");
