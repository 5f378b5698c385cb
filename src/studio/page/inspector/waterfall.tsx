/** What went over the wires for one event, in the order in which it began, with bars on one scale of time. */
import type { Inspection } from "../../server/inspector-types.ts";

interface Exchange {
  /** Who was called. */
  to: string;
  name: string;
  at: number;
  ms: number;
  status: number | null;
  /** Shown where it tells something. */
  answer: string;
}

/** What comes later, such as a redelivery, stands at the end of the scale. */
const maxScaleMs = 60_000;

function exchangesOf({ attempts, calls }: Inspection): Exchange[] {
  const webhooks = attempts.map(({ at, ms, status, attempt }) => ({
    to: "bot",
    name: attempt === 1 ? "webhook" : `webhook, attempt ${attempt}`,
    at,
    ms,
    status,
    answer: "",
  }));
  const made = calls.map(({ call, ...rest }) => ({ ...rest, name: call }));
  return [...webhooks, ...made].toSorted((a, b) => a.at - b.at);
}

const durationText = (ms: number) =>
  ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;

const statusText = (status: number | null) => (status === null ? "no answer" : String(status));

function row({ to, name, at, ms, status, answer }: Exchange, start: number, scale: number) {
  const isWell = status !== null && status < 300;
  const left = Math.min(1, (at - start) / scale);
  const style = {
    "inset-inline-start": `${left * 100}%`,
    width: `${Math.min(1 - left, ms / scale) * 100}%`,
  };
  const hasDetails = answer !== "{}" && (to === "LINE" || !isWell);
  return (
    <li>
      <span class="call-to">{to}</span>
      <span class="call-name">{name}</span>
      <span class={`chip ${isWell ? "success" : "error"}`}>{statusText(status)}</span>
      <span class="call-bar" aria-hidden="true">
        <i class={`to-${to}`} style={style} />
      </span>
      <span class="call-time">
        after {durationText(at - start)}, took {durationText(ms)}
      </span>
      {hasDetails && answer && <code>{answer}</code>}
    </li>
  );
}

export function Waterfall({ inspection }: { inspection: Inspection }) {
  const exchanges = exchangesOf(inspection);
  const start = exchanges[0]?.at ?? inspection.at;
  const ends = exchanges.map(({ at, ms }) => at + ms - start);
  const scale = Math.max(1, ...ends.filter((end) => end <= maxScaleMs));
  return (
    <ol class="calls" aria-label="Calls">
      {exchanges.map((exchange) => row(exchange, start, scale))}
    </ol>
  );
}
