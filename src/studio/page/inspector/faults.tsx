/** The switches that break something on purpose, and the banner that tells of what is broken. */
import type { Fault } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import { t } from "../i18n.ts";
import { Button, Switch, toastError } from "../parts.tsx";

const sideName = (side: Fault["side"]) => (side === "LINE" ? side : t("inspector.platform"));

const setFault = (key: string, on: boolean) => void api.setFault(key, on).catch(toastError);

export function FaultSwitches({ faults }: { faults: readonly Fault[] }) {
  const groups = Map.groupBy(faults, ({ side }) => side);
  return (
    <div class="switches">
      {Array.from(groups, ([side, own]) => (
        <div
          class="switch-group"
          role="group"
          aria-label={t("inspector.fails", { side: sideName(side) })}
        >
          <span class="switch-side">{sideName(side)}</span>
          {own.map(({ key, label, on }) => (
            <Switch key={key} label={label} isOn={on} onFlip={() => setFault(key, !on)} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function FaultBanner({ faults }: { faults: readonly Fault[] }) {
  const broken = faults.filter(({ on }) => on);
  const names = broken.map(({ side, label }) => `${sideName(side)}: ${label}`);
  const mend = (
    <Button class="quiet" onClick={() => broken.forEach(({ key }) => setFault(key, false))}>
      {t("inspector.mend")}
    </Button>
  );
  return (
    <p id="fault-banner" class="banner fault" role="status" hidden={broken.length === 0}>
      <span>{t("inspector.broken", { faults: names.join(" · ") })}</span>
      {mend}
    </p>
  );
}
