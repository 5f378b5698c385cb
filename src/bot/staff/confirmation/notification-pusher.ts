/** Periodically pushes the stored notices of an account, with back-off while LINE accepts no pushes. */
import { backoffMs, createPeriodicTask, type Clock, type PeriodicTask } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Message, SerializedMessages } from "../../../line/messages/prepare-reply.ts";
import type { MessagingClient, PushOutcome } from "../../../line/messaging-client.ts";
import type { Log } from "../../../observability/log.ts";
import type { Notices, PushEnd, StoredNotice } from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";
import type { NoticeReader } from "./notifications.ts";

const everyMs = 5000;
const stopTimeoutMs = 1000;
/** What LINE counts notices under. */
const unit = "notice";
/** Time limit for one push, retries included. */
const maxPushMs = 10_000;
/** LINE honours a retry key for 24 hours; a retry after that could deliver the notice twice. */
const retryKeyTtlMs = 23 * 3_600_000;
/** The pause after LINE accepted no push. */
const backoff = { firstMs: 60_000, maxMs: 3_600_000 };

interface PushServices {
  account: string;
  notices: Pick<Notices, "pushable" | "beginPush" | "endPush">;
  reader: Pick<NoticeReader, "view">;
  /** In the recipient's language. */
  renderContextFor(account: string, lineId: string): Promise<RenderContext>;
  prepare(messages: readonly Message[]): SerializedMessages;
  messaging: Pick<MessagingClient, "push">;
  clock: Clock;
}

export function createNoticePushes(services: PushServices & { log: Log }): PeriodicTask {
  const { account, notices, clock, log } = services;
  /** Pauses since LINE last accepted a push. */
  let pauses = 0;
  let pausedUntil = -Infinity;

  function pause(): void {
    pauses += 1;
    const pauseMs = backoffMs(backoff, pauses);
    log.warn({ seconds: pauseMs / 1000 }, "notice pushes paused");
    pausedUntil = clock.monotonic() + pauseMs;
  }

  const logFailure = (error: unknown): null => {
    log.error({ reason: reasonOf(error) }, "notice push failed");
    return null;
  };

  // One at a time; a failed notice doesn't stop the next ones.
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async (stopping) => {
    if (clock.monotonic() < pausedUntil) return;
    try {
      for (const notice of await notices.pushable(account)) {
        if (stopping.aborted) return;
        const end = await pushNotice(services, notice).catch(logFailure);
        if (end === "delivered") pauses = 0;
        if (end === "retry") {
          pause();
          return;
        }
      }
    } catch (error) {
      logFailure(error);
    }
  });
}

/** @returns the result of the push; null when a reply carries the notice, it is gone, or it is left for a later round. */
async function pushNotice(services: PushServices, notice: StoredNotice): Promise<PushEnd | null> {
  const { account, notices, reader, renderContextFor, prepare, messaging, clock } = services;
  const { id, lineId, pushKey, pushedAt } = notice;
  const now = clock.now();
  const isKeyExpired = pushedAt !== null && now - pushedAt > retryKeyTtlMs;
  const message = isKeyExpired
    ? null
    : await reader.view(await renderContextFor(account, lineId), notice);
  if (message === "later" || !(await notices.beginPush(id, now))) return null;
  const until = clock.now() + maxPushMs;
  const end = message
    ? pushEndOf(await messaging.push(lineId, prepare([message]), pushKey, { until, unit }))
    : "delivered";
  await notices.endPush(id, end);
  return end;
}

/** Rate limits, quota and credentials are no fault of the message, so it is pushed again later. */
function pushEndOf(outcome: PushOutcome): PushEnd {
  if (outcome.kind === "sent" || outcome.kind === "unknown") return "delivered";
  if (outcome.kind === "too_late") return "retry";
  return outcome.status === 429 || outcome.reason === "credentials" ? "retry" : "refused";
}
