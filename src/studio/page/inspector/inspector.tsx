/** Beside the phone: what went over the wires for each message, and the switches that break something. */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Fault, Inspection } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import { exactClockText, t } from "../i18n.ts";
import { Button, toast, toastError } from "../parts.tsx";
import type { ActiveChat } from "../chat/active-chat.ts";
import type { EventStream } from "../event-stream.ts";
import { deliveryHash } from "../deliveries/delivery-list.tsx";
import { classes } from "../classes.ts";
import { FaultSwitches } from "./faults.tsx";
import { InspectionDetails, StatusChip } from "./inspection-details.tsx";

/** An entry of the chat whose event is to be shown. */
export interface PickedEntry {
  id: string;
  event?: string | undefined;
}

interface InspectorProps {
  chat: ActiveChat;
  events: EventStream;
  faults: readonly Fault[];
  onFaults(faults: Fault[]): void;
  onError(error: unknown): void;
  picked: PickedEntry | undefined;
  /** Whether the bot is this one, which can be told to forget. */
  isOwnBot: boolean;
}

/** What happened in a chat, oldest first, as long as somebody looks at it. */
function useInspections({ chat: { place }, events, onFaults, onError }: InspectorProps) {
  const [inspections, setInspections] = useState<ReadonlyMap<string, Inspection>>(new Map());
  useEffect(() => {
    let newest = 0;
    /** What was sent while they are read: the answer may be older. */
    let meanwhile = new Map<string, Inspection>();
    const load = async () => {
      const number = (newest += 1);
      meanwhile = new Map();
      const answer = await api.inspections(place);
      if (number !== newest) return;
      setInspections(
        new Map([...answer.inspections.map((one) => [one.id, one] as const), ...meanwhile]),
      );
      onFaults(answer.faults);
    };
    const read = () => void load().catch(onError);
    read();
    const unsubscribe = events.subscribe({
      onOpen: read,
      onChange(change) {
        if (change.type !== "inspection") return;
        if (change.account !== place.account || change.chatId !== place.chatId) return;
        const { inspection } = change;
        meanwhile.set(inspection.id, inspection);
        setInspections((known) => new Map(known).set(inspection.id, inspection));
      },
    });
    return () => {
      newest += 1;
      unsubscribe();
    };
  }, []);
  return inspections;
}

/** Which entries are open: the newest, until another is opened or picked in the chat. */
function useOpenEntries(
  inspections: ReadonlyMap<string, Inspection>,
  picked: PickedEntry | undefined,
  onPicked: () => void,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<{ id: string }>();
  const newest = [...inspections.keys()].at(-1);

  useLayoutEffect(() => setOpen(new Set(newest === undefined ? [] : [newest])), [newest]);
  useLayoutEffect(() => {
    const found = Array.from(inspections.values()).find(
      ({ id, messageId }) => picked && (id === picked.event || messageId === picked.id),
    );
    if (!found) return;
    setOpen(new Set([found.id]));
    setShown({ id: found.id });
    onPicked();
  }, [picked]);
  // When it is open already: an open entry is higher than a closed one.
  useLayoutEffect(() => {
    const row = shown && document.getElementById(`event-${shown.id}`);
    row?.scrollIntoView({ block: "nearest" });
    row?.querySelector("summary")?.focus();
  }, [shown]);

  const [toggle] = useState(() => (id: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  });
  return { open, toggle };
}

export function Inspector(props: InspectorProps) {
  const { chat, faults, picked, isOwnBot } = props;
  const inspections = useInspections(props);
  /** Matters only where the inspector lies below the phone. */
  const [isUnfolded, setUnfolded] = useState(false);
  const { open, toggle } = useOpenEntries(inspections, picked, () => setUnfolded(true));
  const forget = () =>
    void api.forget(chat.userId).then(() => toast(t("inspector.forgotten")), toastError);
  const rows = Array.from(inspections.values(), (inspection) => {
    const { id } = inspection;
    return <EventRow key={id} inspection={inspection} isOpen={open.has(id)} onToggle={toggle} />;
  });
  return (
    <section
      id="inspector"
      class={classes("inspector", isUnfolded && "unfolded")}
      aria-label={t("inspector.title")}
    >
      <header class="panel-header">
        <h2>{t("inspector.title")}</h2>
        <FoldButton isUnfolded={isUnfolded} onFold={() => setUnfolded(!isUnfolded)} />
        <a class="quiet" href="#/deliveries">
          {t("inspector.deliveries")}
        </a>
        {isOwnBot && (
          <Button class="quiet" title={t("inspector.forget.title")} onClick={forget}>
            {t("inspector.forget")}
          </Button>
        )}
      </header>
      <FaultSwitches faults={faults} />
      {rows.length === 0 && <p class="faint none">{t("inspector.empty")}</p>}
      <ol class="events">{rows.toReversed()}</ol>
    </section>
  );
}

const FoldButton = ({ isUnfolded, onFold }: { isUnfolded: boolean; onFold(): void }) => (
  <button
    type="button"
    class="quiet fold"
    aria-expanded={isUnfolded ? "true" : "false"}
    aria-controls="inspector"
    aria-label={t(isUnfolded ? "inspector.hide.label" : "inspector.show.label")}
    onClick={onFold}
  >
    {t(isUnfolded ? "inspector.hide" : "inspector.show")}
  </button>
);

interface EventRowProps {
  inspection: Inspection;
  isOpen: boolean;
  onToggle(id: string): void;
}

/** Rendered again only when it changes. */
function EventRow({ inspection, isOpen, onToggle }: EventRowProps) {
  const { id, at, title, intent, outcome, attempts } = inspection;
  const status = attempts.at(-1)?.status ?? null;
  const onClick = (event: Event) => {
    // What is open is kept here, not by the browser.
    event.preventDefault();
    onToggle(id);
  };
  return useMemo(
    () => (
      <li>
        <details class="event" id={`event-${id}`} open={isOpen}>
          <summary onClick={onClick}>
            <time class="faint">{exactClockText(at)}</time>
            <span class="event-title" dir="auto">
              {title}
            </span>
            {intent && <span class="chip">{intent}</span>}
            <StatusChip status={status} outcome={outcome} />
          </summary>
          {isOpen && <InspectionDetails inspection={inspection} href={deliveryHash(id)} />}
        </details>
      </li>
    ),
    [inspection, isOpen],
  );
}
