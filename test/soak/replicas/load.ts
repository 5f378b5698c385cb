/** Load of a soak of replicas: members write in their own chats and in a group, and some deliveries are repeated. */
import { setTimeout as pause } from "node:timers/promises";
import type { LineEmulator } from "../../../src/emulators/line/index.ts";

const maxAtOnce = 300;
const texts = ["points", "card", "coupons", "help", "history"];
/** One in so many. */
const ofGroup = 40;
const repeated = 50;

export interface Load {
  readonly figures: { repeated: number };
  /** Sends events until `isOver`. Open loop: a slow response delays nothing until `maxAtOnce` are in flight. */
  run(isOver: () => boolean): Promise<void>;
}

/** @param rate events a second. @param group the id of a group that the crowd writes in. */
export function createLoad(
  line: Pick<LineEmulator, "compose" | "deliver" | "redeliver">,
  options: {
    crowd: readonly string[];
    group: string;
    rate: number;
    below(limit: number): number;
  },
): Load {
  const { crowd, group, rate, below } = options;
  const figures = { repeated: 0 };

  async function send(): Promise<void> {
    const who = crowd[below(crowd.length)] ?? "";
    const text = texts[below(texts.length)] ?? "";
    const target = below(ofGroup) === 0 ? { chat: group } : {};
    const event = line.compose(who, { type: "text", text }, target);
    const { status } = await line.deliver([event]);
    if (status !== 200 || below(repeated) > 0) return;
    figures.repeated += 1;
    await line.redeliver(event.webhookEventId);
  }

  return {
    figures,
    async run(isOver) {
      const inFlight = new Set<Promise<void>>();
      const start = performance.now();
      for (let count = 0; !isOver(); count++) {
        const due = start + (count * 1000) / rate - performance.now();
        if (due > 0) await pause(due);
        while (inFlight.size >= maxAtOnce) await Promise.race(inFlight);
        const sending = send();
        inFlight.add(sending);
        void sending.finally(() => inFlight.delete(sending));
      }
      await Promise.all(inFlight);
    },
  };
}
