/** Subscribes the parts of the page to the changes that the server sends as they happen. */
import type { StudioChange } from "../server/api-types.ts";

interface Listener {
  onChange?(change: StudioChange): void;
  /** The connection is there (again): what came in between must be read. */
  onOpen?(): void;
  onLost?(): void;
}

export interface EventStream {
  /** @returns the function that ends it. */
  subscribe(listener: Listener): () => void;
}

const retryMs = 2000;

/** Connects for as long as the page lives. */
export function openEventStream(): EventStream {
  const listeners = new Set<Listener>();
  const notify = (one: (listener: Listener) => void) => [...listeners].forEach(one);

  function connect(): void {
    const source = new EventSource("live");
    source.addEventListener("open", () => notify((listener) => listener.onOpen?.()));
    source.addEventListener("message", ({ data }) => {
      const change: StudioChange = JSON.parse(data);
      notify((listener) => listener.onChange?.(change));
    });
    source.addEventListener("error", () => {
      notify((listener) => listener.onLost?.());
      // The browser tries again by itself after a broken connection, but not after a refusal.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, retryMs);
    });
  }

  connect();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
