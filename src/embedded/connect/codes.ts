/** Coupon codes: how they are made, and how they compare. */
import { randomInt } from "node:crypto";
import type { Database } from "./database.ts";

/** Without 0 O 1 I L, which people mix up. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 10;

/** What codes are compared by: no matter the case, the width, spaces and hyphens. */
export function codeKey(code: string): string {
  return code
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–—]/g, "");
}

/** A random code with at least one digit in it, so that it isn't taken for a word. */
function newCode(random: (below: number) => number): string {
  const code = Array.from({ length }, () => letters[random(letters.length)]).join("");
  return /\d/.test(code) ? code : newCode(random);
}

export interface CodeScope {
  business_id: number;
  set_id: number;
}

/** Puts one code into a set. @returns its id, or null where the business has that code already. */
export function insertCode(
  database: Database,
  { business_id, set_id }: CodeScope,
  code: string,
  uuid: string,
): number | null {
  const { changes, id } = database.run(
    `INSERT INTO code (business_id, set_id, uuid, code, code_key, state)
     VALUES (?, ?, ?, ?, ?, 'PENDING') ON CONFLICT (business_id, code_key) DO NOTHING`,
    business_id,
    set_id,
    uuid,
    code,
    codeKey(code),
  );
  return changes === 1 ? id : null;
}

/** Makes a code that the business doesn't have yet. @returns its id. */
export function generateCode(
  database: Database,
  scope: CodeScope,
  uuid: string,
  random: (below: number) => number = randomInt,
): number {
  return (
    insertCode(database, scope, newCode(random), uuid) ??
    generateCode(database, scope, uuid, random)
  );
}
