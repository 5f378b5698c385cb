/** Opens the loyalty emulator's SQLite file and runs statements and write transactions on it. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export type Value = SQLInputValue | boolean;

export interface Database extends Disposable {
  /* oxlint-disable typescript/no-unnecessary-type-parameters -- the caller names the row's shape */
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /* oxlint-enable */
  /** @returns how many rows changed, and the id of an inserted one. */
  run(sql: string, ...values: Value[]): { changes: number; id: number };
  /** Another text after each change of the data, by this process or another. */
  version(): string;
  /** Updates the index statistics, without which SQLite chooses unsuitable indexes. */
  analyze(): void;
  /** Runs `work` in an immediate write transaction, which is rolled back if it throws. */
  write<Result>(work: () => Result): Result;
}

/** How long a write waits for another process's lock; it blocks the event loop meanwhile. */
const busyTimeoutMs = 500;

/** Opens the database and creates its schema if it is new. @param file a path, or ":memory:". @throws {Error} for another schema version. */
export function openDatabase(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  connection.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON",
  );
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  };

  const database: Database = {
    get: (sql, ...values) => prepared(sql).get(...bound(values)) as never,
    all: (sql, ...values) => prepared(sql).all(...bound(values)) as never,
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...bound(values));
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    version() {
      const own = prepared("SELECT total_changes() AS own").get();
      const others = prepared("PRAGMA data_version").get();
      return `${String(own?.["own"])} ${String(others?.["data_version"])}`;
    },
    analyze: () => connection.exec("ANALYZE"),
    write(work) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        connection.exec("COMMIT");
        return result;
      } catch (thrown) {
        if (connection.isTransaction) connection.exec("ROLLBACK");
        throw thrown;
      }
    },
    [Symbol.dispose]: () => connection.close(),
  };

  database.write(() => {
    const { user_version: version } = database.get<{ user_version: number }>(
      "PRAGMA user_version",
    )!;
    if (version === schemaVersion) return;
    if (version !== 0)
      throw new Error(`${file} holds demo data of another version: delete it and start again`);
    connection.exec(`${schema} PRAGMA user_version = ${schemaVersion}`);
  });
  return database;
}

const bound = (values: Value[]) =>
  values.map((value) => (typeof value === "boolean" ? Number(value) : value));

// SQL schema of the loyalty emulator. Times are milliseconds since 1970; `…_key` columns hold normalised text for comparison.

const schemaVersion = 1;

const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

CREATE TABLE business (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  theme TEXT NOT NULL,
  theme_color TEXT NOT NULL,
  icon_color TEXT NOT NULL,
  timezone TEXT NOT NULL,
  -- The amount of money for one point.
  point_price REAL NOT NULL CHECK (point_price > 0),
  plan_start INTEGER NOT NULL,
  plan_end INTEGER NOT NULL,
  -- In clear on purpose: the emulator runs on this machine only, and a CLI command prints them.
  api_key TEXT NOT NULL UNIQUE,
  api_secret TEXT NOT NULL
) STRICT;

-- An exchange token starts a family of refresh tokens, each of which replaces the previous one.
CREATE TABLE exchange_token (
  hash TEXT PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID, STRICT;
CREATE TABLE token_family (
  uuid TEXT PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  revoked_at INTEGER
) WITHOUT ROWID, STRICT;
CREATE TABLE refresh_token (
  hash TEXT PRIMARY KEY,
  family TEXT NOT NULL REFERENCES token_family,
  expires_at INTEGER NOT NULL,
  replaced_at INTEGER
) WITHOUT ROWID, STRICT;

CREATE TABLE member (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  phone_code TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  verified INTEGER NOT NULL,
  otp_verified INTEGER NOT NULL,
  line_verified INTEGER NOT NULL,
  active INTEGER NOT NULL,
  picture TEXT NOT NULL,
  line_id TEXT NOT NULL,
  other_data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  name_key TEXT NOT NULL,
  last_name_key TEXT NOT NULL
) STRICT;
CREATE INDEX member_by_time ON member (business_id, created_at);
CREATE INDEX member_by_line_id ON member (business_id, line_id);
CREATE INDEX member_by_name ON member (business_id, name_key);
CREATE INDEX member_by_last_name ON member (business_id, last_name_key);

-- All readings of the members' phone numbers, in digits.
CREATE TABLE phone_reading (
  business_id INTEGER NOT NULL,
  reading TEXT NOT NULL,
  member_id INTEGER NOT NULL REFERENCES member,
  PRIMARY KEY (business_id, reading, member_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE card (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  member_id INTEGER NOT NULL REFERENCES member,
  uuid TEXT NOT NULL UNIQUE,
  card_no TEXT NOT NULL,
  nickname TEXT NOT NULL,
  nickname_key TEXT NOT NULL,
  type TEXT NOT NULL,
  point INTEGER NOT NULL CHECK (point BETWEEN 0 AND 9007199254740991),
  UNIQUE (business_id, card_no)
) STRICT;
CREATE INDEX card_by_member ON card (member_id);
CREATE INDEX card_by_nickname ON card (business_id, nickname_key);

CREATE TABLE movement (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  card_id INTEGER NOT NULL REFERENCES card,
  uuid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL CHECK (type IN ('ADD', 'BURN')),
  status TEXT NOT NULL CHECK (status IN ('COMPLETED', 'VOIDED')),
  method INTEGER,
  points INTEGER NOT NULL CHECK (points > 0),
  value REAL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  ref_no TEXT,
  ref_id TEXT,
  staff_code TEXT,
  channel TEXT NOT NULL,
  remark TEXT,
  created_at INTEGER NOT NULL,
  voided_at INTEGER,
  void_reason TEXT
) STRICT;
CREATE UNIQUE INDEX movement_by_ref_no ON movement (business_id, ref_no, type)
  WHERE status = 'COMPLETED' AND ref_no IS NOT NULL;
CREATE UNIQUE INDEX movement_by_ref_id ON movement (business_id, ref_id, type)
  WHERE ref_id IS NOT NULL;
CREATE INDEX movement_by_card ON movement (card_id, created_at);
CREATE INDEX movement_by_time ON movement (business_id, created_at);

-- The response to each write with a ref_id, kept forever.
CREATE TABLE answer (
  business_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  ref_id TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (business_id, operation, ref_id)
) WITHOUT ROWID, STRICT;

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT NOT NULL,
  image TEXT,
  type TEXT NOT NULL,
  canceled INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  card_types TEXT NOT NULL,
  coupon_set_uuid TEXT,
  url TEXT
) STRICT;
CREATE INDEX campaign_by_business ON campaign (business_id);

CREATE TABLE coupon_set (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT NOT NULL,
  image TEXT,
  type TEXT NOT NULL,
  value REAL,
  source TEXT NOT NULL CHECK (source IN ('IMPORT', 'GENERATE', 'AUTO_GENERATE')),
  points_cost INTEGER,
  status TEXT NOT NULL,
  give_start_at INTEGER,
  give_end_at INTEGER,
  validity_mode TEXT NOT NULL,
  validity_start_at INTEGER,
  validity_end_on TEXT,
  validity_days INTEGER,
  limit_total INTEGER,
  limit_per_member INTEGER,
  terms TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX coupon_set_by_business ON coupon_set (business_id);

-- The existing codes. GIVEN and USED ones refer to their give.
CREATE TABLE code (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL,
  set_id INTEGER NOT NULL REFERENCES coupon_set,
  uuid TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'GIVEN', 'USED')),
  give_id INTEGER REFERENCES give,
  UNIQUE (business_id, code_key)
) STRICT;
CREATE INDEX code_by_set ON code (set_id, state);

-- All gives, also voided ones. EXPIRED isn't stored; it follows from expires_at.
CREATE TABLE give (
  id INTEGER PRIMARY KEY,
  business_id INTEGER NOT NULL REFERENCES business,
  set_id INTEGER NOT NULL REFERENCES coupon_set,
  member_id INTEGER NOT NULL REFERENCES member,
  uuid TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('GIVEN', 'USED', 'VOIDED')),
  given_at INTEGER NOT NULL,
  given_by TEXT,
  given_ref_no TEXT,
  given_ref_id TEXT,
  remark TEXT,
  starts_at INTEGER NOT NULL,
  expires_at INTEGER,
  used_at INTEGER,
  used_by TEXT,
  used_ref_no TEXT,
  used_ref_id TEXT,
  branch_code TEXT,
  voided_at INTEGER,
  void_reason TEXT
) STRICT;
CREATE INDEX give_by_member ON give (member_id, expires_at);
CREATE INDEX give_by_set ON give (set_id, status);
CREATE INDEX give_by_code ON give (business_id, code_key);
CREATE INDEX give_by_time ON give (business_id, given_at);
CREATE INDEX give_by_ref_id ON give (business_id, given_ref_id) WHERE given_ref_id IS NOT NULL;
CREATE INDEX give_by_used_ref_id ON give (business_id, used_ref_id) WHERE used_ref_id IS NOT NULL;
`;
