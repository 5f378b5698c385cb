/** Periodically pushes the stored notices of an account that may be pushed, with back-off while LINE accepts no pushes; or leaves them to replies. */
import { backoffMs, createPeriodicTask, type Clock, type PeriodicTask } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Message, SerializedMessages } from "../../../line/messages/prepare-reply.ts";
import type { MessagingClient, PushOutcome } from "../../../line/messaging-client.ts";
import type { Log } from "../../../observability/log.ts";
import {
  isReminder,
  type Notices,
  type PushEnd,
  type StoredNotice,
} from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";
import type { ReminderPushes } from "../rules/reminders.ts";
import type { NoticeReader } from "./notices.ts";

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

/**
 * What became of a push. `unclear`: LINE may have taken it, so it stays claimed, and is repeated under its key. `gone`: it
 * can't be told any more, and nothing was pushed now.
 */
type PushResult = PushEnd | "unclear" | "gone";

interface PushServices {
  account: string;
  notices: Pick<Notices, "pushable" | "beginPush" | "endPush">;
  reader: Pick<NoticeReader, "view">;
  /** In the recipient's language. */
  renderContextFor(lineId: string): Promise<RenderContext>;
  prepare(messages: readonly Message[]): SerializedMessages;
  messaging: Pick<MessagingClient, "push">;
  /** Null = reminders are left to replies. */
  reminders: ReminderPushes | null;
  /** Whether all other notices are pushed. */
  pushesAll: boolean;
  clock: Clock;
}

export function createNoticePushes(services: PushServices & { log: Log }): PeriodicTask {
  const { account, notices, reminders, clock, log } = services;
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

  // One at a time; a notice that failed, or whose push is unclear, doesn't stop the next ones.
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async (stopping) => {
    if (clock.monotonic() < pausedUntil) return;
    try {
      const ends = new Set<PushResult | null>();
      await reminders?.plan(await notices.pushable(account), stopping);
      for (const notice of await notices.pushable(account)) {
        if (stopping.aborted) return;
        if (!isPushedAtAll(services, notice)) {
          // Claimed before such pushes were turned off: nobody else would ever release it.
          if (notice.pushedAt !== null) await notices.endPush(notice.id, "retry");
          continue;
        }
        if (isReminder(notice) && !(await reminders?.mayPush(notice))) continue;
        const end = await pushNotice(services, notice, stopping).catch((error: unknown) =>
          stopping.aborted ? null : logFailure(error),
        );
        if (end === "delivered") pauses = 0;
        if (end === "delivered" && isReminder(notice)) reminders?.pushed();
        if (end === "gone" && isReminder(notice)) await reminders?.gone(notice);
        ends.add(end);
        if (end === "retry") break;
      }
      if (ends.has("retry") || (ends.has("unclear") && !ends.has("delivered"))) pause();
    } catch (error) {
      logFailure(error);
    }
  });
}

const isPushedAtAll = (
  { reminders, pushesAll }: Pick<PushServices, "reminders" | "pushesAll">,
  notice: StoredNotice,
): boolean => (isReminder(notice) ? reminders !== null : pushesAll);

/**
 * Where pushes are off: once, leaves to replies what pushes had claimed before they were turned off. Nobody else would
 * ever release it, and one that LINE never confirmed may not have been seen.
 */
export function createPushRelease({
  account,
  notices,
  clock,
  log,
}: Pick<PushServices, "account" | "clock"> & {
  notices: Pick<Notices, "pushable" | "endPush">;
  log: Log;
}): PeriodicTask {
  let isDone = false;
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async () => {
    if (isDone) return;
    try {
      const claimed = (await notices.pushable(account)).filter(({ pushedAt }) => pushedAt !== null);
      for (const { id } of claimed) await notices.endPush(id, "retry");
      isDone = true;
    } catch (error) {
      log.error({ reason: reasonOf(error) }, "releasing notices failed");
    }
  });
}

/**
 * @param stopping no further attempt begins then; what was claimed is pushed by the next leader, under its key.
 * @returns the result of the push; null when a reply carries the notice, it is gone, or it is left for a later round.
 */
async function pushNotice(
  services: PushServices,
  notice: StoredNotice,
  stopping: AbortSignal,
): Promise<PushResult | null> {
  const { notices, reader, renderContextFor, prepare, messaging, clock } = services;
  const { id, lineId, pushKey, pushedAt } = notice;
  const now = clock.now();
  const isKeyExpired = pushedAt !== null && now - pushedAt > retryKeyTtlMs;
  const message = isKeyExpired ? null : await reader.view(await renderContextFor(lineId), notice);
  const isLeft = message === "later" || message === "foreign";
  if (isLeft || !(await notices.beginPush(id, now))) return null;
  if (!message) {
    await notices.endPush(id, "delivered");
    return "gone";
  }
  const options = {
    withinMs: maxPushMs,
    beforeAttempt: () => stopping.throwIfAborted(),
    unit,
  };
  const end = pushEndOf(await messaging.push(lineId, prepare([message]), pushKey, options));
  // Where an earlier push was unclear, one that LINE doesn't take now tells nothing of what became of that.
  const isClaimed = end === "unclear" || (end === "retry" && pushedAt !== null);
  if (!isClaimed) await notices.endPush(id, end);
  return end;
}

/** Rate limits, quota and credentials are no fault of the message, so it is pushed again later. */
function pushEndOf(outcome: PushOutcome): Exclude<PushResult, "gone"> {
  if (outcome.kind === "sent") return "delivered";
  if (outcome.kind === "unknown") return "unclear";
  if (outcome.kind === "too_late") return "retry";
  return outcome.status === 429 || outcome.reason === "credentials" ? "retry" : "refused";
}
