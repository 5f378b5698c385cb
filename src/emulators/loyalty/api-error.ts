/** A refused call, as an operation throws it and the server answers it. */
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
