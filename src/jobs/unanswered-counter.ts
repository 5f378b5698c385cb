/** Counts what nobody could answer, after its reply: in the background, one after another. */
import { unknown } from "../bot/intents/unknown.ts";
import { isCommand, normalizeEvent, withoutEmojiNames } from "../bot/routing/text-normalizer.ts";
import type { AskerNames } from "../bot/routing/unanswered-text.ts";
import { lastDays } from "../bot/views/dates.ts";
import { withTimeout, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import type { Unanswered } from "../store/unanswered.ts";

/** So many days count together when it is told whether enough people have asked. */
const windowDays = 30;
/** What comes while so many wait isn't counted: a platform that hangs must not fill the memory. */
const maxWaiting = 1000;
const stopTimeoutMs = 1000;

/** Who asked, as far as it is known. */
type Asker =
  | { kind: "member"; profile: AskerNames }
  | { kind: "unknown" | "ambiguous" | "inactive" };

export interface UnansweredCounter {
  /** An event was answered by an intent. Costs nothing where that isn't the fallback. */
  answered(event: LineEvent, intent: string): void;
  /** Counts what is waiting, as far as that goes at once. */
  stop(): Promise<void>;
}

/** @param options `languageOf`: of a text by a person. */
export function createUnansweredCounter(options: {
  account: string;
  unanswered: Pick<Unanswered, "add">;
  members: { cached(lineId: string): Asker | null; lookup(lineId: string): Promise<Asker> };
  languageOf(text: string, lineId: string): string;
  timeZone: string;
  clock: Clock;
  log: Log;
}): UnansweredCounter {
  const { account, unanswered, members, languageOf, timeZone, clock, log } = options;
  let waiting = 0;
  let isStopped = false;
  let last: Promise<void> = Promise.resolve();

  async function count(text: string, asker: string): Promise<void> {
    if (isStopped) return;
    // Loaded with the first text that nobody could answer.
    const { countableText } = await import("../bot/routing/unanswered-text.ts");
    // What needs no lookup is found out before one.
    if (countableText(text, null) === null) return;
    const found = members.cached(asker) ?? (await members.lookup(asker));
    // Whose name isn't known may have written it.
    if (found.kind !== "member" && found.kind !== "unknown") return;
    const counted = countableText(text, found.kind === "member" ? found.profile : null);
    if (counted === null) return;
    const at = clock.now();
    const days = lastDays(windowDays, at, timeZone);
    const [from = ""] = days;
    const language = languageOf(counted, asker);
    await unanswered.add(account, {
      text: counted,
      language,
      asker,
      day: days.at(-1) ?? "",
      from,
      at,
    });
  }

  return {
    answered(event, intent) {
      if (intent !== unknown.name || waiting >= maxWaiting) return;
      const { source, type } = event;
      if (type !== "message" || !source?.userId) return;
      const normalized = withoutEmojiNames(normalizeEvent(event));
      const text = normalized.message?.type === "text" ? normalized.message.text : undefined;
      if (text === undefined || isCommand(normalized)) return;
      const asker = source.userId;
      waiting += 1;
      last = last
        .then(() => count(text, asker))
        .catch((error: unknown) => {
          log.debug({ reason: reasonOf(error) }, "a text that wasn't answered isn't counted");
        })
        .finally(() => {
          waiting -= 1;
        });
    },
    async stop() {
      // A lookup may take longer than a stop may.
      await withTimeout(clock, stopTimeoutMs, last).catch(() => {});
      isStopped = true;
    },
  };
}
