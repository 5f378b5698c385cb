/** What a command is, and what it is given to run with. */
import type { Audit } from "../../store/audit.ts";
import type { Confirmations, Limits } from "../../store/confirmations.ts";
import type { Role, Staff } from "../../store/staff.ts";
import type { Context, Said } from "../context.ts";
import type { Guesses } from "../guesses.ts";
import type { Members } from "../members.ts";
import type { MessageKey } from "../words/keys.ts";
import type { Parameter } from "./arguments.ts";
import type { Execution } from "./carry-out.ts";
import type { Choices } from "./choices.ts";
import type { Drafts } from "./newset.ts";
import type { Roster, Colleague } from "./roster.ts";
import type { ShownSets } from "./sets.ts";

/** What all commands work with, the same for every one. */
export interface Desk {
  roster: Roster;
  staff: Staff;
  confirmations: Confirmations;
  audit: Audit;
  members: Members;
  shownSets: ShownSets;
  drafts: Drafts;
  choices: Choices;
  /** Slows down who guesses invitations. */
  joinGuesses: Guesses;
  execution: Execution;
  limits: Limits;
  /** A gift of more coupons at once waits for a second person. */
  approvalAbove: number;
}

/** One order: a command, who gives it, and its arguments by name. */
export interface Order extends Context {
  desk: Desk;
  asker: Colleague;
  command: Command;
  /** Those that were given; empty where none was. */
  args: Readonly<Record<string, string>>;
}

export interface Command {
  /** What is typed behind the slash; the same in every language. */
  name: string;
  /** Who may give it; to everybody else it is an unknown word. */
  roles: readonly Role[];
  parameters: readonly Parameter[];
  /** Whether it ends in a question that has to be confirmed. */
  confirm: boolean;
  /** Whether it changes something at once. */
  acts?: boolean;
  /** What it does, for `/help`. */
  told: MessageKey;
  run(order: Order): Promise<Said> | Said;
}

export const owners: readonly Role[] = ["owner"];
export const managers: readonly Role[] = ["manager", "owner"];
export const till: readonly Role[] = ["cashier", "manager", "owner"];
export const everybody: readonly Role[] = ["marketer", "cashier", "manager", "owner"];

export const mayGive = ({ roles }: Command, { role }: Colleague): boolean => roles.includes(role);
