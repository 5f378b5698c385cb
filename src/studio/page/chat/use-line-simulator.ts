/** The people of the simulated LINE and the chat that is open, as long as the page lives. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Fault } from "../../server/inspector-types.ts";
import { api, type Everybody } from "../api.ts";
import { openEventStream, type EventStream } from "../event-stream.ts";
import { t } from "../i18n.ts";
import type { Route } from "../route.ts";
import { toast } from "../parts.tsx";
import { useLoaded } from "../requests.tsx";
import { forgetUnsavedTexts } from "../use-unsaved-texts.ts";
import { activeChatAt, type ActiveChat } from "./active-chat.ts";

interface Connection {
  onOpen(): void;
  onError(error: unknown): void;
}

export interface LineSimulator {
  everybody: Everybody | undefined;
  /** What is broken on purpose, and what could be. */
  faults: readonly Fault[];
  onFaults(faults: Fault[]): void;
  /** Absent until it is opened, and where there is no chat. */
  events: EventStream | undefined;
  active: ActiveChat | undefined;
  /** The chat that is kept while another view is shown: what was begun in it stays. */
  kept: ActiveChat | undefined;
  onWriter(userId: string): void;
}

/** @param isThere whether there is a simulated LINE at all. */
export function useLineSimulator(
  isThere: boolean,
  route: Route,
  { onOpen, onError }: Connection,
): LineSimulator {
  const [events] = useState(() => (isThere ? openEventStream() : undefined));
  const [faults, onFaults] = useState<readonly Fault[]>([]);
  const [writers, setWriters] = useState<ReadonlyMap<string, string>>(new Map());
  const people = useLoaded(api.people, isThere ? events : null, onError);
  const { value: everybody, failure, reload } = people;
  useEffect(() => {
    if (failure !== undefined) onError(undefined);
  }, [failure]);
  /** The list is read while the connection is opened, and again when it was lost. */
  const wasOpen = useRef(false);
  // Before the connection can be there, so that its opening isn't missed.
  useLayoutEffect(
    () =>
      events?.subscribe({
        onOpen() {
          onOpen();
          if (wasOpen.current) void reload();
          wasOpen.current = true;
        },
        onLost() {
          onError(undefined);
          // Whoever isn't logged in any more finds out by it.
          void reload();
        },
        onChange(change) {
          if (change.type === "faults") onFaults(change.faults);
          if (change.type === "people") void reload();
          if (change.type === "logged_out") {
            forgetUnsavedTexts();
            location.reload();
          }
        },
      }),
    [],
  );

  const path = route.view === "chat" ? route.path : "";
  const active = everybody && activeChatAt(path, everybody, writers);
  const [keptPath, setKeptPath] = useState("");
  useEffect(() => {
    if (active) setKeptPath(path);
    else if (path && everybody) toast(t("chat.unknown"));
  }, [route, everybody !== undefined]);
  return {
    everybody,
    faults,
    onFaults,
    events,
    active,
    kept: active ?? (everybody && activeChatAt(keptPath, everybody, writers)),
    onWriter: (userId) =>
      setWriters((before) => new Map(before).set(active?.place.chatId ?? "", userId)),
  };
}
