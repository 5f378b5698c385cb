/** Personal data: exports and erases what is stored about one person. Any new table that holds some has to be added here. */
import { listOf, type Database } from "./database.ts";
import { batch, deleteBatch, inBatches } from "./retention.ts";
import { hashId } from "./hash-id.ts";
import { linkedIds, type LinkedIds } from "./linked-ids.ts";
import { unfinishedStates } from "./rules/order.ts";
import { ruleKeysOf } from "./rule-keys.ts";
import { askerHashes, deleteRareTexts } from "./unanswered.ts";

/** By column; times are milliseconds since 1970. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** Rows by what they are of a person. */
export interface PersonalData extends Omit<LinkedIds, "byLineId">, Record<Part, PersonalRow[]> {}

/** Younger orders may still count against a daily limit, whatever the business's time zone. */
const limitDayMs = 48 * 3_600_000;

/** What a person is found by; `:name` stands for it in SQL. */
interface Keys {
  lineIds: readonly string[];
  memberUuids: readonly string[];
  /** Of the LINE user ids. */
  hashes: readonly string[];
  /** Keyed, of the LINE user ids. */
  askers: readonly string[];
  /** Patterns of texts with an id in them. */
  mentions: readonly string[];
  /** Patterns of events with a LINE user id as their sender. */
  senders: readonly string[];
  ruleKeys: readonly string[];
  /** Whether the person was named by a LINE user id. */
  byLineId: boolean;
  /** Orders of before no longer count against a limit. */
  counted: number;
}

/** What a table holds of a person. */
interface Held {
  table: string;
  /** Columns of the export; all unless given. */
  columns?: string;
  where: string;
  /** What its rows are in the order of, before their key. */
  order?: string;
  /** The key by which rows are erased; null = they are kept. */
  key: string | null;
  /** Which of them are erased; all unless given. */
  erasable?: string;
}

const namesNoOther = "(:byLineId or member_uuid is null)";

/** What a table holds by LINE user ids. @param columns behind the account and the LINE user id. */
const ofLineIds = (table: string, columns: string) => ({
  table,
  columns: `account, line_id as "lineId", ${columns}`,
  where: "line_id = any(:lineIds)",
  key: "account, line_id",
});

const held = {
  chats: ofLineIds("line_users", "language, following"),
  staff: { ...ofLineIds("staff", "role, name, active, since"), erasable: "not active" },
  notices: { ...ofLineIds("notices", "notice, at"), key: "id" },
  // By the person or for the person, redemptions included.
  orders: {
    table: "orders",
    where: `(member_uuid = any(:memberUuids)
      or ((asker = any(:lineIds) or claimed_by = any(:lineIds) or line_id = any(:lineIds))
        and ${namesNoOther}))`,
    order: "asked_at, undoes is not null, undoes",
    key: "account, id",
    erasable: `state not in ${listOf(["awaiting_approval", ...unfinishedStates])}
      and asked_at < :counted`,
  },
  invitations: {
    table: "invites",
    columns: `account, role, expires_at as "expiresAt"`,
    where: "taken_by = any(:lineIds)",
    key: "account, hash",
  },
  attempts: {
    table: "failed_attempts",
    columns: `secret, count, ends_at as "endsAt"`,
    where: "guesser = any(:hashes)",
    key: "secret, guesser",
  },
  // Also what others were about to write for the person: of theirs only that they exist is told.
  dialogues: {
    ...ofLineIds("dialogues", `dialogue, expires_at as "expiresAt"`),
    where: "(line_id = any(:lineIds) or dialogue like any(:mentions))",
  },
  menus: ofLineIds("menu_links", "menu, at"),
  drafts: {
    table: "drafts",
    columns: `account, author, draft, publish_at as "publishAt"`,
    where: "author = any(:lineIds)",
    key: "account, author",
  },
  access: {
    table: "studio_access",
    columns: `account, kind, holder, expires_at as "expiresAt"`,
    where: "holder = any(:lineIds)",
    key: "account, hash",
  },
  audit: {
    table: "audit",
    where: `(member_uuid = any(:memberUuids)
      or ((actor = any(:lineIds) or line_id = any(:lineIds)) and ${namesNoOther}))`,
    order: "id",
    key: null,
  },
  days: {
    table: "daily_people",
    columns: "account, day, kind",
    where: "person = any(:hashes)",
    key: "day, kind, person, account",
  },
  // As long as the platform has the profile, the next crawl adds it again.
  profiles: {
    table: "member_index",
    columns: "uuid, hash, page",
    where: "(hash = any(:hashes) or uuid = any(:memberUuids))",
    key: "hash, uuid",
  },
  // As long as the platform lists them, those of the last days are mirrored again.
  transactions: {
    table: "ledger",
    where: "member_uuid = any(:memberUuids)",
    order: "at, id",
    key: "uuid",
  },
  unanswered: {
    table: "unanswered",
    columns: `account, day, times, last_at as "lastAt"`,
    where: "asker_hash = any(:askers)",
    order: "day, last_at, times, account",
    key: "text_hash, asker_hash, day, account",
  },
  // As long as the platform lists what ends, it is kept again.
  reminders: {
    table: "reminders",
    columns: `account, line_id as "lineId", member_uuid as "memberUuid", reminder,
      ends_at as "endsAt", told_at as "toldAt"`,
    where: `(member_uuid = any(:memberUuids) or (line_id = any(:lineIds) and ${namesNoOther}))`,
    order: "ends_at",
    key: "account, key",
  },
  // Hashes that keep a gift from being given twice, and a push from whoever wants none.
  rules: {
    table: "rule_keys",
    columns: "account, key as rule, until",
    where: "key = any(:ruleKeys)",
    order: "until",
    key: null,
  },
} satisfies Record<string, Held>;

const parts = Object.keys(held) as (keyof typeof held)[];

/** Open and parked events have their content. */
type Part = keyof typeof held | "events";

/**
 * Of a member's uuid, the rows of that member. Of a LINE user id, the rows that have it. Where the two stand for one
 * person (`linkedIds`), the rows of both: by a uuid none that names another member.
 */
export const createPersonalData = (db: Database) => ({
  /**
   * Exports the data of a person.
   * @param who a LINE user id, or the uuid of a member.
   * @param staffLineIds LINE user ids of staff that the store doesn't know as such.
   */
  of: async (who: string, staffLineIds: readonly string[] = []) =>
    heldBy(db, await linkedIds(db, who, staffLineIds)),
  /**
   * Erases a person in small transactions, safe while a bot is running.
   * @param who a LINE user id, or the uuid of a member.
   * @param now milliseconds since 1970.
   * @param staffLineIds as in `of`.
   * @returns numbers of deleted rows. `kept`: audit entries, and orders that haven't ended or may still count against limits.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  async forget(who: string, now: number, staffLineIds: readonly string[] = []) {
    // Erased with the rest is what links some of it to the person.
    const ids = await linkedIds(db, who, staffLineIds);
    const keys = await keysOf(db, ids, now - limitDayMs);
    const erased = { events: await eraseEvents(db, keys) } as Record<Part, number>;
    for (const part of parts) erased[part] = await eraseRows(db, held[part], keys);
    await deleteRareTexts(db);
    const { orders, audit } = await heldBy(db, ids);
    const kept = { orders: orders.length, audit: audit.length };
    const { audit: _audit, rules: _rules, ...report } = erased;
    return { ...report, kept };
  },
});

async function heldBy(db: Database, linked: LinkedIds): Promise<PersonalData> {
  const { byLineId: _named, ...ids } = linked;
  const keys = await keysOf(db, linked, 0);
  const rows = { events: (await eventsOf(db, keys)).map(personalRow) } as Record<
    Part,
    PersonalRow[]
  >;
  for (const part of parts) rows[part] = await rowsOf(db, held[part], keys);
  const names = ruleKeysOf([...ids.lineIds, ...ids.memberUuids]);
  const rules = rows.rules.map((row) => ({ ...row, rule: names.get(String(row["rule"])) }));
  return { ...ids, ...rows, rules, dialogues: withoutOthersWords(rows.dialogues, ids.lineIds) };
}

/** The pattern of texts with a text in them. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const keysOf = async (
  db: Database,
  { lineIds, memberUuids, byLineId }: LinkedIds,
  counted: number,
): Promise<Keys> => ({
  lineIds,
  memberUuids,
  hashes: lineIds.map(hashId),
  askers: await askerHashes(db, lineIds),
  mentions: [...lineIds, ...memberUuids].map(containing),
  senders: lineIds.map((id) => containing(`"userId":"${id}"`)),
  ruleKeys: [...ruleKeysOf([...lineIds, ...memberUuids]).keys()],
  byLineId,
  counted,
});

/** Numbers the names of keys in a statement. */
function withKeys(sql: string, keys: Keys): [sql: string, values: unknown[]] {
  const names: string[] = [];
  const numbered = sql.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return [numbered, names.map((name) => keys[name as keyof Keys])];
}

async function rowsOf(
  db: Database,
  { table, columns = "*", where, order, key }: Held,
  keys: Keys,
): Promise<PersonalRow[]> {
  const by = [order, key].filter(Boolean).join(", ");
  const sql = `select ${columns} from ${table} where ${where} order by ${by}`;
  const rows = await db.rows<Record<string, unknown>>(...withKeys(sql, keys));
  return rows.map(personalRow);
}

async function eraseRows(
  db: Database,
  { table, where, key, erasable }: Held,
  keys: Keys,
): Promise<number> {
  if (key === null) return 0;
  const condition = erasable ? `${where} and ${erasable}` : where;
  return inBatches(db, ...withKeys(deleteBatch(table, key, condition), keys));
}

/** Their keys stay, so that a redelivery does not store them again. */
async function eraseEvents(db: Database, keys: Keys): Promise<number> {
  const found = (await eventsOf(db, keys)).map(({ id }) => id);
  let erased = 0;
  for (let from = 0; from < found.length; from += batch) {
    const part = found.slice(from, from + batch);
    erased += await db.run("delete from inbox where id = any($1::bigint[])", [part]);
  }
  return erased;
}

interface PersonsEvent extends Record<string, unknown> {
  id: number;
  chat: string;
  body: string;
}

/** Looked up by text, since not every database can read every body as JSON; then checked one by one. */
async function eventsOf(db: Database, keys: Keys): Promise<PersonsEvent[]> {
  const candidates = await db.rows<PersonsEvent>(
    ...withKeys(
      `select id, account, chat, state, received_at as "receivedAt", body, decided from inbox
       where chat = any(:lineIds) or body like any(:senders) order by id`,
      keys,
    ),
  );
  // Others may have named the person in their message.
  return candidates.filter(
    ({ chat, body }) => keys.lineIds.includes(chat) || keys.lineIds.includes(senderOf(body) ?? ""),
  );
}

function senderOf(body: string): string | undefined {
  if (body === "") return undefined;
  const { source } = JSON.parse(body) as { source?: { userId?: string } };
  return source?.userId;
}

const jsonColumns = new Set([
  "notice",
  "body",
  "decided",
  "dialogue",
  "draft",
  "facts",
  "steps",
  "reminder",
]);
const booleanColumns = new Set(["following", "active", "approval"]);

/** A row as it is exported, the same from every store: JSON is parsed, and what is true or false says so. */
const personalRow = (row: PersonalRow): PersonalRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (booleanColumns.has(column)) return [column, Boolean(value)];
      const isJson = jsonColumns.has(column) && typeof value === "string" && value !== "";
      return [column, isJson ? (JSON.parse(value) as unknown) : value];
    }),
  );

/** Others' dialogues may name more people than this one. */
const withoutOthersWords = (
  dialogues: readonly PersonalRow[],
  lineIds: readonly string[],
): PersonalRow[] =>
  dialogues.map((row) =>
    lineIds.includes(String(row["lineId"])) ? row : { ...row, dialogue: null },
  );
