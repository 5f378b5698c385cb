/** The error that an operation throws and the server turns into an error response. */
import { refusals, type RefusalCode } from "../../loyalty/contract.ts";

interface Facts {
  detail?: Record<string, unknown>;
  errors?: { field: string; message: string }[];
  /** Seconds. */
  retryAfter?: number;
}

export class ApiError extends Error {
  readonly code: RefusalCode;
  readonly facts: Facts;

  constructor(code: RefusalCode, message: string, facts: Facts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return refusals[this.code];
  }
}
