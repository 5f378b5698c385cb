/** A crowd of members that writes, whether the bot lives or not. */
import type { LineEmulator } from "../../src/emulators/line/index.ts";

interface MemberLoad {
  run(isOver: () => boolean): Promise<void>;
  readonly figures: { redelivered: number; refusedWhileDead: number };
}

const maxAtOnce = 300;
const words = ["points", "card", "coupons", "help", "history"];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param rate how many write in a second. @param accepted takes the ids of the events that the bot took. */
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

  async function write(): Promise<void> {
    const who = crowd[below(crowd.length)] ?? "";
    const text = words[below(words.length)] ?? "";
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
    /** What isn't taken doesn't hold up what comes, as long as the machine can follow. */
    async run(isOver) {
      const begun = new Set<Promise<void>>();
      const start = performance.now();
      for (let count = 0; !isOver(); count++) {
        const due = start + (count * 1000) / rate - performance.now();
        if (due > 0) await wait(due);
        while (begun.size >= maxAtOnce) await Promise.race(begun);
        const writing = write();
        begun.add(writing);
        void writing.finally(() => begun.delete(writing));
      }
      await Promise.all(begun);
    },
  };
}
