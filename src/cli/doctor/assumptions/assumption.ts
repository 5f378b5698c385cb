/** One assumption about the platform as it was checked, and attempts at a call that may be refused. */
import { LoyaltyError } from "../../../loyalty/errors.ts";

export interface Assumption {
  /** The operation's published name. */
  operation: string;
  assumed: string;
  seen: string;
  /** What the bot does about it. */
  does: string;
  /** `unknown`: what was seen doesn't tell. */
  holds: "yes" | "no" | "unknown";
}

export type Attempt<Result> =
  | { kind: "answered"; result: Result }
  /** The request was answered with 400. */
  | { kind: "refused" }
  /** There is nothing at this address. */
  | { kind: "missing" }
  /** @property isThere whether something answered that isn't a failure of the server. */
  | { kind: "failed"; reason: string; isThere: boolean };

/** @throws any error but a `LoyaltyError`. */
export async function attempt<Result>(call: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { kind: "answered", result: await call() };
  } catch (error) {
    if (!(error instanceof LoyaltyError)) throw error;
    if (error.status === 400) return { kind: "refused" };
    if (error.status === 404 || error.status === 405) return { kind: "missing" };
    const isThere = error.status !== null && error.status < 500;
    return { kind: "failed", reason: error.message, isThere };
  }
}
