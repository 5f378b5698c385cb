/** The store port for staff members of an account and for invitations. */

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

/** Actor (LINE user id), webhook event and time of an action, as an audit entry needs them. */
export interface StaffAction {
  by: string;
  eventId: string;
  /** The account of the event; absent if it is the staff's own. */
  eventAccount?: string;
  at: number;
}

/** Whoever joins, is removed or gets their role back loses the links and sessions of the studio that they had before. */
export interface Staff {
  /** Null if never known; removed members included. */
  get(account: string, lineId: string): Promise<StaffMember | null>;
  /** Staff of one account, or of all; removed members included, oldest first. */
  list(account?: string): Promise<(StaffMember & { account: string })[]>;
  /** Adds members; those known already, removed ones included, stay as they are. */
  add(account: string, members: readonly StaffMember[]): Promise<void>;
  /** Stores an invitation by the hash of its code, with an audit entry. */
  invite(account: string, action: StaffAction, invite: Invite): Promise<void>;
  /**
   * Accepts an invitation, once. @param hash hash of its code.
   * @returns the role, for the same event again, while they have one; else why there is none.
   */
  join(
    account: string,
    action: StaffAction,
    hash: string,
    name: string,
  ): Promise<Role | JoinRefusal>;
  /**
   * Removes a staff member, with an audit entry; one who isn't active stays as they are. With an owner go the
   * invitations that nobody has taken.
   * @param options `keepOwner`: whether the last active owner stays. @returns false if so.
   */
  remove(
    account: string,
    change: StaffChange,
    member: StaffIdentity,
    options: { keepOwner: boolean },
  ): Promise<boolean>;
  /** Gives a removed member their role back, with an audit entry. @returns false if they are active with another role. */
  restore(account: string, change: StaffChange, member: StaffIdentity): Promise<boolean>;
}

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

export interface Invite {
  hash: string;
  role: Role;
  expiresAt: number;
}
