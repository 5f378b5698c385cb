/** Staff members of an account, and invitations. */
import { appendAudit, type NewAuditEntry, type StaffAction } from "./audit.ts";
import {
  type Database,
  firstRow,
  type Flag,
  insertInto,
  type Queries,
  replaceIn,
  type Transaction,
} from "./database.ts";
import type { Changes } from "./coordination.ts";
import { endAccess } from "./studio-access.ts";

/** In ascending order of permissions; a marketer may only use the dev channel. */
export const roles = ["marketer", "cashier", "manager", "owner"] as const;
export type Role = (typeof roles)[number];

export interface StaffMember {
  lineId: string;
  role: Role;
  /** Their LINE display name when they joined. */
  name: string;
  /** False once they were removed; the row is kept for the audit. */
  active: boolean;
  /** Milliseconds since 1970. */
  since: number;
}

export type Staff = ReturnType<typeof createStaff>;

/** Why a code doesn't join: no invitation has it, somebody has taken it, or it is too old. */
const joinRefusals = ["wrong", "used", "expired"] as const;
export type JoinRefusal = (typeof joinRefusals)[number];

export const isJoinRefusal = (joined: Role | JoinRefusal): joined is JoinRefusal =>
  joinRefusals.some((one) => one === joined);

/** A change of the staff that a confirmation orders; `by` and `eventId` are null for the bot itself. */
export interface StaffChange {
  by: string | null;
  eventId: string | null;
  at: number;
  confirmation: string;
  command: string;
}

export type StaffIdentity = Pick<StaffMember, "lineId" | "name" | "role">;

interface Invite {
  hash: string;
  role: Role;
  expiresAt: number;
}

// Staff and invitations in the database: locks and loads, applies the rules, and saves in one transaction.

const columns = `account, line_id as "lineId", role, name, active, since`;

type Member = StaffMember & { account: string };
type Row = Omit<Member, "active"> & { active: Flag };

/**
 * Whoever joins, is removed or gets their role back loses the links and sessions of the studio that they had before.
 * @param changes tells the other replicas, which cache who is staff.
 */
export function createStaff(db: Database, changes: Pick<Changes, "announce">) {
  const act = <T>(
    account: string,
    { eventId, eventAccount = account }: Pick<StaffChange, "eventId"> & { eventAccount?: string },
    work: (tx: Transaction) => Promise<T>,
  ) => db.transaction(work, { cause: { account: eventAccount, eventId }, repeatable: true });
  const announce = (lineId: string) => changes.announce({ kind: "staff", lineId });
  return {
    /** Null if never known; removed members included. */
    get: (account: string, lineId: string): Promise<StaffMember | null> =>
      getMember(db, account, lineId),
    /** Staff of one account, or of all; removed members included, oldest first. */
    async list(account?: string): Promise<Member[]> {
      const [of, values] = account === undefined ? ["", []] : ["where account = $1", [account]];
      const sql = `select ${columns} from staff ${of} order by account, since, line_id`;
      return (await db.rows<Row>(sql, values)).map(memberOf);
    },
    /** Adds members; those known already, removed ones included, stay as they are. */
    add: (account: string, members: readonly StaffMember[]) =>
      db.transaction(
        async (tx) => {
          for (const { lineId, role, name, active, since } of members) {
            const row = { account, lineId, role, name, active, since };
            await tx.run(...insertInto("staff", row, "on conflict do nothing"));
          }
        },
        { repeatable: true },
      ),
    /** Stores an invitation by the hash of its code, with an audit entry. */
    invite: (account: string, action: StaffAction, { hash, role, expiresAt }: Invite) =>
      act(account, action, async (tx) => {
        const row = { account, hash, role, expiresAt };
        const added = await tx.run(...insertInto("invites", row, "on conflict do nothing"));
        if (added > 0) await appendAudit(tx, account, invitationAudit(action, role));
      }),
    /**
     * Accepts an invitation, once. @param hash hash of its code.
     * @returns the role, for the same event again, while they have one; else why there is none.
     */
    async join(
      account: string,
      action: StaffAction,
      hash: string,
      name: string,
    ): Promise<Role | JoinRefusal> {
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
      if (!isJoinRefusal(joined)) await announce(action.by);
      return joined;
    },
    /**
     * Removes a staff member, with an audit entry; one who isn't active stays as they are. With an owner go the
     * invitations that nobody has taken.
     * @param options `keepOwner`: whether the last active owner stays. @returns false if so.
     */
    async remove(
      account: string,
      change: StaffChange,
      member: StaffIdentity,
      { keepOwner }: { keepOwner: boolean },
    ): Promise<boolean> {
      const isRemoved = await act(account, change, async (tx) => {
        const decision = remove(await lockStaff(tx, account), change, member, keepOwner);
        // An owner who is removed could return by an invitation of their own: who made one isn't stored, so all end.
        if (decision.transition?.next.role === "owner") {
          await tx.run("delete from invites where account = $1 and taken_by is null", [account]);
        }
        return save(tx, account, decision);
      });
      if (isRemoved) await announce(member.lineId);
      return isRemoved;
    },
    /** Gives a removed member their role back, with an audit entry. @returns false if they are active with another role. */
    async restore(account: string, change: StaffChange, member: StaffIdentity): Promise<boolean> {
      const isRestored = await act(account, change, async (tx) => {
        const staff = await lockStaff(tx, account);
        const before = staff.find(({ lineId }) => lineId === member.lineId) ?? null;
        return save(tx, account, restore(before, change, member));
      });
      if (isRestored) await announce(member.lineId);
      return isRestored;
    },
  };
}

async function getMember(db: Queries, account: string, lineId: string): Promise<Member | null> {
  const sql = `select ${columns} from staff where account = $1 and line_id = $2`;
  const row = await firstRow<Row>(db, sql, [account, lineId]);
  return row && memberOf(row);
}

/** The invitation stays locked until it is taken, so that two people cannot take it. */
const lockInvitation = (tx: Queries, account: string, hash: string) =>
  firstRow<StoredInvitation>(
    tx,
    `select role, expires_at as "expiresAt", taken_by as "takenBy", taken_event as "takenEvent"
     from invites where account = $1 and hash = $2 for update`,
    [account, hash],
  );

/** The whole staff is locked, so that two owners cannot remove each other. */
async function lockStaff(tx: Queries, account: string): Promise<Member[]> {
  const sql = `select ${columns} from staff where account = $1 order by line_id for update`;
  return (await tx.rows<Row>(sql, [account])).map(memberOf);
}

const memberOf = (row: Row): Member => ({ ...row, active: Boolean(row.active) });

async function save<T>(
  tx: Queries,
  account: string,
  { result, transition }: StaffDecision<T>,
): Promise<T> {
  if (!transition) return result;
  const { lineId, role, name, active, since } = transition.next;
  const row = { account, lineId, role, name, active, since };
  await tx.run(...replaceIn("staff", ["account", "lineId"], row));
  await endAccess(tx, account, lineId);
  await appendAudit(tx, account, transition.audit);
  return result;
}

// Who joins, leaves and returns to the staff, as pure functions over stored rows: a store only loads and saves.

/** What is stored of an invitation beside its hash. */
export interface StoredInvitation extends Omit<Invite, "hash"> {
  /** LINE user id of who has taken it, and their event; both null while nobody has. */
  takenBy: string | null;
  takenEvent: string | null;
}

/** A result, and what it makes of a staff member, with the audit entry of that; null when it changes nothing. */
interface StaffDecision<T> {
  result: T;
  transition: { next: StaffMember; audit: NewAuditEntry } | null;
}

const unchanged = <T>(result: T): StaffDecision<T> => ({ result, transition: null });

/**
 * Somebody takes an invitation, once.
 * @param invitation null if none has the code. @param member who takes it, as they are stored; null if not at all.
 * @returns the role, for the same event again, however late, while they have one; else why it can't be taken.
 */
export function join(
  invitation: StoredInvitation | null,
  member: StaffMember | null,
  action: StaffAction,
  name: string,
): StaffDecision<Role | JoinRefusal> {
  if (!invitation) return unchanged("wrong");
  const { role, expiresAt, takenBy, takenEvent } = invitation;
  if (takenBy !== null) {
    const isRepeated = takenBy === action.by && takenEvent === action.eventId;
    return unchanged(isRepeated && member?.active ? member.role : "used");
  }
  if (action.at >= expiresAt) return unchanged("expired");
  const next = { lineId: action.by, role, name, active: true, since: action.at };
  const audit = auditEntry(action, "joined", "join", { role, name });
  return { result: role, transition: { next, audit } };
}

/**
 * Removes a member of the staff; one who isn't active stays as they are.
 * @param staff all of the account. @param keepOwner whether the last active owner stays. @returns false if so.
 */
export function remove(
  staff: readonly StaffMember[],
  change: StaffChange,
  { lineId, name, role }: StaffIdentity,
  keepOwner: boolean,
): StaffDecision<boolean> {
  const member = staff.find((one) => one.lineId === lineId);
  if (!member?.active) return unchanged(true);
  if (keepOwner && isLastOwner(staff, member)) return unchanged(false);
  const audit = auditEntry(change, "removed", change.command, { lineId, name, role });
  return { result: true, transition: { next: { ...member, active: false }, audit } };
}

const isLastOwner = (staff: readonly StaffMember[], member: StaffMember): boolean =>
  member.role === "owner" &&
  !staff.some((one) => one.lineId !== member.lineId && one.role === "owner" && one.active);

/**
 * Gives a removed member their role back. @param member null if not known any more.
 * @returns false if they are active with another role.
 */
export function restore(
  member: StaffMember | null,
  change: StaffChange,
  { lineId, name, role }: StaffIdentity,
): StaffDecision<boolean> {
  if (member?.active) return unchanged(member.role === role);
  const before = member ?? { lineId, name, since: change.at };
  const audit = auditEntry(change, "restored", change.command, { lineId, name, role });
  return { result: true, transition: { next: { ...before, role, active: true }, audit } };
}

/** The audit entry of a new invitation. */
export const invitationAudit = (action: StaffAction, role: Role): NewAuditEntry =>
  auditEntry(action, "invited", "invite", { role });

function auditEntry(
  change: StaffAction | StaffChange,
  action: "invited" | "joined" | "removed" | "restored",
  command: string,
  facts: object,
): NewAuditEntry {
  const { by: actor, eventId, at } = change;
  const confirmation = "confirmation" in change ? change.confirmation : null;
  return { at, actor, eventId, action, command, confirmation, facts };
}
