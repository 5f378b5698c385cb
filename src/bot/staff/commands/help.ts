/** The `/help` command: lists the commands that the asker's role may use. */
import { usageOf } from "../argument-parser.ts";
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { emptyPostback } from "../../routing/postback.ts";
import * as ui from "../../views/flex-components.ts";
import { everybody, isAllowed, type Command, type StaffContext } from "../command.ts";
import { type Colleague, roleName } from "../staff-directory.ts";
import { pagedList, type ListPage, type ListRow } from "../staff-views.ts";

/** A command's usage text in the reader's language, such as `/gift <set> <who> [quantity]`. */
export const usageLine = ({ t }: RenderContext, { name, parameters }: Command): string =>
  `/${name} ${usageOf(t, parameters)}`.trim();

export const helpLine = (ctx: RenderContext, command: Command): string =>
  `${usageLine(ctx, command)} – ${ctx.t(command.helpKey)}`;

/** @param table a function, because the table contains this command. */
export const helpOf = (table: () => readonly Command[]): Command => ({
  name: "help",
  roles: everybody,
  parameters: [],
  helpKey: "staff.help.help",
  run: (ctx) => ({
    messages: [helpFor(ctx, ctx.colleague, table(), ctx.staffContext)],
  }),
});

/** The groups of the list, each with its commands in order; the last one has all others. */
const groups = {
  till: ["find", "member", "scan", "check", "use", "redeem", "undo", "history", "campaigns"],
  points: ["add", "burn", "void"],
  coupons: ["gift", "gifts", "ungift", "sets", "newset", "reward", "rewards"],
  review: ["today", "pending", "audit"],
} as const;

const groupNames = ["till", "points", "coupons", "review", "others"] as const;

/**
 * The commands that a staff member may use, as buttons in groups, with the counter page where they serve at the till; and
 * the choice of their language.
 */
export function helpFor(
  ctx: RenderContext,
  asker: Colleague,
  table: readonly Command[],
  { counterPage }: Pick<StaffContext, "counterPage">,
): Message {
  const { t, language } = ctx;
  const address = counterPage(language);
  const sheet: ListRow[] =
    address === null
      ? []
      : [{ text: t("staff.counter"), actions: [ui.uriAction(t("staff.counter.open"), address)] }];
  const allowed = table.filter((command) => isAllowed(command, asker));
  const byGroup = Map.groupBy(allowed, groupOf);
  const pages = groupNames.flatMap((name): ListPage[] => {
    const commands = byGroup.get(name) ?? [];
    const rows = commands.map((command) => ({
      text: capitalized(t(command.helpKey)),
      actions: [commandAction(command)],
    }));
    if (rows.length === 0) return [];
    const shown = name === "till" ? [...sheet, ...rows] : rows;
    return [{ title: t(`staff.help.group.${name}`), rows: shown }];
  });
  const title = t("staff.help.title", { role: roleName(ctx, asker.role) });
  const lines = allowed.map((command) => helpLine(ctx, command));
  const list = pagedList(ctx, [title, ...lines].join("\n"), pages);
  return ui.withQuickReplies(list, [ui.postbackAction(t("language.label"), "language")]);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function groupOf({ name }: Command): (typeof groupNames)[number] {
  const found = groupNames.find(
    (group) => group !== "others" && groups[group].some((command) => command === name),
  );
  return found ?? "others";
}

/** Runs a command without parameters; any other is begun on the keyboard. A usage line would be too long to be read. */
function commandAction(command: Command): Action {
  const name = `/${command.name}`;
  if (command.parameters.length === 0) return ui.postbackAction(name, name);
  return {
    type: "postback",
    label: name,
    data: emptyPostback,
    inputOption: "openKeyboard",
    fillInText: `${name} `,
  };
}
