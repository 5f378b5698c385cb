/** Sends open pages at once what changed in the chats and the inspector, by server-sent events. */
import type { Request, Response } from "express";
import type { Clock, Timer } from "../../clock.ts";
import type { SimulatorChange } from "./chat-types.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { InspectorChange } from "./inspector-types.ts";
import type { LineSimulator } from "./line-simulator.ts";

const heartbeatMs = 15_000;

export interface EventStream extends Disposable {
  /** Keeps the response open and writes every change to it until the page goes away. */
  open(request: Request, response: Response): void;
}

export function createEventStream(
  simulator: LineSimulator,
  recorder: EventRecorder,
  clock: Clock,
): EventStream {
  const pages = new Set<Response>();
  let beat: Timer | undefined;
  const send = (text: string) => pages.forEach((page) => page.write(text));
  const notify = (change: SimulatorChange | InspectorChange) => {
    if (pages.size > 0) send(`data: ${JSON.stringify(change)}\n\n`);
  };
  const unwatch = [simulator.watch(notify), recorder.watch(notify)];

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
