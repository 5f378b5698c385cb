/** What the bot has done by a rule and must not do again: a key of what and for whom, for a time. */
import type { Database, Transaction } from "./database.ts";
import { hashId } from "./hash-id.ts";
import type { Question } from "./rules/order.ts";
import { changeLocked, insertOrder, lockOrder } from "./order-rows.ts";

/** It holds no id: only hashes are stored. */
export interface RuleKey {
  key: string;
  /** Until when it must not be done again, in milliseconds since 1970. */
  until: number;
}

/** By what rule, and of whom: a member's uuid or a LINE user id. */
const about = {
  welcomedMember: "welcome member",
  welcomedAccount: "welcome LINE",
  birthday: "birthday",
  pushedMember: "pushed member",
  pushedAccount: "pushed LINE",
  noReminders: "no reminders",
} as const;
type About = keyof typeof about;

/** @param who a member's uuid, or a LINE user id. */
export const ruleKey = (what: About, who: string): string => hashId(`${about[what]} ${who}`);

/** What rules may have done for a person, by key. */
export const ruleKeysOf = (people: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    people.flatMap((who) =>
      Object.entries(about).map(([what, text]) => [ruleKey(what as About, who), text] as const),
    ),
  );

/** For good. */
export const never = Number.MAX_SAFE_INTEGER;

export const createRuleKeys = (db: Database) => ({
  /** Whether it was done, and must not be done again yet. @param now milliseconds since 1970. */
  async isTaken(account: string, key: string, now: number): Promise<boolean> {
    const sql = "select until from rule_keys where key = $1 and account = $2 and until > $3";
    return (await db.rows(sql, [key, account, now])).length > 0;
  },
  /** Frees what was taken for something that wasn't done after all. */
  async free(account: string, keys: readonly string[]): Promise<void> {
    const sql = "delete from rule_keys where account = $1 and key = any($2::text[])";
    await db.run(sql, [account, keys]);
  },
});

/**
 * Takes all of them in the transaction of what is done; of many at once, one does.
 * @returns false if one of them is taken: nothing must be done then.
 */
export async function takeRuleKeys(
  tx: Transaction,
  account: string,
  keys: readonly RuleKey[],
): Promise<boolean> {
  const now = await tx.now();
  let areFree = true;
  // In one order everywhere, so that nobody waits for each other.
  for (const { key, until } of keys.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const taken = await tx.run(
      `insert into rule_keys (account, key, until) values ($1, $2, $3)
       on conflict (key, account) do update set until = excluded.until
         where rule_keys.until <= $4`,
      [account, key, until, now],
    );
    areFree &&= taken > 0;
  }
  return areFree;
}

/**
 * Stores what a rule of the bot gives, released in the rule's own name, unless it was given before: whoever stores it a
 * second time changes nothing.
 * @param keys what must not be given again, and until when.
 */
export async function insertByRule(
  tx: Transaction,
  account: string,
  asked: Question,
  keys: readonly RuleKey[],
): Promise<void> {
  if (!(await takeRuleKeys(tx, account, keys))) return;
  await insertOrder(tx, account, asked);
  const actor = { by: asked.asker, eventId: null, at: await tx.now() };
  const order = await lockOrder(tx, account, asked.id);
  await changeLocked(tx, order, { do: "confirm", blocked: null }, actor);
}
