/** `/audit` shows what the staff did last. */
import { clip } from "../../views/flex-components.ts";
import { wholeNumber } from "../argument-parser.ts";
import { managers, type Command } from "../command.ts";
import { sheet, text } from "../staff-views.ts";

const usual = 10;
const most = 20;

export const audit: Command = {
  name: "audit",
  roles: managers,
  parameters: [{ name: "n", is: "whole", optional: true }],
  confirm: false,
  told: "staff.help.audit",
  async run(order) {
    const { account, args, desk, say } = order;
    const count = wholeNumber(args["n"] ?? String(usual));
    if (count === null || count < 1) return { messages: [text(say("staff.number", { most }))] };
    const lines = await desk.audit.last(account, Math.min(count, most));
    if (lines.length === 0) return { messages: [text(say("staff.audit.empty"))] };
    const names = new Map(
      (await desk.staff.list(account)).map(({ lineId, name }) => [lineId, name] as const),
    );
    for (const { lineId, name } of await desk.roster.all(account)) names.set(lineId, name);
    const told = lines.map(({ at, actor, command, step, facts }) =>
      [
        say("history.when", { at }),
        actor === null ? "–" : (names.get(actor) ?? actor),
        `/${command}`,
        say(`staff.step.${step}`),
        clip(gist(facts), 120),
      ]
        .filter(Boolean)
        .join(" · "),
    );
    return { messages: [sheet(order, say("staff.audit.title"), told)] };
  },
};

/** What tells one line from the next: names, numbers and codes, without the machinery around them. */
function gist(facts: object): string {
  const known = facts as Record<string, unknown>;
  const keys = ["quantity", "set", "type", "points", "card", "who", "code", "role", "name", "id"];
  const parts = keys.flatMap((key) => {
    const value = known[key];
    return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  });
  const coupons = Array.isArray(known["coupons"]) ? (known["coupons"] as { code?: string }[]) : [];
  return [...parts, ...coupons.flatMap(({ code }) => code ?? [])].join(" ");
}
