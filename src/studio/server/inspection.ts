/** Puts together what the inspector shows of one event. */
import type { BotReply } from "../../bot/context.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import { limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Inspection, LineCall } from "./inspector-types.ts";

/** What is known of the bot's work on one event. */
export interface RecordedWork {
  answer?: BotReply;
  calls: LineCall[];
  /** Null = nothing was sent. */
  outcome?: ReplyOutcome | null;
  ms?: number;
}

/** @param deliveries of the event, oldest first. */
export function inspectionOf(
  event: LineEvent,
  deliveries: readonly Delivery[],
  { answer, calls, outcome, ms }: RecordedWork = { calls: [] },
): Inspection {
  const reply = answer?.reply?.json;
  return {
    id: event.webhookEventId,
    at: deliveries[0]?.at ?? event.timestamp,
    ...(event.message && { messageId: event.message.id }),
    type: event.type,
    title: titleOf(event),
    attempts: deliveries.map((delivery) => ({
      at: delivery.at,
      attempt: delivery.attempt,
      body: delivery.body,
      signature: delivery.signature ?? null,
      status: delivery.status,
      ms: delivery.ms,
    })),
    ...(answer && { intent: answer.intent }),
    lookups: [...(answer?.trace ?? [])],
    ...(reply !== undefined && { reply }),
    measures: reply === undefined ? [] : limitUsageOf(JSON.parse(reply) as Message[]),
    calls,
    ...(outcome !== undefined && { outcome: outcomeOf(outcome) }),
    ...(ms !== undefined && { ms }),
  };
}

const maxTitleLength = 80;

/** What was written or tapped, or else what kind of thing it is. */
function titleOf({ type, message, postback }: LineEvent): string {
  const tapped = postback && [...new URLSearchParams(postback.data).values()].join(" ");
  const title = message?.text || tapped || message?.type || type;
  return title.length > maxTitleLength
    ? `${title.slice(0, maxTitleLength).toWellFormed()}…`
    : title;
}

function outcomeOf(outcome: ReplyOutcome | null): string {
  if (!outcome) return "nothing was sent";
  const code = outcome.kind === "refused" ? `refused: ${outcome.reason}` : outcome.kind;
  return code.replaceAll("_", " ");
}
