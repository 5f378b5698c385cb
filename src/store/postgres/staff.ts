/** Implements staff and invitations in Postgres. */
import {
  isLastOwner,
  type Role,
  type Staff,
  type StaffAction,
  type StaffChange,
  type StaffIdentity,
  type StaffMember,
} from "../staff.ts";
import { appendAudit } from "./audit.ts";
import type { Changes } from "../changes.ts";
import type { Database, Queries } from "./database.ts";
import type { Fence } from "./fence.ts";

const columns = `account, line_id as "lineId", role, name, active, since`;

type Row = StaffMember & { account: string };

export function postgresStaff(
  db: Database,
  fence: Fence,
  changes: Pick<Changes, "announce">,
): Staff {
  const act = <T>(
    account: string,
    { eventId, eventAccount = account }: Pick<StaffChange, "eventId"> & { eventAccount?: string },
    work: (tx: Queries) => Promise<T>,
  ) =>
    db.transaction(
      async (tx) => {
        await fence.assertActor(tx, eventAccount, eventId);
        return work(tx);
      },
      { repeatable: true },
    );
  return {
    async get(account, lineId) {
      const [row] = await db.rows<Row>(
        `select ${columns} from staff where account = $1 and line_id = $2`,
        [account, lineId],
      );
      return row ?? null;
    },
    list: (account) =>
      account === undefined
        ? db.rows<Row>(`select ${columns} from staff order by account, since, line_id`)
        : db.rows<Row>(`select ${columns} from staff where account = $1 order by since, line_id`, [
            account,
          ]),
    add: (account, members) =>
      db.transaction(
        async (tx) => {
          for (const { lineId, role, name, active, since } of members) {
            await tx.run(
              `insert into staff (account, line_id, role, name, active, since)
               values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
              [account, lineId, role, name, active, since],
            );
          }
        },
        { repeatable: true },
      ),
    invite: (account, action, { hash, role, expiresAt }) =>
      act(account, action, async (tx) => {
        const added = await tx.run(
          `insert into invites (account, hash, role, expires_at) values ($1, $2, $3, $4)
           on conflict do nothing`,
          [account, hash, role, expiresAt],
        );
        if (added > 0) await audit(tx, account, action, "invited", "invite", { role });
      }),
    async join(account, action, hash, name) {
      const role = await act(account, action, (tx) => join(tx, account, action, hash, name));
      if (role) await changes.announce({ kind: "staff", lineId: action.by });
      return role;
    },
    async remove(account, change, member, { keepOwner }) {
      const isRemoved = await act(account, change, (tx) =>
        remove(tx, account, change, member, keepOwner),
      );
      if (isRemoved) await changes.announce({ kind: "staff", lineId: member.lineId });
      return isRemoved;
    },
    async restore(account, change, member) {
      const isRestored = await act(account, change, (tx) => restore(tx, account, change, member));
      if (isRestored) await changes.announce({ kind: "staff", lineId: member.lineId });
      return isRestored;
    },
  };
}

/** The whole staff is locked, so that two owners cannot remove each other. */
async function remove(
  tx: Queries,
  account: string,
  change: StaffChange,
  { lineId, name, role }: StaffIdentity,
  keepOwner: boolean,
): Promise<boolean> {
  const staff = await lockStaff(tx, account);
  if (!staff.some((one) => one.lineId === lineId && one.active)) return true;
  if (keepOwner && isLastOwner(staff, lineId)) return false;
  await tx.run("update staff set active = false where account = $1 and line_id = $2", [
    account,
    lineId,
  ]);
  await audit(tx, account, change, "removed", change.command, { lineId, name, role });
  return true;
}

async function restore(
  tx: Queries,
  account: string,
  change: StaffChange,
  { lineId, name, role }: StaffIdentity,
): Promise<boolean> {
  const active = (await lockStaff(tx, account)).find((one) => one.lineId === lineId && one.active);
  if (active) return active.role === role;
  await tx.run(
    `insert into staff (account, line_id, role, name, since) values ($1, $2, $3, $4, $5)
     on conflict (account, line_id) do update set role = excluded.role, active = true`,
    [account, lineId, role, name, change.at],
  );
  await audit(tx, account, change, "restored", change.command, { lineId, name, role });
  return true;
}

const lockStaff = (tx: Queries, account: string): Promise<Row[]> =>
  tx.rows<Row>(`select ${columns} from staff where account = $1 order by line_id for update`, [
    account,
  ]);

/** The invitation stays locked until it is taken, so that two people cannot take it. */
async function join(
  tx: Queries,
  account: string,
  action: StaffAction,
  hash: string,
  name: string,
): Promise<Role | null> {
  const [found] = await tx.rows<{ role: Role; takenBy: string | null; takenEvent: string | null }>(
    `select role, taken_by as "takenBy", taken_event as "takenEvent" from invites
     where account = $1 and hash = $2 and expires_at > $3 for update`,
    [account, hash, action.at],
  );
  if (!found) return null;
  const { role, takenBy, takenEvent } = found;
  if (takenBy !== null) {
    const isRepeated = takenBy === action.by && takenEvent === action.eventId;
    return isRepeated ? role : null;
  }
  await tx.run(
    "update invites set taken_by = $3, taken_event = $4 where account = $1 and hash = $2",
    [account, hash, action.by, action.eventId],
  );
  await tx.run(
    `insert into staff (account, line_id, role, name, since) values ($1, $2, $3, $4, $5)
     on conflict (account, line_id) do update set role = excluded.role, name = excluded.name,
       active = true, since = excluded.since`,
    [account, action.by, role, name, action.at],
  );
  await audit(tx, account, action, "joined", "join", { role, name });
  return role;
}

const audit = (
  tx: Queries,
  account: string,
  change: StaffAction | StaffChange,
  action: "invited" | "joined" | "removed" | "restored",
  command: string,
  facts: object,
) =>
  appendAudit(tx, account, {
    at: change.at,
    actor: change.by,
    eventId: change.eventId,
    action,
    command,
    facts,
    confirmation: "confirmation" in change ? change.confirmation : null,
    refId: null,
    memberUuid: null,
  });
