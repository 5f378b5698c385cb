/** The staff of the dev channel: the members' account's, without cashiers when members are real people. */
import type { Staff } from "../../store/staff.ts";
import type { StaffDirectory } from "../staff/staff-directory.ts";

/** The dev channel has no staff of its own: every account means `staffAccount`. */
export const sharedStaff = (staff: Staff, staffAccount: string): Staff => ({
  ...staff,
  get: (_account, lineId) => staff.get(staffAccount, lineId),
  list: () => staff.list(staffAccount),
  invite: (eventAccount, action, invitation) =>
    staff.invite(staffAccount, { ...action, eventAccount }, invitation),
  join: (eventAccount, action, hash, name) =>
    staff.join(staffAccount, { ...action, eventAccount }, hash, name),
  remove: (_account, change, who, options) => staff.remove(staffAccount, change, who, options),
  restore: (_account, change, who) => staff.restore(staffAccount, change, who),
});

/** @param real whether members are real people. */
export const devDirectory = (
  directory: StaffDirectory,
  staffAccount: string,
  real: boolean,
): StaffDirectory => ({
  ...directory,
  async of(_account, lineId) {
    const found = await directory.of(staffAccount, lineId);
    return real && found?.role === "cashier" ? null : found;
  },
  all: () => directory.all(staffAccount),
  names: () => directory.names(staffAccount),
});
