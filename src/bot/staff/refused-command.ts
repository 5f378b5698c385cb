/** The replies to staff whose command doesn't exist, or belongs to another role. */
import { nearest } from "../../config/misspelt.ts";
import type { Context, RenderContext, Reply } from "../context.ts";
import { clip, withQuickReplies } from "../views/flex-components.ts";
import { isAllowed, type Command, type RunningStaffContext } from "./command.ts";
import { usageLine } from "./commands/help.ts";
import { roleName, roleNames } from "./role-name.ts";
import type { Colleague } from "./staff-directory.ts";
import { text, textReply } from "./staff-views.ts";
import { commandButton } from "./command-button.ts";

const maxNameLength = 40;

/** Names the nearest command that the asker may use. @param name as written, without the slash. */
export function unknownCommandReply(
  ctx: Context & { staffContext: RunningStaffContext },
  asker: Colleague,
  name: string,
  table: Iterable<Command>,
): Reply {
  const { t } = ctx;
  const allowed = new Map(
    [...table].filter((one) => isAllowed(one, asker)).map((one) => [one.name, one]),
  );
  const meant = allowed.get(nearest(name, allowed.keys()) ?? "");
  const command = clip(name, maxNameLength);
  const words = meant
    ? t("staff.command.nearest", { command, usage: usageLine(ctx, meant) })
    : t("staff.command.unknown", { command });
  const offered = new Set([...(meant ? [meant.name] : []), "help"]);
  const buttons = [...offered].map((one) => commandButton(ctx, `/${one}`, one, {}));
  return { messages: [withQuickReplies(text(words), buttons)] };
}

/** Says which roles may use a command. */
export function forbiddenCommandReply(
  ctx: RenderContext,
  { role }: Colleague,
  { name: command, roles }: Command,
): Reply {
  const names = roles === "anyone" ? "" : roleNames(ctx, roles);
  const values = { command, roles: names, role: roleName(ctx, role) };
  return textReply(ctx.t("staff.command.forbidden", values));
}
