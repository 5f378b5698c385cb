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
  const get = query<Row>(db, `select ${columns} from staff where account = ? and line_id = ?`);
  const ofAccount = query<Row>(db, `select ${columns} from staff where account = ? order by since`);
  const all = query<Row>(db, `select ${columns} from staff order by account, since`);
  const add = db.prepare(
    `insert into staff (account, line_id, role, name, active, since) values (?, ?, ?, ?, ?, ?)
     on conflict do nothing`,
  );
  const activate = db.prepare(
    `insert into staff (account, line_id, role, name, since) values (?, ?, ?, ?, ?)
     on conflict do update set role = excluded.role, name = excluded.name, active = 1,
       since = excluded.since`,
  );
  const invite = db.prepare(
    "insert into invites (account, hash, role, expires_at) values (?, ?, ?, ?)",
  );
  const invitation = query<{ role: Role; takenBy: string | null; takenEvent: string | null }>(
    db,
    `select role, taken_by as takenBy, taken_event as takenEvent from invites
     where account = ? and hash = ? and expires_at > ?`,
  );
  const takeInvite = db.prepare(
    "update invites set taken_by = ?, taken_event = ? where account = ? and hash = ?",
  );
  const deactivate = db.prepare("update staff set active = 0 where account = ? and line_id = ?");
  const reactivate = db.prepare(
    `insert into staff (account, line_id, role, name, since) values (?, ?, ?, ?, ?)
     on conflict do update set role = excluded.role, active = 1`,
  );

  const audit = (
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

  return {
    async get(account, lineId) {
      const row = get.get(account, lineId);
      return row ? memberOf(row) : null;
    },
    list: async (account) =>
      (account === undefined ? all.all() : ofAccount.all(account)).map(memberOf),
    add: (account, members) =>
      commit.run(() => {
        for (const { lineId, role, name, active, since } of members) {
          add.run(account, lineId, role, name, Number(active), since);
        }
      }),
    invite: (account, staffAction, { hash, role, expiresAt }) =>
      commit.run(() => {
        invite.run(account, hash, role, expiresAt);
        audit(account, staffAction, "invited", "invite", { role });
      }),
    join: (account, staffAction, hash, name) =>
      commit.run(() => {
        const found = invitation.get(account, hash, staffAction.at);
        if (!found) return null;
        const { role, takenBy, takenEvent } = found;
        if (takenBy !== null) {
          const isRepeated = takenBy === staffAction.by && takenEvent === staffAction.eventId;
          return isRepeated ? role : null;
        }
        takeInvite.run(staffAction.by, staffAction.eventId, account, hash);
        activate.run(account, staffAction.by, role, name, staffAction.at);
        audit(account, staffAction, "joined", "join", { role, name });
        return role;
      }),
    remove: (account, change, { lineId, name, role }, { keepOwner }) =>
      commit.run(() => {
        if (get.get(account, lineId)?.active !== 1) return true;
        if (keepOwner && isLastOwner(ofAccount.all(account).map(memberOf), lineId)) return false;
        deactivate.run(account, lineId);
        audit(account, change, "removed", change.command, { lineId, name, role });
        return true;
      }),
    restore: (account, change, { lineId, name, role }) =>
      commit.run(() => {
        const row = get.get(account, lineId);
        if (row?.active === 1) return row.role === role;
        reactivate.run(account, lineId, role, name, change.at);
        audit(account, change, "restored", change.command, { lineId, name, role });
        return true;
      }),
  };
}

const memberOf = (row: Row): StaffMember & { account: string } => ({
  ...row,
  active: row.active === 1,
});
