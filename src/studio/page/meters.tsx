/** Sizes beside LINE's limits, as bars that warn. */
import type { LimitUsage } from "../../line/messages/limit-usage-type.ts";

/** As the server does: from here on a limit counts as near. */
const near = 0.8;

/** Bytes as people read them; LINE counts 1,000 to a kilobyte. */
export function bytesText(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

const amount = ({ unit }: LimitUsage, value: number) =>
  unit === "bytes" ? bytesText(value) : value.toLocaleString("en");

function Meter(measure: LimitUsage) {
  const { what, used, limit } = measure;
  const share = Math.min(1, used / limit);
  const state = used > limit ? "over" : share >= near ? "near" : "";
  return (
    <li class={`meter ${state}`}>
      <span>{what}</span>
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span class="amount">
        {amount(measure, used)} of {amount(measure, limit)}
      </span>
    </li>
  );
}

/** The fullest first. */
export function Meters({ measures }: { measures: readonly LimitUsage[] }) {
  const sorted = measures.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
  return <ul class="meters">{sorted.map(Meter)}</ul>;
}
