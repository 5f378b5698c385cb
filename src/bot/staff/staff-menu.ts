/** Tells who is shown the staff's rich menu: configured owners, and active staff from cashier upwards. */
import type { Staff } from "../../store/staff.ts";
import { cashierAndAbove } from "./command.ts";
import type { StaffDirectory } from "./staff-directory.ts";

export async function hasStaffMenu(
  services: { directory: Pick<StaffDirectory, "isConfiguredOwner">; staff: Pick<Staff, "get"> },
  account: string,
  lineId: string,
): Promise<boolean> {
  if (services.directory.isConfiguredOwner(lineId)) return true;
  const member = await services.staff.get(account, lineId);
  return member?.active === true && cashierAndAbove.includes(member.role);
}
