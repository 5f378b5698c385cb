/**
 * The `/audit` command: lists the latest orders with their outcomes, and what else staff did. A button lists what one of
 * the staff did on a day: its arguments are `day`, `staff` and `member`, a uuid.
 */
import type { AuditEntry } from "../../../store/audit.ts";
import type { Order } from "../../../store/rules/order.ts";
import { noonOf } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { wholeNumber } from "../argument-parser.ts";
import { wrongNumber } from "../argument-values.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import { askerNames, describeWrite } from "../orders/status-view.ts";
import { describeRedemption } from "../redemption.ts";
import { entriesOfDay, lastEntries } from "../day/shop-days.ts";
import { listCard, textReply } from "../staff-views.ts";

const defaultCount = 10;
const maxCount = 20;
const maxSummaryLength = 120;

type NameOf = (lineId: string) => string;

export const audit: Command = {
  name: "audit",
  roles: managers,
  parameters: [{ name: "n", is: "whole" }],
  helpKey: "staff.help.audit",
  async run(ctx) {
    const { args, t } = ctx;
    const count = wholeNumber(args["n"] ?? String(defaultCount));
    if (count === null || count < 1) {
      return { messages: [wrongNumber(ctx, args["n"] ?? "", maxCount)] };
    }
    const entries = await entriesOf(ctx, Math.min(count, maxCount));
    if (entries.length === 0) return textReply(t("staff.audit.empty"));
    const nameOf = await askerNames(ctx);
    const lines = await Promise.all(entries.map((entry) => entryLine(ctx, entry, nameOf)));
    const rows = lines.map((line) => ({ text: line }));
    return { messages: [listCard(ctx, t("staff.audit.title"), rows)] };
  },
};

function entriesOf(ctx: CommandContext, most: number): Promise<AuditEntry[]> {
  const { account, args, staffContext, timeZone } = ctx;
  const { staff, day, member = null } = args;
  const isDay = staff !== undefined && noonOf(day, timeZone) !== null;
  if (!isDay || day === undefined) return lastEntries(staffContext.audit, account, most);
  return entriesOfDay(
    staffContext.audit,
    account,
    { day, staff, member },
    { timeZone, most: maxCount },
  );
}

/** Who did what when, for whom; who asked and who approved; and what it undoes, or by whom it was undone. */
async function entryLine(ctx: CommandContext, entry: AuditEntry, nameOf: NameOf): Promise<string> {
  const { t, account, staffContext } = ctx;
  const { at, actor, command, action, confirmation: id, facts } = entry;
  const row = id === null ? null : await staffContext.orders.get(account, id);
  const redemption = row && (await staffContext.redeemer.find(account, row.id));
  const summary = redemption
    ? describeRedemption(ctx, redemption)
    : row
      ? describeWrite(ctx, row)
      : summaryOf(facts, nameOf);
  // A member who redeems for themselves is named as staff know them.
  const actorName = (lineId: string) =>
    lineId === redemption?.order.lineId ? redemption.terms.who : nameOf(lineId);
  const isUndo = row ? row.undoes !== null : "undoOf" in facts;
  const head = [
    t("history.when", { at }),
    actor === null ? t("staff.audit.bot") : actorName(actor),
    isUndo ? t("staff.audit.undoOf", { command: `/${command}` }) : `/${command}`,
    t(`staff.step.${action}`),
  ];
  const lines = [
    head.join(" · "),
    ui.clip(summary, maxSummaryLength),
    peopleOf(ctx, facts, actorName),
    row ? await undoLine(ctx, row, action, nameOf) : "",
  ];
  return lines.filter(Boolean).join("\n");
}

/** The asker where somebody else acted, and the approver. */
function peopleOf({ t }: CommandContext, facts: object, nameOf: NameOf): string {
  const { asker, approver } = facts as { asker?: string; approver?: string };
  return ui.dotted([
    asker ? t("staff.audit.asked", { who: nameOf(asker) }) : "",
    approver ? t("staff.audit.approved", { who: nameOf(approver) }) : "",
  ]);
}

/** What an undo takes back; of an order that is done, who undid it. */
async function undoLine(
  { t, account, staffContext }: CommandContext,
  row: Order,
  action: AuditEntry["action"],
  nameOf: NameOf,
): Promise<string> {
  const { orders } = staffContext;
  const valuesOf = ({ claimedBy, asker, claimedAt, askedAt }: Order) => ({
    who: nameOf(claimedBy ?? asker),
    at: claimedAt ?? askedAt,
  });
  if (row.undoes !== null) {
    const undone = await orders.get(account, row.undoes);
    return undone ? t("staff.audit.undoes", valuesOf(undone)) : "";
  }
  if (action !== "done") return "";
  const undo = await orders.undoOf(account, row.id);
  return undo?.state === "done" ? t("staff.audit.undone", valuesOf(undo)) : "";
}

/**
 * The names, numbers and codes of an entry that help to recognise it, for what no confirmation describes:
 * changes of the staff, views of members, and orders older than the retention.
 */
function summaryOf(facts: object, nameOf: NameOf): string {
  const known = facts as Record<string, unknown>;
  const keys = ["quantity", "set", "type", "points", "card", "who", "code", "name", "role", "id"];
  const parts = keys.flatMap((key) => {
    const value = known[key];
    return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  });
  const coupons = Array.isArray(known["coupons"]) ? (known["coupons"] as { code?: string }[]) : [];
  // Removals of former versions name nobody. Of orders, this id is a member's, who has no name here.
  const { lineId, name, who } = known;
  const isUnnamed = typeof lineId === "string" && name === undefined && who === undefined;
  return [
    ...(isUnnamed ? [nameOf(lineId)] : []),
    ...parts,
    ...coupons.flatMap(({ code }) => code ?? []),
  ].join(" ");
}
