/** Sizes beside LINE's limits, as bars that warn. */
import type { Measure } from "../../../line/measure.ts";
import { el } from "../dom.ts";

/** As the server does: from here on a limit counts as near. */
const near = 0.8;

/** Bytes as people read them; LINE counts 1,000 to a kilobyte. */
export function bytesText(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

const amount = ({ unit }: Measure, value: number) =>
  unit === "bytes" ? bytesText(value) : value.toLocaleString("en");

function meter(measure: Measure): HTMLElement {
  const { what, used, limit } = measure;
  const share = Math.min(1, used / limit);
  const state = used > limit ? "over" : share >= near ? "near" : "";
  const bar = el("span", { class: "bar", attributes: { "aria-hidden": "true" } });
  const fill = el("i");
  fill.style.setProperty("width", `${share * 100}%`);
  bar.append(fill);
  return el(
    "li",
    { class: `meter ${state}` },
    el("span", {}, what),
    bar,
    el("span", { class: "amount" }, `${amount(measure, used)} of ${amount(measure, limit)}`),
  );
}

/** The fullest first. */
export function meters(measures: readonly Measure[]): HTMLElement {
  const sorted = measures.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
  return el("ul", { class: "meters" }, ...sorted.map(meter));
}
