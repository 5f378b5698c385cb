/** The proof that a webhook's body comes from LINE: HMAC-SHA256 of its raw bytes with the channel's secret. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature LINE would send for these bytes, in Base64. */
export function sign(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/**
 * Whether the `x-line-signature` header belongs to the body under any of the secrets
 * (several during a rotation). Takes the same time whatever the header holds.
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
