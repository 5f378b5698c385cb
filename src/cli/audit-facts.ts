/** Reads the facts of audit entries, which each kind of order, and each version of the bot, writes in its own shape. */
import { z } from "zod";

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const list = z
  .array(z.union([z.string(), z.number()]))
  .optional()
  .catch(undefined);
const codes = z.array(z.object({ code: z.string() })).optional();
const movements = z
  .array(z.object({ id: z.number(), type: z.string(), points: z.number() }))
  .optional();

const facts = z.object({
  who: text,
  lineId: text,
  name: text,
  role: text,
  set: text,
  input: z.object({ name: text }).optional().catch(undefined),
  quantity: number,
  coupons: codes.catch(undefined),
  /** A coupon's code; where `state` is `refused`, why. */
  code: text,
  state: text,
  card: text,
  type: text,
  points: number,
  /** Of the point transaction. */
  id: number,
  balance: number,
  movements: movements.catch(undefined),
  /** What an undo took back, and what it couldn't: coupon codes, or ids of transactions. */
  voided: list,
  used: list,
  kept: list,
  left: list,
  undoOf: text,
  sends: number,
  sentAt: number,
});

export type AuditFacts = z.infer<typeof facts>;

/** The facts that are known; absent where they have another type. */
export const auditFacts = (stored: object): AuditFacts =>
  Object.fromEntries(
    Object.entries(facts.parse(stored)).filter(([, value]) => value !== undefined),
  );

/** Facts in columns of their own, and ids that they are shown by. */
const described = new Set([...Object.keys(facts.shape), "memberUuid", "asker", "approver"]);

/** Whether a fact at the top is in a column of its own. The input of an order has more than a name. */
export const isDescribed = (key: string): boolean => key !== "input" && described.has(key);

/** The facts as `name=value`, nested names joined by dots. @param isLeftOut by its name at the top. */
export function flattened(value: object, isLeftOut: (key: string) => boolean): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (isLeftOut(key) || inner === null || inner === undefined) return [];
    if (typeof inner === "object") {
      return flattened(inner, () => false).map((line) => `${key}.${line}`);
    }
    return [`${key}=${inner as string | number | boolean}`];
  });
}
