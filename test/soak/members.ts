/** Load of many members who send messages, whether the bot runs or not. */
import type { LineEmulator } from "../../src/emulators/line/index.ts";

interface MemberLoad {
  run(isOver: () => boolean): Promise<void>;
  readonly figures: { redelivered: number; refusedWhileDead: number };
}

const maxAtOnce = 300;
const texts = ["points", "card", "coupons", "help", "history"];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param rate messages per second. @param accepted collects the ids of events that the bot answered 200. */
export function startMemberLoad(
  line: LineEmulator,
  options: {
    crowd: readonly string[];
    rate: number;
    below(limit: number): number;
    accepted: string[];
  },
): MemberLoad {
  const { crowd, rate, below, accepted } = options;
  const figures = { redelivered: 0, refusedWhileDead: 0 };

  async function send(): Promise<void> {
    const who = crowd[below(crowd.length)] ?? "";
    const text = texts[below(texts.length)] ?? "";
    const { status, webhookEventId } = await line.act(who, { type: "text", text });
    if (status !== 200) {
      figures.refusedWhileDead += 1;
      return;
    }
    accepted.push(webhookEventId);
    if (below(50) > 0) return;
    figures.redelivered += 1;
    await line.redeliver(webhookEventId);
  }

  return {
    figures,
    /** Open loop: a slow response doesn't delay the next message until `maxAtOnce` are in flight. */
    async run(isOver) {
      const inFlight = new Set<Promise<void>>();
      const start = performance.now();
      for (let count = 0; !isOver(); count++) {
        const due = start + (count * 1000) / rate - performance.now();
        if (due > 0) await wait(due);
        while (inFlight.size >= maxAtOnce) await Promise.race(inFlight);
        const sending = send();
        inFlight.add(sending);
        void sending.finally(() => inFlight.delete(sending));
      }
      await Promise.all(inFlight);
    },
  };
}
