/** Computes and verifies the webhook signature: HMAC-SHA256 of the raw body with the channel secret, in Base64. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature that LINE sends for this body, in Base64. */
export function sign(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/**
 * Whether the `x-line-signature` header is the body's signature with any of the secrets
 * (several during a rotation). Compares in constant time.
 */
export function signatureMatches(
  secrets: readonly string[],
  body: Buffer,
  header: string | undefined,
): boolean {
  if (!header) return false;
  const given = Buffer.from(header);
  let matches = false;
  for (const secret of secrets) {
    const expected = Buffer.from(sign(secret, body));
    if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true;
  }
  return matches;
}
