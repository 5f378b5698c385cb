/** What a command is, and what it is given to run with. */
import type { Audit } from "../../store/audit.ts";
import type { Confirmations, Limits } from "../../store/confirmations.ts";
import type { Role, Staff } from "../../store/staff.ts";
import type { Context, Reply } from "../context.ts";
import type { CodeGuessLimiter } from "../routing/code-guess-limiter.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import type { Parameter } from "./argument-parser.ts";
import type { Executor } from "./confirmation/execute.ts";
import type { Choices } from "./stored-choices.ts";
import type { Drafts } from "./commands/newset.ts";
import type { StaffDirectory, Colleague } from "./staff-directory.ts";
import type { ShownSets } from "./commands/sets.ts";

/** What all commands work with, the same for every one. */
export interface StaffContext {
  directory: StaffDirectory;
  staff: Staff;
  confirmations: Confirmations;
  audit: Audit;
  members: MemberCache;
  shownSets: ShownSets;
  setDrafts: Drafts;
  choices: Choices;
  /** Slows down who guesses invitations. */
  joinLimiter: CodeGuessLimiter;
  execution: Executor;
  limits: Limits;
  /** A gift of more coupons at once waits for a second person. */
  approvalAbove: number;
}

/** One order: a command, who gives it, and its arguments by name. */
export interface CommandContext extends Context {
  staffContext: StaffContext;
  colleague: Colleague;
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
  mutates?: boolean;
  /** What it does, for `/help`. */
  helpKey: MessageKey;
  run(ctx: CommandContext): Promise<Reply> | Reply;
}

export const owners: readonly Role[] = ["owner"];
export const managers: readonly Role[] = ["manager", "owner"];
export const cashierAndAbove: readonly Role[] = ["cashier", "manager", "owner"];
export const everybody: readonly Role[] = ["marketer", "cashier", "manager", "owner"];

export const isAllowed = ({ roles }: Command, { role }: Colleague): boolean => roles.includes(role);
