/** Collects the events that an inbox hands out. */
import type { EventConsumer, StoredEvent } from "../../src/store/inbox.ts";

export interface EventCollector<E> extends EventConsumer<E> {
  events: StoredEvent<E>[];
}

/** @param room how many chats it accepts at once. */
export function collectEvents<E = unknown>(room = 128): EventCollector<E> {
  const events: StoredEvent<E>[] = [];
  return {
    events,
    accept: (accepted) => void events.push(...accepted),
    room: () => room,
    failed(reason) {
      throw reason;
    },
  };
}
