/** Codes by which people join the staff. */
import { createHash, randomInt } from "node:crypto";
import { plainNumber, withoutFraming } from "../../text/digits.ts";

/** Letters and digits that aren't easily confused. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 10;

export const createInvitationCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");

/** The stored form of an invitation code; spaces, hyphens, case and what frames it don't matter. */
export const invitationHash = (code: string): string =>
  createHash("sha256")
    .update(plainNumber(withoutFraming(code)).replace(/[\s-]/g, "").toUpperCase())
    .digest("base64url");
