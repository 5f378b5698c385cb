/** The interface of a write, to the loyalty platform or to the staff: how to perform, find, render and undo it. */
import type { CallOptions, LoyaltyClient } from "../../../loyalty/client.ts";
import type { OperationName } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import type { TransactionLookup } from "../../../members/ledger/mirrored-client.ts";
import type { LimitUse } from "../../../store/rules/order.ts";
import type { Notice } from "../../../store/notices.ts";
import type { PriceChange } from "../../../store/staff-prices.ts";
import type { WriteOperationName } from "../../../store/rules/kinds.ts";
import type { Role, StaffIdentity } from "../../../store/staff.ts";
import type { RenderContext } from "../../context.ts";

export interface ResultView {
  title: string;
  facts: readonly string[];
  /** What matters most, shown large; `text` says it in one line for notifications and screen readers. */
  figure?: { label: string; value: string; note: string; text: string };
}

/** The texts of a write that undoes another one. */
interface UndoTexts<Order, Done> {
  /** One line that says what is undone. */
  describe(ctx: RenderContext, order: Order): string;
  /** The title of the result. */
  title(ctx: RenderContext, order: Order, done: Done): string;
}

/** The member whom a write affects. */
export interface AffectedMember {
  memberUuid: string;
  /** Empty when no LINE account is linked. */
  lineId: string;
  /** Masked name and phone number, since more than one staff member sees the question. */
  who: string;
}

/** Changes of the bot's own staff, in the name of who confirmed the order. @returns why one is refused, or null. */
export interface StaffChanges {
  /** Null = not staff now. */
  roleOf(lineId: string): Promise<Role | null>;
  remove(who: StaffIdentity): Promise<string | null>;
  restore(who: StaffIdentity): Promise<string | null>;
}

/** The prices of rewards that staff set. */
export interface RewardPriceChanges {
  /** In points; null = staff have set none. */
  of(setUuid: string): Promise<number | null>;
  /** @returns false if somebody else has changed the price since it was read. */
  replace(change: PriceChange): Promise<boolean>;
}

/** How to send a write. `options` go with every call: they store each send before it leaves. */
export interface WriteContext {
  loyalty: LoyaltyClient;
  staff: StaffChanges;
  prices: RewardPriceChanges;
  options: CallOptions;
}

/** How to look again at what an order was confirmed for. */
export interface LookContext {
  loyalty: LoyaltyClient;
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: number;
  /** The business's IANA time zone. */
  timeZone: string;
}

/** How to look for a write of unknown outcome. */
export interface FindContext {
  loyalty: LoyaltyClient;
  /** Null where no ledger is mirrored. */
  transactions: TransactionLookup | null;
  staff: Pick<StaffChanges, "roleOf">;
  prices: Pick<RewardPriceChanges, "of">;
  signal: AbortSignal;
  refId: string;
  /** Whether a key is that of another order about the same member. */
  isOtherOrder(rowRefId: string): Promise<boolean>;
  /**
   * Rows without our key that are older than this can't be ours; ms on the platform's clock, null = no
   * bound.
   */
  since: number | null;
}

/** The write was refused and changed nothing. `refused` is the code of the platform, of the client or of `StaffChanges`. */
export interface Refusal {
  refused: string;
  detail: Record<string, unknown> | null;
}

export type Performed<Done> = { done: Done } | Refusal;

/** What a read found of a write; `partly` = only some of its items are done. */
export type Found<Done> = Performed<Done> | { partly: Done } | "nothing" | "unclear";

/** A write to ask for: its operation, and the order that it gets. */
export interface OrderedWrite {
  operation: WriteOperationName;
  order: object;
}

/** One kind of write. `Order` (its input) and `Done` (its result) are stored as JSON. */
export interface WriteOperation<Order extends object = object, Done extends object = object> {
  /** One line that says what the order does. */
  describe(ctx: RenderContext, order: Order): string;
  /**
   * Sends the write; one of several calls stops at the first unexpected failure.
   * @param doneBefore what an earlier attempt has done of it.
   * @throws {LoyaltyError} @throws {PartialWriteError} when some of the calls are done.
   */
  perform(
    ctx: WriteContext,
    order: Order,
    refId: string,
    doneBefore: Done | null,
  ): Promise<Performed<Done>>;
  /**
   * What has changed of what was confirmed, read before the first send; null = nothing that matters. Absent where the
   * platform or `perform` itself makes sure. @throws {LoyaltyError}
   */
  lookAgain?(ctx: LookContext, order: Order): Promise<Refusal | null>;
  /** Finds out, by reads alone, whether the write has happened. @throws {LoyaltyError} */
  find(ctx: FindContext, order: Order): Promise<Found<Done>>;
  resultView(ctx: RenderContext, order: Order, done: Done): ResultView;
  /** As an undo: the texts in place of `describe` and of the result's title. */
  asUndo?: UndoTexts<Order, Done>;
  /** The notice to the affected member, who hasn't asked for it. @param confirmation id of the order. */
  notice?(order: Order, confirmation: string): Notice;
  /** The write that takes this one back; null when there is nothing to take back. */
  undo?(order: Order, done: Done): OrderedWrite | null;
  /** As an undo: what it gives back to the day's limits. */
  takenBack?(order: Order, done: Done): LimitUse;
}

/** A write of several calls failed after some of them were done; `cause` is the failure. */
export class PartialWriteError extends Error {
  override readonly cause: LoyaltyError;
  constructor(cause: LoyaltyError) {
    super("partly done");
    this.cause = cause;
  }
}

/**
 * Makes sure that the answer to a write shows what was ordered: a platform may answer with success before it has done
 * it, or with what it did for somebody else.
 * @throws {LoyaltyError} `UNEXPECTED_ANSWER`, ambiguous: reads find out what has happened.
 */
export function requireOrdered(operation: OperationName, isOrdered: boolean): void {
  if (isOrdered) return;
  const reason = "answered with something else than was ordered";
  throw new LoyaltyError("UNEXPECTED_ANSWER", reason, { operation, ambiguous: true });
}

/** The refusal of the platform, or of the client that can't send it; null when the error isn't one. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof LoyaltyError)) return null;
  if (error.isUnsendable) {
    const refused = error.code === "NOT_CONFIGURED" ? error.code : "UNSENDABLE";
    return { refused, detail: null };
  }
  return error.isRefusal ? { refused: error.code, detail: error.detail } : null;
}
