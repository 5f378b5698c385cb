/** Beside the phone: what went over the wires for each message, and the switches that break something. */
import type { Place } from "../../server/line-simulator.ts";
import type { Again, BenchChange, Fault, Inspection } from "../../server/inspector.ts";
import { api } from "../api.ts";
import { button, byId, el } from "../dom.ts";
import { inspectionDetails, statusChip } from "./inspection-details.ts";
import { toast } from "../toast.ts";

export interface Inspector {
  open(place: Place, userId: string): Promise<void>;
  refresh(): Promise<void>;
  change(change: BenchChange): void;
  /** Shows the event behind an entry of the chat. */
  pick(entry: { id: string; event?: string | undefined }): void;
}

const because = (error: unknown) => toast(error instanceof Error ? error.message : "Not done");

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

const again = (id: string, how: Again) => void api.again(id, how).catch(because);

function faultSwitch({ key, label, on }: Fault): HTMLElement {
  const made = button("switch", label, () => void api.setFault(key, !on).catch(because));
  made.setAttribute("aria-pressed", String(on));
  made.dataset["fault"] = key;
  return made;
}

export function createInspector(): Inspector {
  const place = byId("inspector", HTMLElement);
  const banner = byId("fault-banner", HTMLElement);
  const switches = el("div", { class: "switches" });
  const list = el("ol", { class: "events" });
  const none = el("p", { class: "faint none" }, "Write something, and see here what it sets off.");
  let shown: { place: Place; userId: string } | undefined;
  /** What somebody opened; the newest one else. */
  let chosen: string | undefined;
  const events = new Map<string, Inspection>();
  const drawn = new Map<string, { from: string; row: HTMLElement }>();

  const forget = button("quiet", "Forget what is kept", () => {
    if (!shown) return;
    api.forget(shown.userId).then(() => toast("The bot looks everything up anew"), because);
  });
  forget.title = "Member and language are looked up again at the next message";
  place.append(
    el("header", { class: "bench-head" }, el("h2", {}, "Inspector"), forget),
    switches,
    none,
    list,
  );

  function showFaults(faults: readonly Fault[]): void {
    const groups = Map.groupBy(faults, ({ side }) => side);
    const focused = document.activeElement?.getAttribute("data-fault");
    switches.replaceChildren(
      ...Array.from(groups, ([side, own]) =>
        el(
          "div",
          { class: "switch-group", attributes: { role: "group", "aria-label": `${side} fails` } },
          el("span", { class: "switch-side" }, side === "LINE" ? "LINE" : "Platform"),
          ...own.map(faultSwitch),
        ),
      ),
    );
    const keep = Array.from(switches.querySelectorAll<HTMLElement>("[data-fault]"));
    keep.find((one) => one.dataset["fault"] === focused)?.focus();

    const on = faults.filter((fault) => fault.on);
    banner.hidden = on.length === 0;
    const names = on.map(
      ({ side, label }) => `${side === "LINE" ? "LINE" : "the platform"}: ${label}`,
    );
    banner.replaceChildren(
      el("span", {}, `Broken on purpose – ${names.join(" · ")}`),
      button("quiet", "Mend everything", () => {
        for (const { key } of on) api.setFault(key, false).catch(because);
      }),
    );
  }

  function eventRow(one: Inspection, isOpen: boolean): HTMLElement {
    const details = el("details", { class: "event", attributes: { id: `event-${one.id}` } });
    details.open = isOpen;
    details.append(
      el(
        "summary",
        {},
        el("time", { class: "faint" }, timeFormat.format(one.at)),
        el("span", { class: "event-title", attributes: { dir: "auto" } }, one.title),
        one.intent ? el("span", { class: "chip" }, one.intent) : undefined,
        statusChip(one),
      ),
    );
    let isFilled = false;
    const fill = () => {
      if (!details.open || isFilled) return;
      isFilled = true;
      details.append(inspectionDetails(one, (how) => again(one.id, how)));
    };
    details.addEventListener("toggle", fill);
    // What somebody chose stays open when something newer comes.
    details.querySelector("summary")?.addEventListener("click", () => {
      chosen = details.open ? undefined : one.id;
    });
    fill();
    return el("li", {}, details);
  }

  function draw(): void {
    none.hidden = events.size > 0;
    const newest = [...events.keys()].at(-1);
    const rows = Array.from(events.values(), (one) => {
      const isOpen = one.id === (chosen ?? newest);
      const from = JSON.stringify([one, isOpen]);
      const known = drawn.get(one.id);
      if (known?.from === from) return known.row;
      const row = eventRow(one, isOpen);
      drawn.set(one.id, { from, row });
      return row;
    });
    list.replaceChildren(...rows.toReversed());
  }

  const refresh = async () => {
    const asked = shown;
    if (!asked) return;
    const { inspections, faults } = await api.inspections(asked.place);
    if (asked !== shown) return;
    events.clear();
    for (const one of inspections) events.set(one.id, one);
    showFaults(faults);
    draw();
  };

  return {
    async open(next, userId) {
      const isNew = shown?.place.chatId !== next.chatId || shown.place.account !== next.account;
      shown = { place: next, userId };
      if (!isNew) return;
      chosen = undefined;
      events.clear();
      drawn.clear();
      draw();
      await refresh();
    },
    refresh,
    change(change) {
      if (change.type === "faults") {
        showFaults(change.faults);
        return;
      }
      const { account, chatId, inspection } = change;
      if (shown?.place.chatId !== chatId || shown.place.account !== account) return;
      if (!events.has(inspection.id)) chosen = undefined;
      events.set(inspection.id, inspection);
      draw();
    },
    pick({ id, event }) {
      const found = Array.from(events.values()).find(
        (one) => one.id === event || one.messageId === id,
      );
      if (!found) return;
      chosen = found.id;
      draw();
      const row = document.getElementById(`event-${found.id}`);
      row?.scrollIntoView({ block: "nearest" });
      row?.querySelector("summary")?.focus();
    },
  };
}
