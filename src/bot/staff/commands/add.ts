/** The `/add` command: adds points to a card. */
import { cashierAndAbove, managers } from "../command.ts";
import { adjustPointsCommand } from "../adjust-points-command.ts";

export const add = adjustPointsCommand("add", "ADD", managers);

/** For a business whose cashiers may add points, too. */
export const addByCashiers = adjustPointsCommand("add", "ADD", cashierAndAbove);
