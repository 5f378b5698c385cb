/** Generates coupon codes and normalises them for comparison. */
import type { RandomSource } from "./random.ts";
import type { Database } from "./database.ts";

/** Without 0 O 1 I L, which are easily confused. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 10;

/** The form in which codes are compared: ignores case, width, spaces and hyphens. */
export function codeKey(code: string): string {
  return code
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–—]/g, "");
}

/** A random code with at least one digit, so that it isn't read as a word. */
function newCode(random: RandomSource): string {
  const code = Array.from({ length }, () => letters[random.below(letters.length)]).join("");
  return /\d/.test(code) ? code : newCode(random);
}

export interface CodeScope {
  business_id: number;
  set_id: number;
}

/** Inserts a code into a set. @returns false if the business already has that code. */
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

/** Inserts `quantity` new random codes into a set. */
export function generateCodes(
  database: Database,
  scope: CodeScope,
  quantity: number,
  random: RandomSource,
): void {
  for (let inserted = 0; inserted < quantity;)
    if (insertCode(database, scope, newCode(random), random.uuid())) inserted += 1;
}
