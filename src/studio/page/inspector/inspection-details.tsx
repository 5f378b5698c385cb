/** One event in the inspector: the calls, the lookups, the reply, its sizes, and the webhook. */
import type { ComponentChildren } from "preact";
import type { Redelivery, DeliveryAttempt, Inspection } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import { Button } from "../button.tsx";
import { CodeBlock } from "../code-block.tsx";
import { bytesText, Meters } from "../meters.tsx";
import { useBusy } from "../use-busy.ts";
import { Waterfall } from "./waterfall.tsx";

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

const statusText = (status: number | null) => (status === null ? "no answer" : String(status));

function delivery({ attempt, signature, status, ms }: DeliveryAttempt, index: number) {
  const title = index === 0 ? "First" : `Again (${attempt})`;
  const rows = [
    [title, `${statusText(status)} in ${ms} ms`],
    ["x-line-signature", signature ?? "none"],
  ] as const;
  return <Pairs rows={rows} />;
}

function Lookups({ lookups }: Required<Pick<Inspection, "lookups">>) {
  if (lookups.length === 0) return <p class="faint">Nothing was looked up</p>;
  const rows = lookups.map(({ what, from, ms, result }) => (
    <tr>
      <td>{what}</td>
      <td>{from === "cache" ? "from the cache" : "asked"}</td>
      <td>{ms === undefined ? "…" : `${ms} ms`}</td>
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
  ["redeliver", "Redeliver"],
  ["twice", "Send twice"],
  ["wrong signature", "Break the signature"],
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
    ...(lookups ? [["Intent", intent ?? "none yet"] as const] : []),
    ["Outcome", outcome ?? "under way"],
    ...(ms === undefined ? [] : [["Took", `${ms} ms`] as const]),
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
            By itself
          </a>
        )}
        {children}
      </div>
      <Section title="Answer">
        <Pairs rows={answer} />
      </Section>
      <Section title="Calls">
        <Waterfall inspection={inspection} />
      </Section>
      {lookups && (
        <Section title="Looked up">
          <Lookups lookups={lookups} />
        </Section>
      )}
      {reply !== undefined && (
        <Section title={`Reply, ${bytesText(new TextEncoder().encode(reply).length)}`}>
          <Meters measures={measures} />
          <CodeBlock json={reply} label="The reply as JSON" />
        </Section>
      )}
      <Section title="Webhook">
        {attempts.map(delivery)}
        {first && <CodeBlock json={first.body} label="The webhook’s body" />}
      </Section>
    </div>
  );
}
