/** The tables that a copy of a SQLite store to Postgres consists of: every new table has to be added here. */
export type ColumnType = "text" | "bigint" | "integer" | "boolean";
export type Value = string | number | boolean | null;

export interface CopiedTable {
  /** In Postgres. */
  name: string;
  /** What to select the columns from, if that is more than the table. */
  from?: string;
  /** The columns in Postgres. */
  columns: Readonly<Record<string, ColumnType>>;
  /** What a column is in SQLite, if it isn't one of the same name. */
  expressions?: Readonly<Record<string, string>>;
  /** What the largest id given so far is in SQLite, where ids are never given twice. */
  lastId?: string;
}

const inboxState = (ofRetry: string, else_: string) => `iif(state = 'retry', ${ofRetry}, ${else_})`;

export const copiedTables: readonly CopiedTable[] = [
  {
    name: "event_keys",
    columns: { account: "text", webhook_event_id: "text", received_at: "bigint" },
  },
  {
    name: "inbox",
    from: `(select inbox.*, webhook_event_id from inbox left join event_keys using (id))`,
    columns: {
      id: "bigint",
      account: "text",
      chat: "text",
      webhook_event_id: "text",
      message_id: "text",
      body: "text",
      received_at: "bigint",
      attempts: "integer",
      state: "text",
      park_reason: "text",
      decided: "text",
    },
    // An event that an operator has marked is reopened here, as a bot would have done within seconds.
    expressions: {
      received_at: inboxState("now_ms()", "received_at"),
      attempts: inboxState("1", "attempts"),
      park_reason: inboxState("null", "park_reason"),
      state: inboxState("'open'", "state"),
    },
    lastId: "select max(id) from event_keys",
  },
  {
    name: "line_users",
    columns: { account: "text", line_id: "text", language: "text", following: "boolean" },
  },
  { name: "settings", columns: { name: "text", value: "text" } },
  {
    name: "staff",
    columns: {
      account: "text",
      line_id: "text",
      role: "text",
      name: "text",
      active: "boolean",
      since: "bigint",
    },
  },
  {
    name: "invites",
    columns: {
      account: "text",
      hash: "text",
      role: "text",
      expires_at: "bigint",
      taken_by: "text",
      taken_event: "text",
    },
  },
  {
    name: "confirmations",
    columns: {
      account: "text",
      id: "text",
      asker: "text",
      command: "text",
      kind: "text",
      order_json: "text",
      recipient_line_id: "text",
      recipient_uuid: "text",
      ref_id: "text",
      member_uuid: "text",
      gifts: "bigint",
      points: "bigint",
      approval: "boolean",
      asked_at: "bigint",
      expires_at: "bigint",
      undo_of: "text",
      state: "text",
      confirmed_at: "bigint",
      confirmed_event: "text",
      claimed_by: "text",
      claimed_at: "bigint",
      claimed_event: "text",
      outcome: "text",
      retry_at: "bigint",
      sends: "integer",
      sent_at: "bigint",
      clock_difference: "bigint",
    },
  },
  {
    name: "redemptions",
    columns: {
      account: "text",
      id: "text",
      asker: "text",
      member_uuid: "text",
      line_id: "text",
      set_uuid: "text",
      order_json: "text",
      burn_ref_id: "text",
      give_ref_id: "text",
      asked_at: "bigint",
      expires_at: "bigint",
      state: "text",
      claimed_at: "bigint",
      claimed_event: "text",
      done_at: "bigint",
      undo_event: "text",
      steps: "text",
      failure: "text",
      retry_at: "bigint",
    },
  },
  {
    name: "audit",
    columns: {
      id: "bigint",
      account: "text",
      at: "bigint",
      actor: "text",
      event_id: "text",
      action: "text",
      command: "text",
      confirmation: "text",
      ref_id: "text",
      member_uuid: "text",
      facts: "text",
      line_id: "text",
    },
    lastId: "select max(id) from audit",
  },
  {
    name: "notices",
    columns: {
      id: "bigint",
      account: "text",
      line_id: "text",
      notice: "text",
      at: "bigint",
      push_key: "text",
      pushable: "boolean",
      pushed_at: "bigint",
      carrier: "text",
    },
    lastId: "select seq from sqlite_sequence where name = 'notices'",
  },
  {
    name: "member_index",
    columns: { hash: "text", uuid: "text", page: "integer", crawl: "integer" },
  },
  {
    name: "member_crawl",
    columns: {
      platform: "text",
      crawl: "integer",
      next_page: "integer",
      is_complete: "boolean",
    },
  },
  {
    name: "ledger",
    columns: {
      uuid: "text",
      id: "bigint",
      at: "bigint",
      type: "text",
      status: "text",
      points: "bigint",
      balance_after: "bigint",
      member_uuid: "text",
      card_uuid: "text",
      card_hash: "text",
      ref_id: "text",
      ref_no_hash: "text",
    },
  },
  {
    name: "ledger_coverage",
    columns: {
      platform: "text",
      covered_from: "bigint",
      covered_until: "bigint",
      read_at: "bigint",
      reread_at: "bigint",
    },
  },
  {
    name: "failed_attempts",
    columns: { secret: "text", guesser: "text", count: "integer", ends_at: "bigint" },
  },
  {
    name: "used_codes",
    columns: { hash: "text", event_id: "text", expires_at: "bigint" },
  },
  {
    name: "menu_links",
    columns: { account: "text", line_id: "text", menu: "text", at: "bigint" },
  },
  {
    name: "dialogues",
    columns: { account: "text", line_id: "text", dialogue: "text", expires_at: "bigint" },
  },
  {
    name: "publications",
    columns: {
      id: "bigint",
      at: "bigint",
      author: "text",
      overrides: "text",
      undoes: "bigint",
      approver: "text",
      source: "text",
    },
  },
  {
    name: "drafts",
    columns: { account: "text", author: "text", draft: "text", publish_at: "bigint" },
  },
  {
    name: "studio_access",
    columns: {
      account: "text",
      hash: "text",
      kind: "text",
      holder: "text",
      expires_at: "bigint",
    },
  },
  {
    name: "staff_prices",
    columns: { account: "text", set_uuid: "text", points: "bigint" },
  },
  {
    name: "daily_counts",
    columns: {
      account: "text",
      day: "text",
      kind: "text",
      name: "text",
      language: "text",
      count: "bigint",
    },
  },
];
