/** Staff and invitations in the database: locks and loads, applies the rules, and saves in one transaction. */
import { appendAudit } from "./audit.ts";
import type { Changes } from "./changes.ts";
import {
  insertInto,
  replaceIn,
  type Database,
  type Flag,
  type Queries,
  type Transaction,
} from "./database.ts";
import {
  endsInvitations,
  invitationAudit,
  join,
  remove,
  restore,
  type StaffDecision,
  type StoredInvitation,
} from "./staff-rules.ts";
import { isJoinRefusal, type Staff, type StaffChange, type StaffMember } from "./staff.ts";
import { endAccess } from "./studio-access.ts";

const columns = `account, line_id as "lineId", role, name, active, since`;

type Member = StaffMember & { account: string };
type Row = Omit<Member, "active"> & { active: Flag };

/** @param changes tells the other replicas, which cache who is staff. */
export function createStaff(db: Database, changes: Pick<Changes, "announce">): Staff {
  const act = <T>(
    account: string,
    { eventId, eventAccount = account }: Pick<StaffChange, "eventId"> & { eventAccount?: string },
    work: (tx: Transaction) => Promise<T>,
  ) => db.transaction(work, { cause: { account: eventAccount, eventId }, repeatable: true });
  return {
    get: (account, lineId) => getMember(db, account, lineId),
    async list(account) {
      const [of, values] = account === undefined ? ["", []] : ["where account = $1", [account]];
      const sql = `select ${columns} from staff ${of} order by account, since, line_id`;
      return (await db.rows<Row>(sql, values)).map(memberOf);
    },
    add: (account, members) =>
      db.transaction(
        async (tx) => {
          for (const member of members) {
            await tx.run(...insertInto("staff", rowOf(account, member), "on conflict do nothing"));
          }
        },
        { repeatable: true },
      ),
    invite: (account, action, { hash, role, expiresAt }) =>
      act(account, action, async (tx) => {
        const row = { account, hash, role, expires_at: expiresAt };
        const added = await tx.run(...insertInto("invites", row, "on conflict do nothing"));
        if (added > 0) await appendAudit(tx, account, invitationAudit(action, role));
      }),
    async join(account, action, hash, name) {
      const joined = await act(account, action, async (tx) => {
        const invitation = await lockInvitation(tx, account, hash);
        const member = await getMember(tx, account, action.by);
        const decision = join(invitation, member, action, name);
        if (decision.transition) {
          await tx.run(
            "update invites set taken_by = $3, taken_event = $4 where account = $1 and hash = $2",
            [account, hash, action.by, action.eventId],
          );
        }
        return save(tx, account, decision);
      });
      if (!isJoinRefusal(joined)) {
        await changes.announce({ kind: "staff", lineId: action.by });
      }
      return joined;
    },
    async remove(account, change, member, { keepOwner }) {
      const isRemoved = await act(account, change, async (tx) => {
        const decision = remove(await lockStaff(tx, account), change, member, keepOwner);
        if (endsInvitations(decision)) {
          await tx.run("delete from invites where account = $1 and taken_by is null", [account]);
        }
        return save(tx, account, decision);
      });
      if (isRemoved) await changes.announce({ kind: "staff", lineId: member.lineId });
      return isRemoved;
    },
    async restore(account, change, member) {
      const isRestored = await act(account, change, async (tx) => {
        const staff = await lockStaff(tx, account);
        const before = staff.find(({ lineId }) => lineId === member.lineId) ?? null;
        return save(tx, account, restore(before, change, member));
      });
      if (isRestored) await changes.announce({ kind: "staff", lineId: member.lineId });
      return isRestored;
    },
  };
}

async function getMember(
  on: Pick<Queries, "rows">,
  account: string,
  lineId: string,
): Promise<Member | null> {
  const sql = `select ${columns} from staff where account = $1 and line_id = $2`;
  const [row] = await on.rows<Row>(sql, [account, lineId]);
  return row ? memberOf(row) : null;
}

/** The invitation stays locked until it is taken, so that two people cannot take it. */
async function lockInvitation(
  tx: Queries,
  account: string,
  hash: string,
): Promise<StoredInvitation | null> {
  const [invitation] = await tx.rows<StoredInvitation>(
    `select role, expires_at as "expiresAt", taken_by as "takenBy", taken_event as "takenEvent"
     from invites where account = $1 and hash = $2 for update`,
    [account, hash],
  );
  return invitation ?? null;
}

/** The whole staff is locked, so that two owners cannot remove each other. */
async function lockStaff(tx: Queries, account: string): Promise<Member[]> {
  const sql = `select ${columns} from staff where account = $1 order by line_id for update`;
  return (await tx.rows<Row>(sql, [account])).map(memberOf);
}

const rowOf = (account: string, { lineId, role, name, active, since }: StaffMember) => ({
  account,
  line_id: lineId,
  role,
  name,
  active,
  since,
});

const memberOf = (row: Row): Member => ({ ...row, active: Boolean(row.active) });

async function save<T>(
  tx: Queries,
  account: string,
  { result, transition }: StaffDecision<T>,
): Promise<T> {
  if (!transition) return result;
  const row = rowOf(account, transition.next);
  await tx.run(...replaceIn("staff", ["account", "line_id"], row));
  await endAccess(tx, account, transition.next.lineId);
  await appendAudit(tx, account, transition.audit);
  return result;
}
