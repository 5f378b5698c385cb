/** What a command is, and what it is given to run with. */
import type { Audit } from "../../store/audit.ts";
import type { Confirmations, Limits } from "../../store/confirmations.ts";
import type { Role, Staff } from "../../store/staff.ts";
import type { Context, Said } from "../context.ts";
import type { Guesses } from "../routing/code-guess-limiter.ts";
import type { Members } from "../../members/member-cache.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import type { Parameter } from "./argument-parser.ts";
import type { Execution } from "./confirmation/execute.ts";
import type { Choices } from "./stored-choices.ts";
import type { Drafts } from "./commands/newset.ts";
import type { Roster, Colleague } from "./staff-directory.ts";
import type { ShownSets } from "./commands/sets.ts";

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
