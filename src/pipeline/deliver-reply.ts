/** Delivers a reply by the event's reply token, or as a push where that is allowed. */
import type { Clock } from "../clock.ts";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";
import {
  retryKeyFor,
  type MessagingClient,
  type PushOutcome,
  type ReplyOutcome,
} from "../line/messaging-client.ts";
import type { EventInbox, QueuedEvent, Slot } from "./events.ts";

export interface DeliveryServices {
  inbox: Pick<EventInbox, "assertHolding" | "assertOwner">;
  messaging: Pick<MessagingClient, "reply" | "push">;
  /** Whether a reply that was certainly not delivered may be pushed, which costs quota. */
  pushFallback: boolean;
  clock: Clock;
}

/** A reply token is valid for one minute from receipt; the difference is for the network. */
export const tokenLifeMs = 55_000;
const maxPushMs = 30_000;

/** @throws {StoreError} when another replica has taken over the event, or may. */
export async function deliverReply(
  services: DeliveryServices,
  queued: QueuedEvent,
  { intent, reply }: { intent: string; reply: SerializedMessages },
  { idle }: Pick<Slot, "idle">,
): Promise<ReplyOutcome> {
  const outcome = await services.messaging.reply(queued.event.replyToken ?? "", reply, {
    withinMs: queued.receivedAt + tokenLifeMs - services.clock.now(),
    idle,
    // A reply after that of the new owner, or after one to a later event, would be out of order.
    beforeAttempt: () => services.inbox.assertHolding(queued.id),
  });
  const isUndelivered = outcome.kind === "refused" || outcome.kind === "too_late";
  // A former attempt may have sent it before it was interrupted.
  if (isUndelivered && queued.attempts > 1) return { kind: "unknown" };
  if (!isTokenExpired(outcome)) return outcome;
  return (await pushInstead(services, queued, { intent, reply })) ?? outcome;
}

const isTokenExpired = (outcome: ReplyOutcome): boolean =>
  outcome.kind === "too_late" || (outcome.kind === "refused" && outcome.reason === "reply_token");

/** @returns null where pushing is not allowed. */
async function pushInstead(
  { inbox, messaging, pushFallback }: DeliveryServices,
  { id, event }: QueuedEvent,
  { intent, reply }: { intent: string; reply: SerializedMessages },
): Promise<PushOutcome | null> {
  const { type, userId } = event.source ?? {};
  if (!pushFallback || type !== "user" || !userId) return null;
  // A token that LINE refuses may be one that a new owner has used: LINE shows a push beside that one's reply.
  await inbox.assertOwner(id);
  return messaging.push(userId, reply, retryKeyFor(event.webhookEventId, 0), {
    withinMs: maxPushMs,
    beforeAttempt: () => inbox.assertHolding(id),
    unit: `reply_${intent}`,
  });
}
