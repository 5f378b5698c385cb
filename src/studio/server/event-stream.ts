/** Sends open pages at once what changed in the chats and the inspector, by server-sent events. */
import type { Request, Response } from "express";
import type { Clock, Timer } from "../../clock.ts";
import type { StudioChange } from "./api-types.ts";

const heartbeatMs = 15_000;
/** What a page has not taken yet, such as on a sleeping machine: beyond it, the page is to connect again and read all. */
const maxBufferedBytes = 1_000_000;

export interface EventStream extends Disposable {
  /**
   * Keeps the response open and writes every change to it until the page goes away.
   * @param isAllowed whether the page may still have it; asked with each heartbeat, and by `recheck`.
   */
  open(request: Request, response: Response, isAllowed: () => Promise<boolean>): void;
  /** Ends the streams of pages that may have them no longer, and tells them so. */
  recheck(): Promise<void>;
}

/** A part of the studio whose changes pages follow. */
interface Source {
  /** @returns the function that ends it. */
  watch(listener: (change: StudioChange) => void): () => void;
}

const eventOf = (change: StudioChange) => `data: ${JSON.stringify(change)}\n\n`;

export function createEventStream(sources: readonly Source[], clock: Clock): EventStream {
  const pages = new Map<Response, () => Promise<boolean>>();
  let beat: Timer | undefined;
  function send(text: string): void {
    for (const page of pages.keys()) {
      if (page.writableLength > maxBufferedBytes) page.destroy();
      else page.write(text);
    }
  }
  const notify = (change: StudioChange) => {
    if (pages.size > 0) send(eventOf(change));
  };
  const unwatch = sources.map((source) => source.watch(notify));

  async function recheck(): Promise<void> {
    for (const [page, isAllowed] of pages) {
      const isOver = !(await isAllowed().catch(() => true));
      // Another check, or the page itself, may have ended it meanwhile.
      if (isOver && pages.delete(page)) page.end(eventOf({ type: "logged_out" }));
    }
  }

  /** Finds pages that vanished without a word, and keeps proxies from closing quiet ones. */
  const keepBeating = () => {
    beat = clock.after(heartbeatMs, () => {
      send(": still here\n\n");
      void recheck();
      keepBeating();
    });
  };

  return {
    recheck,
    open(request, response, isAllowed) {
      response.set({
        "content-type": "text/event-stream",
        // Compressed events would wait for more of them.
        "cache-control": "no-store, no-transform",
        // To nginx, which would collect events before it passes them on.
        "x-accel-buffering": "no",
      });
      if (request.method === "HEAD") {
        // It would have no end, and the next request on the connection no answer.
        response.end();
        return;
      }
      // Of who left before, while they were identified, no `close` would tell.
      if (response.closed) return;
      response.write("retry: 1000\n\n");
      pages.set(response, isAllowed);
      if (!beat) keepBeating();
      request.on("close", () => {
        pages.delete(response);
        if (pages.size > 0) return;
        beat?.close();
        beat = undefined;
      });
    },
    [Symbol.dispose]() {
      for (const end of unwatch) end();
      beat?.close();
      for (const page of pages.keys()) page.end();
      pages.clear();
    },
  };
}
