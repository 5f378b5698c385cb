/** The names of roles. */
import type { Role } from "../../store/staff.ts";
import type { RenderContext } from "../context.ts";
import { locales } from "../i18n/translate.ts";

export const roleName = ({ t }: Pick<RenderContext, "t">, role: Role): string =>
  t(`staff.role.${role}`);

/** Such as *manager or owner*. */
export const roleNames = (ctx: RenderContext, roles: readonly Role[]): string =>
  new Intl.ListFormat(locales[ctx.language], { type: "disjunction" }).format(
    roles.map((role) => roleName(ctx, role)),
  );
