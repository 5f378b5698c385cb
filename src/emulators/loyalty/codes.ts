/** Coupon codes: how they are made, and how they compare. */
import type { RandomSource } from "./random.ts";
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
function newCode(chance: RandomSource): string {
  const code = Array.from({ length }, () => letters[chance.below(letters.length)]).join("");
  return /\d/.test(code) ? code : newCode(chance);
}

export interface CodeScope {
  business_id: number;
  set_id: number;
}

/** Puts one code into a set. @returns false where the business has that code already. */
export function insertCode(
  database: Database,
  { business_id, set_id }: CodeScope,
  code: string,
  uuid: string,
): boolean {
  const { changes } = database.run(
    `INSERT INTO code (business_id, set_id, uuid, code, code_key, state)
     VALUES (?, ?, ?, ?, ?, 'PENDING') ON CONFLICT (business_id, code_key) DO NOTHING`,
    business_id,
    set_id,
    uuid,
    code,
    codeKey(code),
  );
  return changes === 1;
}

/** Puts codes into a set that the business doesn't have yet. */
export function generateCodes(
  database: Database,
  scope: CodeScope,
  quantity: number,
  chance: RandomSource,
): void {
  for (let made = 0; made < quantity;)
    if (insertCode(database, scope, newCode(chance), chance.uuid())) made += 1;
}
