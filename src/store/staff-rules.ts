/** Who joins, leaves and returns to the staff, as pure functions over stored rows: a store only loads and saves. */
import type { NewAuditEntry } from "./audit.ts";
import type {
  Invite,
  JoinRefusal,
  Role,
  StaffAction,
  StaffChange,
  StaffIdentity,
  StaffMember,
} from "./staff.ts";

/** What is stored of an invitation beside its hash. */
export interface StoredInvitation extends Omit<Invite, "hash"> {
  /** LINE user id of who has taken it, and their event; both null while nobody has. */
  takenBy: string | null;
  takenEvent: string | null;
}

/** A change of one staff member, with the audit entry that is stored in the same transaction. */
export interface StaffTransition {
  next: StaffMember;
  audit: NewAuditEntry;
}

/** A result, and the change that it makes; null when it changes nothing. */
export interface StaffDecision<T> {
  result: T;
  transition: StaffTransition | null;
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

/** An owner who is removed could return by an invitation of their own: who made one isn't stored, so all end. */
export const endsInvitations = ({ transition }: StaffDecision<boolean>): boolean =>
  transition?.next.role === "owner";

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
