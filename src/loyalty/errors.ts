/** The error of a failed call to the loyalty platform and its closed set of codes. */
import { KnownError } from "../errors.ts";
import { contract, type OperationName } from "./contract.ts";
import type { RefusalCode } from "./contract/operation.ts";

/** The platform's refusal codes, and the codes that the client itself assigns. */
export type LoyaltyErrorCode =
  | RefusalCode
  /** 403. */
  | "FORBIDDEN"
  /** A 409 with an unknown code. */
  | "CONFLICT"
  /** No complete response within the deadline. */
  | "TIMEOUT"
  /** The caller's signal aborted the call. */
  | "CANCELLED"
  /** No connection, or the connection broke. */
  | "UNREACHABLE"
  /** A 5xx, not sent because the circuit breaker is open, or the token store can't be read. */
  | "UNAVAILABLE"
  /** A status or body that the contract doesn't have. */
  | "UNEXPECTED_ANSWER"
  /** No credentials for the flow that this operation needs. */
  | "NOT_CONFIGURED"
  /** The refresh or exchange token was refused: an operator must generate a new exchange token. */
  | "SIGN_IN_AGAIN";

interface Facts {
  operation: OperationName;
  /** HTTP status, or null without a response. */
  status?: number | null;
  requestId?: string | null;
  /** True for a write that may have been carried out despite the error. */
  ambiguous?: boolean;
  /** The platform's `Retry-After` in milliseconds. */
  retryAfterMs?: number | null;
  /** Details of a refusal, such as `{balance, requested}`. May contain a member's data. */
  detail?: Record<string, unknown> | null;
  /**
   * Where an answer can't be read: what staff know the rows by that can't, such as numbers of cards, codes and ids; empty =
   * all of it.
   */
  unreadNames?: readonly string[] | null;
}

/** Statuses by which the platform refuses a request for its content. */
const refusalStatuses: ReadonlySet<number | null> = new Set([400, 404, 409, 422]);

/** Without a status: the input isn't as the contract says, or there are no credentials. */
const unsendableCodes: ReadonlySet<LoyaltyErrorCode> = new Set(["BAD_REQUEST", "NOT_CONFIGURED"]);

/** The failure of a call whose caller's signal aborted. */
export const cancelled = (operation: OperationName): LoyaltyError =>
  new LoyaltyError("CANCELLED", "the caller stopped waiting", { operation });

/** A failed call to the loyalty platform. */
export class LoyaltyError extends KnownError {
  override readonly name = "LoyaltyError";
  readonly party = "platform";
  readonly code: LoyaltyErrorCode;
  readonly operation: OperationName;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly ambiguous: boolean;
  readonly retryAfterMs: number | null;
  readonly #detail: Record<string, unknown> | null;
  readonly #unreadNames: readonly string[] | null;
  readonly #reason: string;

  /** @param reason for operators; never contains parts of a body. */
  constructor(code: LoyaltyErrorCode, reason: string, facts: Facts) {
    super(`${facts.operation}: ${reason}`);
    this.code = code;
    this.operation = facts.operation;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.ambiguous = facts.ambiguous ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.#detail = facts.detail ?? null;
    this.#unreadNames = facts.unreadNames ?? null;
    this.#reason = reason;
  }

  /** A private field, so that a logged error doesn't contain it. */
  get detail(): Record<string, unknown> | null {
    return this.#detail;
  }

  /** What staff know the rows by that can't be read; empty = all of the answer, null = that isn't the failure. */
  get unreadNames(): readonly string[] | null {
    return this.#unreadNames;
  }

  /** Whether the platform refused the request for its content. */
  get isRefusal(): boolean {
    return refusalStatuses.has(this.status);
  }

  /** Whether the client itself didn't send the request, and wouldn't send it at any other time either. */
  get isUnsendable(): boolean {
    return this.status === null && unsendableCodes.has(this.code);
  }

  /** A copy marked ambiguous: an earlier attempt of the same write may have been carried out. */
  asAmbiguous(): LoyaltyError {
    const { operation, status, requestId, retryAfterMs, detail, unreadNames } = this;
    const facts = {
      operation,
      status,
      requestId,
      retryAfterMs,
      detail,
      unreadNames,
      ambiguous: true,
    };
    return new LoyaltyError(this.code, this.#reason, facts);
  }
}

// Detects operations of the assumed contract that a platform lacks or implements differently.

/** Error codes that an unknown path or a different schema leads to. */
const unsupportedCodes = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST", "UNEXPECTED_ANSWER"]);

/** Whether the error suggests that the platform lacks an assumed operation, or fields of one, or implements it differently; retrying is no use. */
export const isUnsupported = (error: unknown): error is LoyaltyError =>
  error instanceof LoyaltyError &&
  !error.isUnsendable &&
  isAssumed(error.operation) &&
  unsupportedCodes.has(error.code);

function isAssumed(operation: OperationName): boolean {
  const { origin, assumedFields } = contract[operation];
  return origin === "assumed" || assumedFields.length > 0;
}
