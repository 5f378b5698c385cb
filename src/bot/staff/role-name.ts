/** The names of roles. */
import type { Role } from "../../store/staff.ts";
import type { RenderContext } from "../context.ts";

export const roleName = ({ t }: Pick<RenderContext, "t">, role: Role): string =>
  t(`staff.role.${role}`);
