/** What nobody could answer: texts that several people have asked; of what fewer have asked only keyed hashes. */
import { createHmac, randomBytes } from "node:crypto";
import { settingsKeys } from "../config/settings-keys.ts";
import { firstRow, insertInto, type Database, type Queries } from "./database.ts";
import { getSetting } from "./settings.ts";

/** As many people have to ask for the same before a text is stored as it is. */
const minAskers = 3;

/** Somebody has asked what the bot couldn't answer. */
export interface Asked {
  /** Normalised; holds nothing about a person. */
  text: string;
  /** The language of the text. */
  language: string;
  /** The LINE user id of who asked; stored as a keyed hash. */
  asker: string;
  /** Days of the business's time zone, such as `2026-11-22`: that of the question, and the first that counts beside it. */
  day: string;
  from: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface UnansweredText {
  text: string;
  language: string;
  /** How many people have asked it, and how often in all. */
  people: number;
  times: number;
  /** When it was asked last, in milliseconds since 1970. */
  last: number;
}

export type Unanswered = ReturnType<typeof createUnanswered>;

export const createUnanswered = (db: Database) => ({
  async add(account: string, { text, language, asker, day, from, at }: Asked): Promise<void> {
    await db.transaction(async (tx) => {
      const key = await hashKey(tx);
      const hash = keyedHash(key, text);
      // Of two who ask at once, the second one sees the first.
      await tx.lock(`unanswered ${hash}`);
      await tx.run(
        `insert into unanswered as old (text_hash, asker_hash, day, account, times, last_at)
         values ($1, $2, $3, $4, 1, $5)
         on conflict (text_hash, asker_hash, day, account)
           do update set times = old.times + 1, last_at = excluded.last_at`,
        [hash, keyedHash(key, asker), day, account, at],
      );
      const counted = await firstRow<{ people: number }>(
        tx,
        `select count(distinct asker_hash) as people from unanswered
         where text_hash = $1 and account = $2 and day >= $3`,
        [hash, account, from],
      );
      // The text goes into no statement before.
      if ((counted?.people ?? 0) < minAskers) return;
      const row = { textHash: hash, account, text, language };
      await tx.run(...insertInto("unanswered_texts", row, "on conflict do nothing"));
    });
  },
  /**
   * What was asked since a day, until another one included, the most asked first. Texts that fewer than three people have
   * asked are nowhere.
   */
  async list(account: string, from: string, until = "9999-12-31"): Promise<UnansweredText[]> {
    const rows = await db.rows<UnansweredText>(
      `select texts.text, texts.language, count(distinct asked.asker_hash) as people,
         sum(asked.times)::bigint as times, max(asked.last_at) as last
       from unanswered_texts as texts
       join unanswered as asked
         on asked.text_hash = texts.text_hash and asked.account = texts.account
       where texts.account = $1 and asked.day >= $2 and asked.day <= $3
       group by texts.text_hash, texts.text, texts.language`,
      [account, from, until],
    );
    return rows.toSorted(
      (one, other) =>
        other.times - one.times || other.people - one.people || (one.text < other.text ? -1 : 1),
    );
  },
});

/** Deletes the texts of which fewer people are left than are needed; after rows were deleted. */
export const deleteRareTexts = (db: Queries): Promise<number> =>
  db.run(
    `delete from unanswered_texts where (
       select count(distinct asked.asker_hash) from unanswered as asked
       where asked.text_hash = unanswered_texts.text_hash
         and asked.account = unanswered_texts.account
     ) < ${minAskers}`,
  );

/** The key of the hashes; made with the first one. */
async function hashKey(tx: Queries): Promise<string> {
  const row = { name: settingsKeys.unansweredKey, value: randomBytes(32).toString("base64url") };
  await tx.run(...insertInto("settings", row, "on conflict do nothing"));
  return (await getSetting(tx, settingsKeys.unansweredKey)) ?? "";
}

/** What LINE user ids are stored as here; none where nothing was stored yet. */
export async function askerHashes(db: Queries, lineIds: readonly string[]): Promise<string[]> {
  const key = await getSetting(db, settingsKeys.unansweredKey);
  return key === null ? [] : lineIds.map((lineId) => keyedHash(key, lineId));
}

/** It is a key in stores, so it must never change. */
const keyedHash = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
