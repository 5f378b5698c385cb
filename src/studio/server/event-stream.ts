/** Sends open pages at once what changed in the chats and the inspector, by server-sent events. */
import type { Request, Response } from "express";
import type { Clock, Timer } from "../../clock.ts";
import type { StudioChange } from "./api-types.ts";

const heartbeatMs = 15_000;

export interface EventStream extends Disposable {
  /** Keeps the response open and writes every change to it until the page goes away. */
  open(request: Request, response: Response): void;
}

/** A part of the studio whose changes pages follow. */
interface Source {
  /** @returns the function that ends it. */
  watch(listener: (change: StudioChange) => void): () => void;
}

export function createEventStream(sources: readonly Source[], clock: Clock): EventStream {
  const pages = new Set<Response>();
  let beat: Timer | undefined;
  const send = (text: string) => pages.forEach((page) => page.write(text));
  const notify = (change: StudioChange) => {
    if (pages.size > 0) send(`data: ${JSON.stringify(change)}\n\n`);
  };
  const unwatch = sources.map((source) => source.watch(notify));

  /** Finds pages that vanished without a word, and keeps proxies from closing quiet ones. */
  const keepBeating = () => {
    beat = clock.after(heartbeatMs, () => {
      send(": still here\n\n");
      keepBeating();
    });
  };

  return {
    open(request, response) {
      response.set({
        "content-type": "text/event-stream",
        // Compressed events would wait for more of them.
        "cache-control": "no-store, no-transform",
      });
      response.write("retry: 1000\n\n");
      pages.add(response);
      if (pages.size === 1) keepBeating();
      request.on("close", () => {
        pages.delete(response);
        if (pages.size === 0) beat?.close();
      });
    },
    [Symbol.dispose]() {
      for (const end of unwatch) end();
      beat?.close();
      for (const page of pages) page.end();
      pages.clear();
    },
  };
}
