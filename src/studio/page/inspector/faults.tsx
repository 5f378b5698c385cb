/** The switches that break something on purpose, and the banner that tells of what is broken. */
import type { Fault } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import { Button, Switch, toastError } from "../parts.tsx";

const setFault = (key: string, on: boolean) => void api.setFault(key, on).catch(toastError);

export function FaultSwitches({ faults }: { faults: readonly Fault[] }) {
  const groups = Map.groupBy(faults, ({ side }) => side);
  return (
    <div class="switches">
      {Array.from(groups, ([side, own]) => (
        <div class="switch-group" role="group" aria-label={`${side} fails`}>
          <span class="switch-side">{side === "LINE" ? "LINE" : "Platform"}</span>
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
  const names = broken.map(
    ({ side, label }) => `${side === "LINE" ? "LINE" : "the platform"}: ${label}`,
  );
  const mend = (
    <Button class="quiet" onClick={() => broken.forEach(({ key }) => setFault(key, false))}>
      Mend everything
    </Button>
  );
  return (
    <p id="fault-banner" class="banner fault" role="status" hidden={broken.length === 0}>
      <span>Broken on purpose – {names.join(" · ")}</span>
      {mend}
    </p>
  );
}
