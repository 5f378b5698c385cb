/** Implements staff and invitations in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import {
  isLastOwner,
  type Role,
  type Staff,
  type StaffAction,
  type StaffChange,
  type StaffMember,
} from "../staff.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

const columns = "account, line_id as lineId, role, name, active, since";

type Row = Omit<StaffMember, "active"> & { account: string; active: 0 | 1 };

export function sqliteStaff(db: DatabaseSync, commit: GroupCommit, append: AppendAudit): Staff {
  const sql = prepareStatements(db);
  const audit = auditTo(append);

  return {
    async get(account, lineId) {
      const row = sql.get.get(account, lineId);
      return row ? memberOf(row) : null;
    },
    list: async (account) =>
      (account === undefined ? sql.all.all() : sql.ofAccount.all(account)).map(memberOf),
    add: (account, members) =>
      commit.run(() => {
        for (const { lineId, role, name, active, since } of members) {
          sql.add.run(account, lineId, role, name, Number(active), since);
        }
      }),
    invite: (account, staffAction, { hash, role, expiresAt }) =>
      commit.run(() => {
        sql.invite.run(account, hash, role, expiresAt);
        audit(account, staffAction, "invited", "invite", { role });
      }),
    join: (account, staffAction, hash, name) =>
      commit.run(() => {
        const found = sql.invitation.get(account, hash, staffAction.at);
        if (!found) return null;
        const { role, takenBy, takenEvent } = found;
        if (takenBy !== null) {
          const isRepeated = takenBy === staffAction.by && takenEvent === staffAction.eventId;
          return isRepeated ? role : null;
        }
        sql.takeInvite.run(staffAction.by, staffAction.eventId, account, hash);
        sql.activate.run(account, staffAction.by, role, name, staffAction.at);
        audit(account, staffAction, "joined", "join", { role, name });
        return role;
      }),
    remove: (account, change, { lineId, name, role }, { keepOwner }) =>
      commit.run(() => {
        if (sql.get.get(account, lineId)?.active !== 1) return true;
        if (keepOwner && isLastOwner(sql.ofAccount.all(account).map(memberOf), lineId))
          return false;
        sql.deactivate.run(account, lineId);
        audit(account, change, "removed", change.command, { lineId, name, role });
        return true;
      }),
    restore: (account, change, { lineId, name, role }) =>
      commit.run(() => {
        const row = sql.get.get(account, lineId);
        if (row?.active === 1) return row.role === role;
        sql.reactivate.run(account, lineId, role, name, change.at);
        audit(account, change, "restored", change.command, { lineId, name, role });
        return true;
      }),
  };
}

/** The statements on staff and invitations, prepared once. */
function prepareStatements(db: DatabaseSync) {
  return {
    get: query<Row>(db, `select ${columns} from staff where account = ? and line_id = ?`),
    ofAccount: query<Row>(db, `select ${columns} from staff where account = ? order by since`),
    all: query<Row>(db, `select ${columns} from staff order by account, since`),
    add: db.prepare(
      `insert into staff (account, line_id, role, name, active, since) values (?, ?, ?, ?, ?, ?)
       on conflict do nothing`,
    ),
    activate: db.prepare(
      `insert into staff (account, line_id, role, name, since) values (?, ?, ?, ?, ?)
       on conflict do update set role = excluded.role, name = excluded.name, active = 1,
         since = excluded.since`,
    ),
    invite: db.prepare("insert into invites (account, hash, role, expires_at) values (?, ?, ?, ?)"),
    invitation: query<{ role: Role; takenBy: string | null; takenEvent: string | null }>(
      db,
      `select role, taken_by as takenBy, taken_event as takenEvent from invites
       where account = ? and hash = ? and expires_at > ?`,
    ),
    takeInvite: db.prepare(
      "update invites set taken_by = ?, taken_event = ? where account = ? and hash = ?",
    ),
    deactivate: db.prepare("update staff set active = 0 where account = ? and line_id = ?"),
    reactivate: db.prepare(
      `insert into staff (account, line_id, role, name, since) values (?, ?, ?, ?, ?)
       on conflict do update set role = excluded.role, active = 1`,
    ),
  };
}

const auditTo =
  (append: AppendAudit) =>
  (
    account: string,
    change: StaffAction | StaffChange,
    action: "invited" | "joined" | "removed" | "restored",
    command: string,
    facts: object,
  ) => {
    const { by: actor, eventId, at } = change;
    const confirmation = "confirmation" in change ? change.confirmation : null;
    const rest = { confirmation, refId: null, memberUuid: null };
    append(account, { at, actor, eventId, action, command, facts, ...rest });
  };

const memberOf = (row: Row): StaffMember & { account: string } => ({
  ...row,
  active: row.active === 1,
});
