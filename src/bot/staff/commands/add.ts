/** The `/add` command: adds points to a card. */
import { adjustPointsCommand } from "../adjust-points-command.ts";

export const add = adjustPointsCommand("add", "ADD");
