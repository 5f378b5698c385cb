/** Confirmations in SQLite: each answer to a question is one transaction with its line in the audit. */
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

/** How long a gift waits for a second person. */
const waitingMs = 24 * 3_600_000;
/** Whoever took it this long ago isn't at it any more. */
const abandonedMs = 120_000;

/** One account has them all: the plus keeps SQLite from looking for that first. */
const few = "+account = ?";
const counted = `state in (${countedStates.map((state) => `'${state}'`).join(", ")})`;

/** Makes the functions that change confirmations; they have to be called inside a transaction. */
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
  const conclude = db.prepare(
    `update confirmations set state = ?, outcome = ?, again_at = ?, sends = ?
     where account = ? and id = ?`,
  );
  const takeBack = db.prepare(
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
    deed: { by: string | null; eventId: string | null; at: number },
    action: AuditAction,
    facts: object,
  ): void {
    const { by: actor, eventId, at } = deed;
    append(account, {
      at,
      actor,
      eventId,
      action,
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
    /** Answers false where it had ended before. */
    conclude(account: string, conclusion: Resolution): boolean {
      const { id, outcome, undo } = conclusion;
      const before = get(account, id);
      if (!before) return false;
      const state = stateAfter(before, outcome);
      if (state === null) return false;
      const again = outcome.state === "unknown" ? outcome.again : null;
      const { sends = before.sends, takenBack = null } = conclusion;
      conclude.run(state, JSON.stringify(outcome), again, sends, account, id);
      // Asking again and again in vain is one fact, not many.
      if (before.state !== state) {
        const sent = { sends, sentAt: before.sentAt };
        note(before, conclusion, outcome.state, { ...factsOf(outcome), ...sent });
      }
      const original = state === "done" && before.undoOf ? get(account, before.undoOf) : null;
      if (original?.state === "done") {
        const left = afterUndo(original, takenBack);
        takeBack.run(left.state, left.gifts, left.points, account, original.id);
      }
      if (undo) ask(account, undo);
      for (const { lineId, notice } of conclusion.notices) notices.add(account, lineId, notice);
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
  const agree = db.prepare(
    `update confirmations set state = 'taken', taken_by = ?, taken_at = ?, taken_event = ?
     where account = ? and id = ?`,
  );
  const end = db.prepare("update confirmations set state = ? where account = ? and id = ?");
  const sending = db.prepare(
    `update confirmations set sends = ?, sent_at = ?,
       clock_difference = iif(sends = 0, ?, clock_difference)
     where account = ? and id = ? and state in ('taken', 'unknown')`,
  );
  const openOf = db.prepare(
    `select * from confirmations where account = ? and asker = ? and expires_at > ?
       and +state in ('open', 'waiting') and undo_of is null order by asked_at desc limit 1`,
  );
  const undoOf = db.prepare(
    `select * from confirmations where ${few} and undo_of = ? and expires_at > ?
       and +state = 'open'`,
  );
  const pending = db.prepare(
    `select * from confirmations where ${few}
       and (state in ('unknown', 'person') or (state = 'waiting' and expires_at > ?))
     order by asked_at`,
  );
  const unsettled = db.prepare(
    `select * from confirmations where ${few}
       and ((state = 'unknown' and again_at <= ?) or (state = 'taken' and taken_at <= ?))
     order by taken_at`,
  );
  const lapsed = db.prepare(
    `select * from confirmations where ${few} and state = 'waiting' and expires_at <= ?`,
  );
  const total = `select coalesce(sum(gifts), 0) as gifts, coalesce(sum(points), 0) as points
    from confirmations where account = ? and confirmed_at >= ? and ${counted}
      and (state <> 'waiting' or expires_at > ?)`;
  const usedBy = db.prepare(`${total} and asker = ?`);
  const usedFor = db.prepare(`${total} and member_uuid = ?`);

  const used = (
    statement: typeof usedBy,
    account: string,
    whose: string,
    since: number,
    now: number,
  ) => statement.get(account, since, now, whose) as unknown as LimitUse;

  /** The first limit of the day that this would pass, and how much of it is left. */
  function passed(row: Confirmation, now: number, { start, limits }: Day) {
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

  function take(row: Row, { by, eventId, at }: StaffAction, day: Day): TapResult {
    if (row.asker !== by) return { kind: "none" };
    if (row.takenEvent === eventId) return { kind: "taken", confirmation: row };
    if (row.state === "waiting" && row.confirmedEvent === eventId) {
      return { kind: "waiting", confirmation: row };
    }
    if (row.state !== "open") return { kind: "stands", confirmation: row };
    if (at >= row.expiresAt) return { kind: "expired", confirmation: row };
    const limit = passed(row, at, day);
    if (limit) return { kind: "limit", confirmation: row, ...limit };
    const { account, id, approval } = row;
    const state = approval ? "waiting" : "taken";
    const taken = approval ? [null, null, null] : [by, at, eventId];
    const until = approval ? at + waitingMs : row.expiresAt;
    confirm.run(state, at, eventId, until, ...taken, account, id);
    change.note(row, { by, eventId, at }, approval ? "waiting" : "ordered", row.order);
    const confirmation = get(account, id) ?? row;
    return { kind: approval ? "waiting" : "taken", confirmation };
  }

  function approve(row: Row, { by, eventId, at }: StaffAction): TapResult {
    if (row.takenEvent === eventId) return { kind: "taken", confirmation: row };
    if (row.asker === by) return { kind: "none" };
    if (row.state !== "waiting") return { kind: "stands", confirmation: row };
    if (at >= row.expiresAt) return { kind: "expired", confirmation: row };
    agree.run(by, at, eventId, row.account, row.id);
    change.note(row, { by, eventId, at }, "ordered", row.order);
    return { kind: "taken", confirmation: get(row.account, row.id) ?? row };
  }

  function refuse(
    row: Confirmation,
    deed: StaffAction,
    from: readonly string[],
    to: "cancelled" | "declined",
  ) {
    const stands = { kind: "stands" as const, confirmation: row };
    if (!from.includes(row.state)) return stands;
    end.run(to, row.account, row.id);
    if (row.state === "waiting") change.note(row, deed, "declined", {});
    // In the transaction that declines: the tap that comes again finds it declined already.
    if (to === "declined") {
      change.tell(row.account, row.asker, { kind: "ended", confirmation: row.id });
    }
    return { ...stands, confirmation: { ...row, state: to } };
  }

  const answered = (account: string, id: string, answer: (row: Row) => TapResult) =>
    commit.run((): TapResult => {
      const row = get(account, id);
      return row ? answer(row) : { kind: "none" };
    });

  return {
    get: async (account, id) => get(account, id),
    claim: (account, id, deed, day) => answered(account, id, (row) => take(row, deed, day)),
    approve: (account, id, deed) => answered(account, id, (row) => approve(row, deed)),
    decline: (account, id, deed) =>
      answered(account, id, (row) =>
        row.asker === deed.by ? { kind: "none" } : refuse(row, deed, ["waiting"], "declined"),
      ),
    cancel: (account, id, deed) =>
      answered(account, id, (row) =>
        row.asker === deed.by
          ? refuse(row, deed, ["open", "waiting"], "cancelled")
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
      unsettled.all(account, now, now - abandonedMs).map(rowOf),
    async expireApprovals(account, now) {
      if (!lapsed.get(account, now)) return;
      await commit.run(() => {
        for (const row of lapsed.all(account, now).map(rowOf)) {
          end.run("lapsed", account, row.id);
          change.note(row, { by: null, eventId: null, at: now }, "lapsed", {});
          change.tell(account, row.asker, { kind: "ended", confirmation: row.id });
        }
      });
    },
    usedBy: async (account, lineId, since, now) => used(usedBy, account, lineId, since, now),
    usedFor: async (account, uuid, since, now) => used(usedFor, account, uuid, since, now),
    recordSend: (account, id, { sends, at, clockDifference }: SendRecord) =>
      commit.run(() => sending.run(sends, at, clockDifference, account, id).changes > 0),
    resolve: (account, conclusion) => commit.run(() => change.conclude(account, conclusion)),
  };
}

/** With the events that moved it on, which only concern whether a tap comes again. */
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
