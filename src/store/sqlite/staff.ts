/** Implements staff and invitations in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import {
  endsInvitations,
  invitationAudit,
  join,
  remove,
  restore,
  type StaffDecision,
  type StoredInvitation,
} from "../staff-rules.ts";
import type { Staff, StaffMember } from "../staff.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";
import { endAccessOf } from "./studio-access.ts";

const columns = "account, line_id as lineId, role, name, active, since";

type Row = Omit<StaffMember, "active"> & { account: string; active: 0 | 1 };

export function sqliteStaff(db: DatabaseSync, commit: GroupCommit, append: AppendAudit): Staff {
  const sql = prepareStatements(db);

  const get = (account: string, lineId: string) => {
    const row = sql.get.get(account, lineId);
    return row ? memberOf(row) : null;
  };

  function save<T>(account: string, { result, transition }: StaffDecision<T>): T {
    if (transition) {
      const { lineId, role, name, active, since } = transition.next;
      sql.save.run(account, lineId, role, name, Number(active), since);
      sql.endAccess.run(account, lineId);
      append(account, transition.audit);
    }
    return result;
  }

  return {
    get: async (account, lineId) => get(account, lineId),
    list: async (account) =>
      (account === undefined ? sql.all.all() : sql.ofAccount.all(account)).map(memberOf),
    add: (account, members) =>
      commit.run(() => {
        for (const { lineId, role, name, active, since } of members) {
          sql.add.run(account, lineId, role, name, Number(active), since);
        }
      }),
    invite: (account, action, { hash, role, expiresAt }) =>
      commit.run(() => {
        sql.invite.run(account, hash, role, expiresAt);
        append(account, invitationAudit(action, role));
      }),
    join: (account, action, hash, name) =>
      commit.run(() => {
        const invitation = sql.invitation.get(account, hash) ?? null;
        const decision = join(invitation, get(account, action.by), action, name);
        if (decision.transition) sql.takeInvite.run(action.by, action.eventId, account, hash);
        return save(account, decision);
      }),
    remove: (account, change, member, { keepOwner }) =>
      commit.run(() => {
        const staff = sql.ofAccount.all(account).map(memberOf);
        const decision = remove(staff, change, member, keepOwner);
        if (endsInvitations(decision)) sql.endInvites.run(account);
        return save(account, decision);
      }),
    restore: (account, change, member) =>
      commit.run(() => save(account, restore(get(account, member.lineId), change, member))),
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
    save: db.prepare(
      `insert into staff (account, line_id, role, name, active, since) values (?, ?, ?, ?, ?, ?)
       on conflict do update set role = excluded.role, name = excluded.name,
         active = excluded.active, since = excluded.since`,
    ),
    invite: db.prepare("insert into invites (account, hash, role, expires_at) values (?, ?, ?, ?)"),
    invitation: query<StoredInvitation>(
      db,
      `select role, expires_at as expiresAt, taken_by as takenBy, taken_event as takenEvent
       from invites where account = ? and hash = ?`,
    ),
    endInvites: db.prepare("delete from invites where account = ? and taken_by is null"),
    endAccess: db.prepare(endAccessOf),
    takeInvite: db.prepare(
      "update invites set taken_by = ?, taken_event = ? where account = ? and hash = ?",
    ),
  };
}

const memberOf = (row: Row): StaffMember & { account: string } => ({
  ...row,
  active: row.active === 1,
});
