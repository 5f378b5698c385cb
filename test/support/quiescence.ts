/** Advances a manual clock timer by timer, each only once the process is quiescent. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { ManualClock } from "./clock.ts";

export interface Quiescence extends Disposable {
  /** Resolves when nothing but a timer can cause activity. */
  settle(): Promise<void>;
  /** Advances the clock by `ms`, or until `unless` is settled. */
  advance(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
}

/** Diagnostics channels of HTTP traffic: a message on one of them is activity. */
const channels = [
  "http.server.request.start",
  "http.server.response.finish",
  "undici:client:connected",
  "undici:request:create",
  "undici:request:headers",
  "undici:request:trailers",
  "undici:request:error",
];
const ends = ["undici:request:trailers", "undici:request:error"];
/** Pending operations of the system outside the event loop. */
const systemOperations = new Set(["FSReqCallback", "TCPConnectWrap", "WriteWrap", "ShutdownWrap"]);
/** Rounds of the event loop without activity that count as quiescent. */
const quietRounds = 12;
/** How long a request in flight may take on a busy machine; one that takes longer is held back on purpose. */
const arrivalMs = 50;

/**
 * @param isBusy whether there is activity that can't be observed here.
 * @param heldBack how many requests have arrived and aren't answered: they need no time to arrive.
 */
export function createQuiescence(
  clock: ManualClock,
  isBusy: () => boolean,
  heldBack: () => number = () => 0,
): Quiescence {
  let isActive = false;
  const onActivity = () => {
    isActive = true;
  };
  for (const channel of channels) subscribe(channel, onActivity);
  const requests = new Set<unknown>();
  const onRequest = (message: unknown) => requests.add(requestOf(message));
  const onEnd = (message: unknown) => requests.delete(requestOf(message));
  subscribe("undici:request:create", onRequest);
  for (const end of ends) subscribe(end, onEnd);

  async function settle(): Promise<void> {
    let activeAt = performance.now();
    let pendingRounds = 0;
    for (let rounds = 0; ;) {
      isActive = false;
      // Then only something on its way to this process can come, which needs no polling at every turn.
      const isAwaited = rounds >= quietRounds || pendingRounds >= quietRounds;
      await (isAwaited ? setTimeout(1) : setImmediate());
      const isPending =
        isBusy() || process.getActiveResourcesInfo().some((one) => systemOperations.has(one));
      if (isActive) activeAt = performance.now();
      pendingRounds = isActive || !isPending ? 0 : pendingRounds + 1;
      rounds = isActive || isPending ? 0 : rounds + 1;
      const mayArrive = requests.size > heldBack() && performance.now() - activeAt < arrivalMs;
      if (rounds >= quietRounds && !mayArrive) return;
    }
  }

  return {
    settle,
    async advance(ms, unless) {
      let over = false;
      const end = () => {
        over = true;
      };
      unless?.then(end, end);
      const until = clock.now() + ms;
      for (;;) {
        await settle();
        if (over || clock.now() >= until) return;
        clock.turn(Math.min(until, clock.next ?? until) - clock.now());
      }
    },
    [Symbol.dispose]() {
      for (const channel of channels) unsubscribe(channel, onActivity);
      unsubscribe("undici:request:create", onRequest);
      for (const end of ends) unsubscribe(end, onEnd);
    },
  };
}

const requestOf = (message: unknown): unknown =>
  typeof message === "object" && message !== null && "request" in message ? message.request : null;
