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

/** @returns a function that sets them, which adds them to the registry with the first figures. */
export function createLedgerGauges(
  registry: Registry,
): (figures: LedgerFigures | null, now: number) => void {
  let created: ReturnType<typeof create> | null = null;
  return (figures, now) => {
    if (figures === null) {
      created?.lag.remove();
      created?.days.remove();
      return;
    }
    created ??= create(registry);
    created.lag.set((now - figures.readAt) / 1000);
    created.days.set((now - figures.from) / 86_400_000);
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
