/** What can go wrong with the loyalty platform, as one closed set of codes. */
import type { OperationName } from "./contract.ts";
import type { RefusalCode } from "./contract/refusals.ts";
import { KnownError } from "../errors.ts";

/** The platform's refusals, and beside them what a caller finds out on its own. */
export type LoyaltyErrorCode =
  | RefusalCode
  /** 403. */
  | "FORBIDDEN"
  /** A 409 whose reason isn't one that we know. */
  | "CONFLICT"
  /** No whole answer within the deadline. */
  | "TIMEOUT"
  /** The caller's own signal ended the wait. */
  | "CANCELLED"
  /** No connection, or one that broke. */
  | "UNREACHABLE"
  /** 5xx, or not asked because it failed too often just now. */
  | "UNAVAILABLE"
  /** Not the shape or the status of the contract. */
  | "UNEXPECTED_ANSWER"
  /** No credentials for the flow that this operation needs. */
  | "NOT_CONFIGURED"
  /** The refresh or exchange token was refused: an operator has to issue a new exchange token. */
  | "SIGN_IN_AGAIN";

interface Facts {
  operation: OperationName;
  /** HTTP status, or null without an answer. */
  status?: number | null;
  requestId?: string | null;
  /** True for a write that may have happened all the same. */
  ambiguous?: boolean;
  /** How long the platform asked us to wait. */
  retryAfterMs?: number | null;
  /** What the platform said of the refusal, such as `{balance, requested}`. May concern a member. */
  detail?: Record<string, unknown> | null;
}

/** A call to the loyalty platform that didn't succeed. */
export class LoyaltyError extends KnownError {
  override readonly name = "ConnectError";
  readonly party = "platform";
  readonly code: LoyaltyErrorCode;
  readonly operation: OperationName;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly ambiguous: boolean;
  readonly retryAfterMs: number | null;
  readonly #detail: Record<string, unknown> | null;
  readonly #reason: string;

  /** @param reason for operators; never quotes a body. */
  constructor(code: LoyaltyErrorCode, reason: string, facts: Facts) {
    super(`${facts.operation}: ${reason}`);
    this.code = code;
    this.operation = facts.operation;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.ambiguous = facts.ambiguous ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.#detail = facts.detail ?? null;
    this.#reason = reason;
  }

  /** Private to the object, so that a logged error doesn't carry it. */
  get detail(): Record<string, unknown> | null {
    return this.#detail;
  }

  /** The same failure, of a write that an earlier try has left open. */
  asAmbiguous(): LoyaltyError {
    const { operation, status, requestId, retryAfterMs, detail } = this;
    const facts = { operation, status, requestId, retryAfterMs, detail, ambiguous: true };
    return new LoyaltyError(this.code, this.#reason, facts);
  }
}
