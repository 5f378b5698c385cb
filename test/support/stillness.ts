/** Lets time on a clock in our hand go by timer by timer: the next one only when nothing moves any more. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { HandClock } from "./clock.ts";

export interface Stillness extends Disposable {
  /** Resolves when nothing moves but by a timer. */
  still(): Promise<void>;
  /** Lets time go by, until `unless` is settled. */
  pass(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
}

/** Each of these is a step of some exchange over a socket. */
const steps = [
  "http.server.request.start",
  "http.server.response.finish",
  "undici:client:connected",
  "undici:request:create",
  "undici:request:headers",
  "undici:request:trailers",
  "undici:request:error",
];
const ends = ["undici:request:trailers", "undici:request:error"];
/** What the system is at work on beside the event loop. */
const beside = new Set(["FSReqCallback", "TCPConnectWrap", "WriteWrap", "ShutdownWrap"]);
/** Rounds of the event loop in which nothing has moved. */
const stillRounds = 12;
/** How long a request on its way may take to arrive when the machine is busy; longer ones are held on purpose. */
const arrivalMs = 50;

/** @param isBusy whether something is at work that can't be seen from here. */
export function createStillness(clock: HandClock, isBusy: () => boolean): Stillness {
  let moved = false;
  const onStep = () => {
    moved = true;
  };
  for (const step of steps) subscribe(step, onStep);
  const requests = new Set<unknown>();
  const onRequest = (message: unknown) => requests.add(requestOf(message));
  const onEnd = (message: unknown) => requests.delete(requestOf(message));
  subscribe("undici:request:create", onRequest);
  for (const end of ends) subscribe(end, onEnd);

  async function still(): Promise<void> {
    let movedAt = performance.now();
    for (let rounds = 0; rounds < stillRounds; rounds++) {
      moved = false;
      await new Promise((resolve) => setImmediate(resolve));
      const isAtWork = isBusy() || process.getActiveResourcesInfo().some((one) => beside.has(one));
      if (moved) movedAt = performance.now();
      const mayArrive = requests.size > 0 && performance.now() - movedAt < arrivalMs;
      if (moved || isAtWork || mayArrive) rounds = -1;
    }
  }

  return {
    still,
    async pass(ms, unless) {
      let over = false;
      const end = () => {
        over = true;
      };
      unless?.then(end, end);
      const until = clock.now() + ms;
      for (;;) {
        await still();
        if (over || clock.now() >= until) return;
        clock.turn(Math.min(until, clock.next ?? until) - clock.now());
      }
    },
    [Symbol.dispose]() {
      for (const step of steps) unsubscribe(step, onStep);
      unsubscribe("undici:request:create", onRequest);
      for (const end of ends) unsubscribe(end, onEnd);
    },
  };
}

const requestOf = (message: unknown): unknown =>
  typeof message === "object" && message !== null && "request" in message ? message.request : null;
