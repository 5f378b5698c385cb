/** Implements confirmations in SQLite: every state change is one transaction with its audit entry. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { AuditAction } from "../audit.ts";
import type {
  Confirmation,
  Confirmations,
  Resolution,
  Day,
  LimitName,
  Outcome,
  Question,
  SendRecord,
  TapResult,
  LimitUse,
} from "../confirmations.ts";
import { afterUndo, countedStates, stateAfter } from "../confirmation-rules.ts";
import type { StaffAction } from "../staff.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { changeNotices } from "./notices.ts";

/** How long an order waits for the approval of a second person. */
const approvalMs = 24 * 3_600_000;
/** An order claimed longer ago than this is no longer being sent by whoever claimed it. */
const abandonedMs = 120_000;

/** Nearly all rows have the same account: the plus keeps SQLite from using an index on it. */
const unindexedAccount = "+account = ?";
const counted = `state in (${countedStates.map((state) => `'${state}'`).join(", ")})`;

/** @returns functions that change confirmations; call them inside a transaction only. */
export function changeConfirmations(
  db: DatabaseSync,
  append: AppendAudit,
  notices: ReturnType<typeof changeNotices>,
) {
  const insert = db.prepare(
    `insert into confirmations (account, id, asker, command, kind, order_json, ref_id, member_uuid,
       gifts, points, approval, asked_at, expires_at, undo_of)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setOutcome = db.prepare(
    `update confirmations set state = ?, outcome = ?, again_at = ?, sends = ?
     where account = ? and id = ?`,
  );
  const setRemaining = db.prepare(
    "update confirmations set state = ?, gifts = ?, points = ? where account = ? and id = ?",
  );
  const get = reader(db);

  function ask(account: string, question: Question): void {
    insert.run(
      account,
      question.id,
      question.asker,
      question.command,
      question.kind,
      JSON.stringify(question.order),
      question.refId,
      question.memberUuid,
      question.gifts,
      question.points,
      Number(question.approval),
      question.askedAt,
      question.expiresAt,
      question.undoOf,
    );
  }

  function note(
    { account, id, command, refId, memberUuid }: Confirmation,
    action: { by: string | null; eventId: string | null; at: number },
    auditAction: AuditAction,
    facts: object,
  ): void {
    const { by: actor, eventId, at } = action;
    append(account, {
      at,
      actor,
      eventId,
      action: auditAction,
      command,
      refId,
      memberUuid,
      facts,
      confirmation: id,
    });
  }

  return {
    ask,
    note,
    tell: notices.add,
    /** Stores an outcome. @returns false if the order had ended before. */
    conclude(account: string, resolution: Resolution): boolean {
      const { id, outcome, undo } = resolution;
      const before = get(account, id);
      if (!before) return false;
      const state = stateAfter(before, outcome);
      if (state === null) return false;
      const again = outcome.state === "unknown" ? outcome.again : null;
      const { sends = before.sends, takenBack = null } = resolution;
      setOutcome.run(state, JSON.stringify(outcome), again, sends, account, id);
      // Repeated reconciliation attempts without a result are one audit entry.
      if (before.state !== state) {
        const sent = { sends, sentAt: before.sentAt };
        note(before, resolution, outcome.state === "needs_review" ? "person" : outcome.state, {
          ...factsOf(outcome),
          ...sent,
        });
      }
      const original = state === "done" && before.undoOf ? get(account, before.undoOf) : null;
      if (original?.state === "done") {
        const remaining = afterUndo(original, takenBack);
        setRemaining.run(remaining.state, remaining.gifts, remaining.points, account, original.id);
      }
      if (undo) ask(account, undo);
      for (const { lineId, notice } of resolution.notices) notices.add(account, lineId, notice);
      return true;
    },
  };
}

const factsOf = (outcome: Outcome): object =>
  outcome.state === "done" ? outcome.done : outcome.state === "refused" ? outcome : {};

export function sqliteConfirmations(
  db: DatabaseSync,
  commit: GroupCommit,
  change: ReturnType<typeof changeConfirmations>,
): Confirmations {
  const get = reader(db);
  const confirm = db.prepare(
    `update confirmations set state = ?, confirmed_at = ?, confirmed_event = ?, expires_at = ?,
       taken_by = ?, taken_at = ?, taken_event = ? where account = ? and id = ?`,
  );
  const setApproved = db.prepare(
    `update confirmations set state = 'claimed', taken_by = ?, taken_at = ?, taken_event = ?
     where account = ? and id = ?`,
  );
  const setState = db.prepare("update confirmations set state = ? where account = ? and id = ?");
  const setSend = db.prepare(
    `update confirmations set sends = ?, sent_at = ?,
       clock_difference = iif(sends = 0, ?, clock_difference)
     where account = ? and id = ? and state in ('claimed', 'unknown')`,
  );
  const openOf = db.prepare(
    `select * from confirmations where account = ? and asker = ? and expires_at > ?
       and +state in ('open', 'awaiting_approval') and undo_of is null order by asked_at desc limit 1`,
  );
  const undoOf = db.prepare(
    `select * from confirmations where ${unindexedAccount} and undo_of = ? and expires_at > ?
       and +state = 'open'`,
  );
  const pending = db.prepare(
    `select * from confirmations where ${unindexedAccount}
       and (state in ('unknown', 'needs_review') or (state = 'awaiting_approval' and expires_at > ?))
     order by asked_at`,
  );
  const due = db.prepare(
    `select * from confirmations where ${unindexedAccount}
       and ((state = 'unknown' and again_at <= ?) or (state = 'claimed' and taken_at <= ?))
     order by taken_at`,
  );
  const expiredApprovals = db.prepare(
    `select * from confirmations where ${unindexedAccount} and state = 'awaiting_approval' and expires_at <= ?`,
  );
  const total = `select coalesce(sum(gifts), 0) as gifts, coalesce(sum(points), 0) as points
    from confirmations where account = ? and confirmed_at >= ? and ${counted}
      and (state <> 'awaiting_approval' or expires_at > ?)`;
  const usedBy = db.prepare(`${total} and asker = ?`);
  const usedFor = db.prepare(`${total} and member_uuid = ?`);

  const used = (
    statement: typeof usedBy,
    account: string,
    key: string,
    since: number,
    now: number,
  ) => statement.get(account, since, now, key) as unknown as LimitUse;

  /** The first daily limit that the order would exceed, and what is left of it; null if none. */
  function exceededLimit(row: Confirmation, now: number, { start, limits }: Day) {
    const staff = used(usedBy, row.account, row.asker, start, now);
    const member = row.memberUuid
      ? used(usedFor, row.account, row.memberUuid, start, now)
      : { gifts: 0, points: 0 };
    const checks: readonly [LimitName, number, number][] = [
      ["giftsPerStaffDay", row.gifts, staff.gifts],
      ["giftsPerMemberDay", row.gifts, member.gifts],
      ["pointsPerStaffDay", row.points, staff.points],
      ["pointsPerMemberDay", row.points, member.points],
    ];
    for (const [limit, more, before] of checks) {
      if (more > 0 && before + more > limits[limit]) {
        return { limit, left: Math.max(0, limits[limit] - before) };
      }
    }
    return null;
  }

  function claim(row: Row, { by, eventId, at }: StaffAction, day: Day): TapResult {
    if (row.asker !== by) return { kind: "none" };
    if (row.takenEvent === eventId) return { kind: "claimed", confirmation: row };
    if (row.state === "awaiting_approval" && row.confirmedEvent === eventId) {
      return { kind: "awaiting_approval", confirmation: row };
    }
    if (row.state !== "open") return { kind: "already_resolved", confirmation: row };
    if (at >= row.expiresAt) return { kind: "expired", confirmation: row };
    const limit = exceededLimit(row, at, day);
    if (limit) return { kind: "limit", confirmation: row, ...limit };
    const { account, id, approval } = row;
    const state = approval ? "awaiting_approval" : "claimed";
    const taken = approval ? [null, null, null] : [by, at, eventId];
    const until = approval ? at + approvalMs : row.expiresAt;
    confirm.run(state, at, eventId, until, ...taken, account, id);
    change.note(row, { by, eventId, at }, approval ? "waiting" : "ordered", row.order);
    const confirmation = get(account, id) ?? row;
    return { kind: approval ? "awaiting_approval" : "claimed", confirmation };
  }

  function approve(row: Row, { by, eventId, at }: StaffAction): TapResult {
    if (row.takenEvent === eventId) return { kind: "claimed", confirmation: row };
    if (row.asker === by) return { kind: "none" };
    if (row.state !== "awaiting_approval") return { kind: "already_resolved", confirmation: row };
    if (at >= row.expiresAt) return { kind: "expired", confirmation: row };
    setApproved.run(by, at, eventId, row.account, row.id);
    change.note(row, { by, eventId, at }, "ordered", row.order);
    return { kind: "claimed", confirmation: get(row.account, row.id) ?? row };
  }

  function refuse(
    row: Confirmation,
    action: StaffAction,
    from: readonly string[],
    to: "cancelled" | "declined",
  ) {
    const unchanged = { kind: "already_resolved" as const, confirmation: row };
    if (!from.includes(row.state)) return unchanged;
    setState.run(to, row.account, row.id);
    if (row.state === "awaiting_approval") change.note(row, action, "declined", {});
    // In the same transaction: a repeated tap finds it declined, and adds no second notice.
    if (to === "declined") {
      change.tell(row.account, row.asker, { kind: "ended", confirmation: row.id });
    }
    return { ...unchanged, confirmation: { ...row, state: to } };
  }

  const withRow = (account: string, id: string, use: (row: Row) => TapResult) =>
    commit.run((): TapResult => {
      const row = get(account, id);
      return row ? use(row) : { kind: "none" };
    });

  return {
    get: async (account, id) => get(account, id),
    claim: (account, id, action, day) => withRow(account, id, (row) => claim(row, action, day)),
    approve: (account, id, action) => withRow(account, id, (row) => approve(row, action)),
    decline: (account, id, action) =>
      withRow(account, id, (row) =>
        row.asker === action.by
          ? { kind: "none" }
          : refuse(row, action, ["awaiting_approval"], "declined"),
      ),
    cancel: (account, id, action) =>
      withRow(account, id, (row) =>
        row.asker === action.by
          ? refuse(row, action, ["open", "awaiting_approval"], "cancelled")
          : { kind: "none" },
      ),
    async openOf(account, lineId, now) {
      const row = openOf.get(account, lineId, now);
      return row ? rowOf(row) : null;
    },
    async undoOf(account, id, now) {
      const row = undoOf.get(account, id, now);
      return row ? rowOf(row) : null;
    },
    pending: async (account, now) => pending.all(account, now).map(rowOf),
    dueForReconciliation: async (account, now) =>
      due.all(account, now, now - abandonedMs).map(rowOf),
    async expireApprovals(account, now) {
      if (!expiredApprovals.get(account, now)) return;
      await commit.run(() => {
        for (const row of expiredApprovals.all(account, now).map(rowOf)) {
          setState.run("expired", account, row.id);
          change.note(row, { by: null, eventId: null, at: now }, "lapsed", {});
          change.tell(account, row.asker, { kind: "ended", confirmation: row.id });
        }
      });
    },
    usedBy: async (account, lineId, since, now) => used(usedBy, account, lineId, since, now),
    usedFor: async (account, uuid, since, now) => used(usedFor, account, uuid, since, now),
    recordSend: (account, id, { sends, at, clockDifference }: SendRecord) =>
      commit.run(() => setSend.run(sends, at, clockDifference, account, id).changes > 0),
    resolve: (account, resolution) => commit.run(() => change.conclude(account, resolution)),
  };
}

/** A confirmation with the ids of the events that changed its state, by which a repeated tap is recognised. */
type Row = Confirmation & { confirmedEvent: string | null; takenEvent: string | null };

function reader(db: DatabaseSync) {
  const get = db.prepare("select * from confirmations where account = ? and id = ?");
  return (account: string, id: string): Row | null => {
    const row = get.get(account, id);
    return row ? rowOf(row) : null;
  };
}

const rowOf = (row: Record<string, SQLOutputValue>): Row =>
  ({
    account: row["account"],
    id: row["id"],
    asker: row["asker"],
    command: row["command"],
    kind: row["kind"],
    order: JSON.parse(String(row["order_json"])) as object,
    refId: row["ref_id"],
    memberUuid: row["member_uuid"],
    gifts: row["gifts"],
    points: row["points"],
    approval: row["approval"] === 1,
    askedAt: row["asked_at"],
    expiresAt: row["expires_at"],
    undoOf: row["undo_of"],
    state: row["state"],
    confirmedEvent: row["confirmed_event"],
    claimedBy: row["taken_by"],
    claimedAt: row["taken_at"],
    takenEvent: row["taken_event"],
    sends: row["sends"],
    sentAt: row["sent_at"],
    clockDifference: row["clock_difference"],
    outcome: row["outcome"] === null ? null : (JSON.parse(String(row["outcome"])) as Outcome),
  }) as Row;
