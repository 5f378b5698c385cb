/** One event in the inspector: the calls, the lookups, the reply, its sizes, and the webhook. */
import type { ComponentChildren } from "preact";
import type { DeliveryAttempt, Inspection, Redelivery } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import { numberText, t } from "../i18n.ts";
import { Button, bytesText, CodeBlock, Meters } from "../parts.tsx";
import { useBusy } from "../requests.tsx";

/** How the webhook was taken, and how the answer fared. */
export function StatusChip({
  status,
  outcome,
}: {
  status: number | null;
  outcome?: string | undefined;
}) {
  const isWell = status === 200 && !/refused|unknown|too late/.test(outcome ?? "");
  return <span class={`chip ${isWell ? "success" : "error"}`}>{statusText(status)}</span>;
}

const Section = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <section class="facts">
    <h3>{title}</h3>
    {children}
  </section>
);

const Pairs = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl class="pairs">
    {rows.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);

const statusText = (status: number | null) =>
  status === null ? t("inspector.noAnswer") : String(status);

function delivery({ attempt, signature, status, ms }: DeliveryAttempt, index: number) {
  const title = index === 0 ? t("inspector.first") : t("inspector.again", { attempt });
  const rows = [
    [title, t("inspector.statusIn", { status: statusText(status), time: durationText(ms) })],
    ["x-line-signature", signature ?? t("inspector.noSignature")],
  ] as const;
  return <Pairs rows={rows} />;
}

function Lookups({ lookups }: Required<Pick<Inspection, "lookups">>) {
  if (lookups.length === 0) return <p class="faint">{t("inspector.lookedUp.none")}</p>;
  const rows = lookups.map(({ what, from, ms, result }) => (
    <tr>
      <td>{what}</td>
      <td>{t(from === "cache" ? "inspector.cached" : "inspector.asked")}</td>
      <td>{ms === undefined ? "…" : durationText(ms)}</td>
      <td>{result}</td>
    </tr>
  ));
  return (
    <table class="lookups">
      <tbody>{rows}</tbody>
    </table>
  );
}

const redeliveries: readonly (readonly [Redelivery, string])[] = [
  ["redeliver", t("inspector.redeliver")],
  ["twice", t("inspector.twice")],
  ["wrong signature", t("inspector.badSignature")],
];

interface DetailsProps {
  inspection: Inspection;
  /** The address of the event by itself; absent where it is shown by itself. */
  href?: string;
  /** More that can be done with it. */
  children?: ComponentChildren;
}

export function InspectionDetails({ inspection, href, children }: DetailsProps) {
  const { id, attempts, lookups, reply, measures, outcome, intent, ms } = inspection;
  const [first] = attempts;
  const [isBusy, run] = useBusy();
  const answer = [
    ...(lookups ? [[t("inspector.intent"), intent ?? t("inspector.intent.none")] as const] : []),
    [t("inspector.outcome"), outcome ?? t("inspector.underWay")],
    ...(ms === undefined ? [] : [[t("inspector.took"), durationText(ms)] as const]),
  ] as const;
  return (
    <div class="details">
      <div class="button-row">
        {redeliveries.map(([how, label]) => (
          <Button class="small" disabled={isBusy} onClick={() => run(() => api.again(id, how))}>
            {label}
          </Button>
        ))}
        {href !== undefined && (
          <a class="small" href={href}>
            {t("inspector.alone")}
          </a>
        )}
        {children}
      </div>
      <Section title={t("inspector.answer")}>
        <Pairs rows={answer} />
      </Section>
      <Section title={t("inspector.calls")}>
        <Waterfall inspection={inspection} />
      </Section>
      {lookups && (
        <Section title={t("inspector.lookedUp")}>
          <Lookups lookups={lookups} />
        </Section>
      )}
      {reply !== undefined && (
        <Section
          title={t("inspector.reply", { size: bytesText(new TextEncoder().encode(reply).length) })}
        >
          <Meters measures={measures} />
          <CodeBlock json={reply} label={t("inspector.reply.json")} />
        </Section>
      )}
      <Section title={t("inspector.webhook")}>
        {attempts.map(delivery)}
        {first && <CodeBlock json={first.body} label={t("inspector.webhook.body")} />}
      </Section>
    </div>
  );
}

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
    name: attempt === 1 ? "webhook" : t("inspector.webhook.again", { attempt }),
    at,
    ms,
    status,
    answer: "",
  }));
  const made = calls.map(({ call, ...rest }) => ({ ...rest, name: call }));
  return [...webhooks, ...made].toSorted((a, b) => a.at - b.at);
}

const durationText = (ms: number) =>
  ms < 10_000 ? `${ms} ms` : `${numberText(Math.round(ms / 100) / 10)} s`;

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
        {t("inspector.times", { after: durationText(at - start), took: durationText(ms) })}
      </span>
      {hasDetails && answer && <code>{answer}</code>}
    </li>
  );
}

/** What went over the wires for one event, in the order in which it began, with bars on one scale of time. */
function Waterfall({ inspection }: { inspection: Inspection }) {
  const exchanges = exchangesOf(inspection);
  const start = exchanges[0]?.at ?? inspection.at;
  const ends = exchanges.map(({ at, ms }) => at + ms - start);
  const scale = Math.max(1, ...ends.filter((end) => end <= maxScaleMs));
  return (
    <ol class="calls" aria-label={t("inspector.calls")}>
      {exchanges.map((exchange) => row(exchange, start, scale))}
    </ol>
  );
}
