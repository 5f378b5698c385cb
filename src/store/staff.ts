/** Who is staff of an account, and the invitations by which others become it. */

/** From the one who may least to the one who may most; a marketer's place is the dev channel. */
export const roles = ["marketer", "cashier", "manager", "owner"] as const;
export type Role = (typeof roles)[number];

export interface StaffMember {
  lineId: string;
  role: Role;
  /** As their LINE profile called them when they joined. */
  name: string;
  /** False once they were removed; who they were is kept for the audit. */
  active: boolean;
  /** Milliseconds since 1970. */
  since: number;
}

/** Who does something, by which event, and when: what every audit line needs. */
export interface StaffAction {
  by: string;
  eventId: string;
  at: number;
}

export interface Staff {
  /** Removed ones included. */
  get(account: string, lineId: string): Promise<StaffMember | null>;
  /** Of one account, or of all; removed ones included, oldest first. */
  list(account?: string): Promise<(StaffMember & { account: string })[]>;
  /** Adds those who were never known. */
  add(account: string, members: readonly StaffMember[]): Promise<void>;
  /** Keeps an invitation, and tells the audit of it. @param hash of its code, which is kept nowhere. */
  invite(account: string, deed: StaffAction, invite: Invite): Promise<void>;
  /**
   * Takes an invitation: once, or again by the event that took it.
   * @returns the role, or null where no invitation has this code now.
   */
  join(account: string, deed: StaffAction, hash: string, name: string): Promise<Role | null>;
  /** Ends somebody's part in the staff. Answers whether they had one. */
  remove(account: string, deed: StaffAction, lineId: string): Promise<boolean>;
}

export interface Invite {
  hash: string;
  role: Role;
  expiresAt: number;
}
