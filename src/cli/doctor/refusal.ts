/** Turns a failed call to the platform into a finding with a remedy. */
import { LoyaltyError, type LoyaltyErrorCode } from "../../loyalty/errors.ts";
import { fault, type Finding } from "./check.ts";

const granting = "let the platform grant the operation to this key pair or add-on";
const failing = "ask the platform's operator; CONNECT_TIMEOUT_MS is the bot's patience";

const remedies: Partial<Record<LoyaltyErrorCode, string>> = {
  UNAUTHORIZED: granting,
  FORBIDDEN: granting,
  SIGN_IN_AGAIN: "generate an exchange token there, set it, and restart the bot",
  RATE_LIMITED: "wait some minutes and try again",
  TIMEOUT: failing,
  UNAVAILABLE: failing,
  UNREACHABLE: failing,
  BUSY: failing,
};

/** Remedies for a failed sign-in with the key pair. */
const signInRemedies: Partial<Record<LoyaltyErrorCode, string>> = {
  UNAUTHORIZED: "check CONNECT_BUSINESS_CODE, CONNECT_API_KEY and CONNECT_API_SECRET",
  NOT_FOUND: "check CONNECT_BASE_URL, to which paths are joined literally: it usually ends in /api",
};

/** @throws any error but a `LoyaltyError`. */
export function refusal(error: unknown): Finding {
  if (!(error instanceof LoyaltyError)) throw error;
  const { operation, code, status, requestId } = error;
  const tells = requestId === null ? error.message : `${error.message}, request ${requestId}`;
  const own = operation === "getAccessToken" ? signInRemedies[code] : undefined;
  return fault(tells, own ?? remedies[code] ?? differing(operation, status));
}

const differing = (operation: string, status: number | null) =>
  status === 404 || status === 405
    ? `name its method and path in the file of CONNECT_OVERRIDES: {"${operation}": {"path": "/…"}}`
    : `compare the answer with ${operation} in src/loyalty/contract/, and its address with CONNECT_OVERRIDES`;
