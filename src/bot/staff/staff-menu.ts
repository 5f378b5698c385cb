/** Tells which of the staff's rich menus somebody is shown: that of the till, or that of managers and owners. */
import type { Staff } from "../../store/staff.ts";
import { cashierAndAbove, managers } from "./command.ts";
import type { StaffDirectory } from "./staff-directory.ts";

/** @returns null for who isn't staff, and for roles that order nothing. */
export async function staffMenuOf(
  services: { directory: Pick<StaffDirectory, "isConfiguredOwner">; staff: Pick<Staff, "get"> },
  account: string,
  lineId: string,
): Promise<"cashier" | "manager" | null> {
  if (services.directory.isConfiguredOwner(lineId)) return "manager";
  const member = await services.staff.get(account, lineId);
  if (!member?.active || !cashierAndAbove.includes(member.role)) return null;
  return managers.includes(member.role) ? "manager" : "cashier";
}
