/** One event in the inspector: the webhook, the lookups, the reply, its sizes, and LINE's answer. */
import type { Again, Handing, Inspection, LineCall } from "../../server/inspector.ts";
import { button, el } from "../dom.ts";
import { bytesText, meters } from "./meters.ts";

/** How the webhook was taken, and how the answer fared. */
export function statusChip({ handings, outcome }: Inspection): HTMLElement {
  const last = handings.at(-1);
  const isWell = last?.status === 200 && !/refused|unknown|too late/.test(outcome ?? "");
  const text = last?.status === null ? "no answer" : String(last?.status ?? "…");
  return el("span", { class: `chip ${isWell ? "well" : "ill"}` }, text);
}

function section(title: string, ...content: (HTMLElement | undefined)[]): HTMLElement {
  return el("section", { class: "facts" }, el("h3", {}, title), ...content);
}

/** JSON with line breaks; what isn't JSON as it is. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const code = (text: string, label: string) =>
  el(
    "pre",
    { class: "code", attributes: { tabindex: "0", role: "group", "aria-label": label } },
    el("code", {}, text),
  );

function pairs(rows: readonly (readonly [string, string])[]): HTMLElement {
  const cells = rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  return el("dl", { class: "pairs" }, ...cells);
}

const statusText = (status: number | null) => (status === null ? "no answer" : String(status));

function handing({ attempt, signature, status, ms }: Handing, index: number): HTMLElement {
  const title = index === 0 ? "First" : `Again (${attempt})`;
  return pairs([
    [title, `${statusText(status)} in ${ms} ms`],
    ["x-line-signature", signature ?? "none"],
  ]);
}

function call({ call: what, status, answer }: LineCall): HTMLElement {
  return el(
    "li",
    {},
    el("span", {}, what),
    el(
      "span",
      { class: `chip ${status !== null && status < 300 ? "well" : "ill"}` },
      statusText(status),
    ),
    el("code", {}, status === null ? "" : answer),
  );
}

function lookups({ lookups: found }: Inspection): HTMLElement {
  if (found.length === 0) return el("p", { class: "faint" }, "Nothing was looked up");
  const rows = found.map(({ what, from, ms, result }) =>
    el(
      "tr",
      {},
      el("td", {}, what),
      el("td", {}, from === "kept" ? "from the cache" : "asked"),
      el("td", {}, ms === undefined ? "…" : `${ms} ms`),
      el("td", {}, result ?? ""),
    ),
  );
  return el("table", { class: "lookups" }, el("tbody", {}, ...rows));
}

const buttons: readonly (readonly [Again, string])[] = [
  ["redeliver", "Redeliver"],
  ["twice", "Send twice"],
  ["wrong signature", "Break the signature"],
];

export function inspectionDetails(one: Inspection, again: (how: Again) => void): HTMLElement {
  const { handings, reply, measures, calls, outcome, intent, ms } = one;
  const [first] = handings;
  return el(
    "div",
    { class: "details" },
    el(
      "div",
      { class: "again" },
      ...buttons.map(([how, label]) => button("small", label, () => again(how))),
    ),
    section(
      "Answer",
      pairs([
        ["Intent", intent ?? "none yet"],
        ["Outcome", outcome ?? "under way"],
        ...(ms === undefined ? [] : [["Took", `${ms} ms`] as const]),
      ]),
    ),
    section("Looked up", lookups(one)),
    calls.length > 0
      ? section("LINE’s answers", el("ul", { class: "calls" }, ...calls.map(call)))
      : undefined,
    reply === undefined
      ? undefined
      : section(
          `Reply, ${bytesText(new TextEncoder().encode(reply).length)}`,
          meters(measures),
          code(pretty(reply), "The reply as JSON"),
        ),
    section(
      "Webhook",
      ...handings.map(handing),
      first ? code(pretty(first.body), "The webhook’s body") : undefined,
    ),
  );
}
