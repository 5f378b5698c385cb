/** Defines the metrics of the ledger mirror, which exist only where there is one. */
import { Gauge, type Registry } from "prom-client";
import { metricPrefix } from "./metric-prefix.ts";

/** Milliseconds since 1970. */
export interface LedgerFigures {
  /** When the mirror was last brought up to date. */
  readAt: number;
  /** From when on it is complete. */
  from: number;
}

/** @returns a function that sets them; the first call adds them to the registry. */
export function createLedgerGauges(
  registry: Registry,
): (figures: LedgerFigures, now: number) => void {
  let created: ReturnType<typeof create> | null = null;
  return ({ readAt, from }, now) => {
    created ??= create(registry);
    created.lag.set((now - readAt) / 1000);
    created.days.set((now - from) / 86_400_000);
  };
}

function create(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: metricPrefix + name, help, registers: [registry] });
  return {
    lag: gauge("ledger_lag_seconds", "How long ago the ledger mirror was last brought up to date."),
    days: gauge("ledger_days", "How many days back the ledger mirror is complete."),
  };
}
