/** The table of transitions that stands above the rules of orders. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const rules = join(import.meta.dirname, "../../src/store/rules/order-changes.ts");

/** In its order. `by`: the change, or what comes of it. */
export function listedTransitions(): { from: string; by: string; to: string }[] {
  const text = readFileSync(rules, "utf8");
  const rows = [...text.matchAll(/^ \* \| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  return rows.flatMap(([, from = "", by = "", states = ""]) =>
    states.split(", ").map((to) => ({ from, by, to })),
  );
}
