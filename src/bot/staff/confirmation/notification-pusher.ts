/** Pushes what people are still to be told, where that is allowed. */
import { createRounds, type Clock, type Rounds } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Message, SerializedMessages } from "../../../line/messages/prepare-reply.ts";
import type { Log } from "../../../observability/log.ts";
import type { Notices, PushEnd, StoredNotice } from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";
import type { NoticeReader } from "./notifications.ts";

const everyMs = 5000;
const patienceMs = 1000;
/** LINE knows a retry key for 24 hours; after that, trying again could tell it twice. */
const keyLifeMs = 23 * 3_600_000;
/** Where LINE takes no pushes now, all of them rest, longer each time. */
const firstRestMs = 60_000;
const maxRestMs = 3_600_000;

/** @param push sends to somebody, once under one key, however often it is called. */
export function createNoticePushes(options: {
  account: string;
  notices: Pick<Notices, "pushable" | "beginPush" | "endPush">;
  reader: Pick<NoticeReader, "view">;
  lookFor(account: string, lineId: string): Promise<RenderContext>;
  prepare(messages: readonly Message[]): SerializedMessages;
  push(to: string, prepared: SerializedMessages, key: string): Promise<PushEnd>;
  clock: Clock;
  log: Log;
}): Rounds {
  const { account, notices, reader, lookFor, prepare, push, clock, log } = options;
  let restMs = firstRestMs;
  let restsUntil = 0;

  /** @returns what became of it; null where a reply carries it. */
  async function tell(notice: StoredNotice): Promise<PushEnd | null> {
    const { id, lineId, pushKey, pushedAt } = notice;
    const now = clock.now();
    const isOver = pushedAt !== null && now - pushedAt > keyLifeMs;
    const message = isOver ? null : await reader.view(await lookFor(account, lineId), notice);
    if (!(await notices.beginPush(id, now))) return null;
    const end = message ? await push(lineId, prepare([message]), pushKey) : "told";
    await notices.endPush(id, end);
    return end;
  }

  function rest(): void {
    log.warn({ seconds: restMs / 1000 }, "LINE takes no pushes now: they rest");
    restsUntil = clock.now() + restMs;
    restMs = Math.min(restMs * 2, maxRestMs);
  }

  const complain = (error: unknown): null => {
    log.error({ reason: reasonOf(error) }, "a notice could not be pushed");
    return null;
  };

  /** One after the other; what fails keeps nothing else from its turn. */
  return createRounds(clock, { everyMs, patienceMs }, async (stopping) => {
    if (clock.now() < restsUntil) return;
    try {
      for (const notice of await notices.pushable(account)) {
        if (stopping.aborted) return;
        const end = await tell(notice).catch(complain);
        if (end === "told") restMs = firstRestMs;
        if (end === "later") {
          rest();
          return;
        }
      }
    } catch (error) {
      complain(error);
    }
  });
}
