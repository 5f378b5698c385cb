/** The interface of a staff command, the context it runs with, and the groups of roles. */
import type { Language } from "../../config/environment-schema.ts";
import type { ContentClient } from "../../line/content-client.ts";
import type { TransactionLookup } from "../../members/ledger/mirrored-client.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import type { Audit, StaffAction } from "../../store/audit.ts";
import type { StaffLimits } from "../../store/rules/day-limits.ts";
import type { Dialogues } from "../../store/line-users.ts";
import type { Orders } from "../../store/orders.ts";
import type { Role, Staff } from "../../store/staff.ts";
import type { Context, Redeemer, Reply } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import type { CodeGuessLimiter } from "../routing/code-guess-limiter.ts";
import type { ParameterForm } from "./argument-parser.ts";
import type { ShopDays } from "./day/shop-days.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Executor } from "./orders/executor.ts";
import type { Colleague, StaffDirectory } from "./staff-directory.ts";
import type { StudioLinks } from "./studio-links.ts";

/** The services that all staff commands share. */
export interface StaffContext {
  directory: StaffDirectory;
  staff: Staff;
  orders: Orders;
  audit: Audit;
  redeemer: Redeemer;
  members: MemberCache;
  dialogues: Dialogues;
  /** Limits guesses of invitation codes. */
  joinLimiter: CodeGuessLimiter;
  executor: Executor;
  /** Finds transactions by id in the mirrored ledger; null where there is none. */
  transactions: TransactionLookup | null;
  /** Reads codes off photos; null where photos aren't read. */
  photos: Photos | null;
  /** Makes links to the studio; null where it is off. */
  studioLinks: StudioLinks | null;
  /** The address of the page that shows cashiers on one sheet what to do; null where phones can't reach it. */
  counterPage(language: Language): string | null;
  /** Reads the rotating codes of members; null where they don't rotate. */
  memberCodes: MemberCodeReader | null;
  shopDays: ShopDays;
  limits: StaffLimits;
  /** A gift of more coupons than this needs a second person's approval. */
  approvalAbove: number;
}

/** The services as one run of a command has them. */
export interface RunningStaffContext extends StaffContext {
  /** The sender's; stored with the reply. */
  dialogue: Dialogue;
}

/** One run of a command: who sent it, and its arguments by name. */
export interface CommandContext extends Context {
  staffContext: RunningStaffContext;
  colleague: Colleague;
  command: Command;
  /** Whether the sender may use the command of this name. */
  mayUse(name: string): boolean;
  /** Only the arguments that were given. */
  args: Readonly<Record<string, string>>;
}

/** One run of a command that anyone may use; `colleague` is null when the sender isn't staff. */
export type OpenCommandContext = Omit<CommandContext, "colleague"> & {
  colleague: Colleague | null;
};

/** A question without details. */
type WhichKey = Extract<MessageKey, `staff.which.${string}` | "dev.as.usage">;

export interface Parameter extends ParameterForm {
  /**
   * How a command that lacks it asks for it: a question, or a reply with a list or facts, of which the buttons
   * run the command with this argument, too.
   */
  ask?: WhichKey | ((ctx: CommandContext) => Promise<Reply> | Reply);
}

export type Command = {
  /** The word after the slash; the same in every language. */
  name: string;
  parameters: readonly Parameter[];
  /** Whether it asks for a confirmation before it writes. */
  confirm?: boolean;
  /** Whether it changes something without a confirmation. */
  mutates?: boolean;
  /** Whether it looks itself if its event is too late: what an earlier attempt has carried out is told as done. */
  judgesLateness?: boolean;
  /** Message for `/help` that says what it does. */
  helpKey: MessageKey;
} & (
  | {
      /** Roles that may use it; for everybody else it is unknown text. */
      roles: readonly Role[];
      run(ctx: CommandContext): Promise<Reply> | Reply;
    }
  | {
      roles: "anyone";
      /** @returns null to treat the message like any unknown text. */
      run(ctx: OpenCommandContext): Promise<Reply | null> | Reply;
    }
);

export const owners: readonly Role[] = ["owner"];
export const managers: readonly Role[] = ["manager", "owner"];
export const cashierAndAbove: readonly Role[] = ["cashier", "manager", "owner"];
/** Those who may enter the studio. */
export const marketersAndOwners: readonly Role[] = ["marketer", "owner"];
export const everybody: readonly Role[] = ["marketer", "cashier", "manager", "owner"];

/** @param colleague null = not staff. */
export const isAllowed = ({ roles }: Command, colleague: Colleague | null): boolean =>
  roles === "anyone" || (colleague !== null && roles.includes(colleague.role));

/** Takes the sender's next text, unless it is a command or a request, as the command's argument `parameter`. */
export function expectInput(
  ctx: Pick<OpenCommandContext, "staffContext" | "command">,
  parameter: string,
  args: Readonly<Record<string, string>>,
): void {
  const { staffContext, command } = ctx;
  staffContext.dialogue.expectInput({ command: command.name, args, parameter });
}

/** After an argument that names nothing, or too much, an order takes the next text in its place. */
export function expectAnother(ctx: OpenCommandContext, parameter: string): void {
  const { [parameter]: _, ...others } = ctx.args;
  if (ctx.command.confirm) expectInput(ctx, parameter, others);
}

/** Who does something, with which event and when, as the store records it. */
export const actionOf = ({ lineId, event, now }: Context): StaffAction => ({
  by: lineId,
  eventId: event.webhookEventId,
  at: now,
});

// What reading the photos of one channel takes: their content, and a reader of codes.

/**
 * The texts of an image's codes, each once; empty when there are none or the image can't be read. `busy` = too
 * many images are waiting; `slow` = reading this one took too long; `large` = it would take too much memory.
 */
export type ReadCodes = (image: Buffer) => Promise<readonly string[] | "busy" | "slow" | "large">;

export interface Photos {
  content: Pick<ContentClient, "image">;
  readCodes: ReadCodes;
}

// What a reader of the rotating codes of members tells.

/** What a code that can be used holds. */
export interface MemberCode {
  id: string;
  memberUuid: string;
  /** The number of the card that it was shown on; may be empty. */
  cardNo: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface MemberCodeReader {
  /** @returns null for a text that is no rotating code; `foreign` for one that this account didn't issue. */
  read(text: string): MemberCode | "expired" | "foreign" | null;
  /** @returns false for a code that another event has used. */
  use(code: MemberCode, eventId: string): Promise<boolean>;
}

// Tells which of the staff's rich menus somebody is shown: that of the till, or that of managers and owners.

/** @returns null for who isn't staff, and for roles that order nothing. */
export async function staffMenuOf(
  services: { directory: StaffDirectory; staff: Pick<Staff, "get"> },
  account: string,
  lineId: string,
): Promise<"cashier" | "manager" | null> {
  if (services.directory.isConfiguredOwner(lineId)) return "manager";
  const member = await services.staff.get(account, lineId);
  if (!member?.active || !cashierAndAbove.includes(member.role)) return null;
  return managers.includes(member.role) ? "manager" : "cashier";
}
