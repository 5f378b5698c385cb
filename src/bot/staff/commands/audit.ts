/** The `/audit` command: lists the latest audit entries. */
import { clip } from "../../views/flex-components.ts";
import { wholeNumber } from "../argument-parser.ts";
import { managers, type Command } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";

const defaultCount = 10;
const maxCount = 20;

export const audit: Command = {
  name: "audit",
  roles: managers,
  parameters: [{ name: "n", is: "whole", optional: true }],
  confirm: false,
  helpKey: "staff.help.audit",
  async run(ctx) {
    const { account, args, staffContext, t } = ctx;
    const count = wholeNumber(args["n"] ?? String(defaultCount));
    if (count === null || count < 1) {
      const written = clip(args["n"] ?? "", 60);
      return { messages: [text(t("staff.number.wrong", { written, most: maxCount }))] };
    }
    const lines = await staffContext.audit.last(account, Math.min(count, maxCount));
    if (lines.length === 0) return { messages: [text(t("staff.audit.empty"))] };
    const names = new Map(
      (await staffContext.staff.list(account)).map(({ lineId, name }) => [lineId, name] as const),
    );
    for (const { lineId, name } of await staffContext.directory.all(account))
      names.set(lineId, name);
    const entries = lines.map(({ at, actor, command, action, facts }) =>
      [
        t("history.when", { at }),
        actor === null ? "–" : (names.get(actor) ?? actor),
        `/${command}`,
        t(`staff.step.${action}`),
        clip(summaryOf(facts), 120),
      ]
        .filter(Boolean)
        .join(" · "),
    );
    return { messages: [infoCard(ctx, t("staff.audit.title"), entries)] };
  },
};

/** The names, numbers and codes of an entry that help to recognise it; no internal fields. */
function summaryOf(facts: object): string {
  const known = facts as Record<string, unknown>;
  const keys = ["quantity", "set", "type", "points", "card", "who", "code", "role", "name", "id"];
  const parts = keys.flatMap((key) => {
    const value = known[key];
    return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  });
  const coupons = Array.isArray(known["coupons"]) ? (known["coupons"] as { code?: string }[]) : [];
  return [...parts, ...coupons.flatMap(({ code }) => code ?? [])].join(" ");
}
