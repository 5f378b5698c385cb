/** Load of many members, who write in their own chats and in a group; some of their messages are redelivered. */
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../src/clock.ts";
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import { lineIdOf } from "../../src/emulators/loyalty/demo/businesses.ts";
import { openPlatformFile } from "../../src/emulators/loyalty/index.ts";

export interface MemberLoad {
  readonly figures: { redelivered: number; refused: number };
  /** Sends messages until `isOver`. Open loop: a slow response delays nothing until `maxAtOnce` are in flight. */
  run(isOver: () => boolean): Promise<void>;
}

/** Enough that no member sends faster than a person does. */
const crowdSize = 600;
const firstOfCrowd = 260;
const maxAtOnce = 300;
const texts = ["points", "card", "coupons", "help", "history"];
/** One message in so many. */
const inGroup = 40;
const redelivered = 50;

/** LINE user ids of the members who write. */
export const crowd: readonly string[] = Array.from({ length: crowdSize }, (_, i) =>
  lineIdOf(`crowd-${firstOfCrowd + i}`),
);

/** Makes the crowd members, some of whom have a birthday. @param platformFile the platform's SQLite file. */
export function enrolCrowd(platformFile: string): void {
  using file = openPlatformFile(platformFile, systemClock);
  file.growTo(firstOfCrowd + crowdSize);
  const today = Temporal.Now.plainDateISO("Asia/Bangkok").toString().slice(4);
  const data = JSON.stringify([{ key: "birthdate", value: `1992${today}` }]);
  using platform = new DatabaseSync(platformFile, { timeout: 5000 });
  platform.prepare("update member set other_data = ? where id % 20 = 0").run(data);
}

/** @param rate messages per second. @param group the id of a group of the crowd; null without one. */
export function createMemberLoad(
  line: Pick<LineEmulator, "compose" | "deliver" | "redeliver">,
  options: { group: string | null; rate: number; below(limit: number): number },
): MemberLoad {
  const { group, rate, below } = options;
  const figures = { redelivered: 0, refused: 0 };

  async function send(): Promise<void> {
    const who = crowd[below(crowd.length)] ?? "";
    const text = texts[below(texts.length)] ?? "";
    const target = group !== null && below(inGroup) === 0 ? { chat: group } : {};
    const event = line.compose(who, { type: "text", text }, target);
    const { status } = await line.deliver([event]);
    if (status !== 200) figures.refused += 1;
    else if (below(redelivered) === 0) {
      figures.redelivered += 1;
      await line.redeliver(event.webhookEventId);
    }
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
