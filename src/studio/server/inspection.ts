/** Puts together what the inspector shows of one event. */
import type { BotReply } from "../../bot/context.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import { limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Place } from "./chat-types.ts";
import type { DeliverySummary, Inspection, WireCall } from "./inspector-types.ts";

/** A call with both of its bodies, without secrets. */
export interface RecordedCall extends WireCall {
  /** The request's body as JSON; empty without one. */
  request: string;
}

/** What is known of the bot's work on one event. */
export interface RecordedWork {
  answer?: BotReply;
  calls: RecordedCall[];
  /** Null = nothing was sent. */
  outcome?: ReplyOutcome | null;
  ms?: number;
}

/** How a bot handled an event, as far as can be seen. */
export interface Handling extends Pick<
  Inspection,
  "intent" | "lookups" | "reply" | "outcome" | "ms"
> {
  calls: readonly RecordedCall[];
}

export const seenInside = ({ answer, calls, outcome, ms }: RecordedWork): Handling => ({
  ...(answer && { intent: answer.intent }),
  lookups: [...(answer?.trace ?? [])],
  ...(answer?.reply && { reply: answer.reply.json }),
  ...(outcome !== undefined && { outcome: outcomeOf(outcome) }),
  ...(ms !== undefined && { ms }),
  calls,
});

/** Of a bot that isn't this one: by what LINE got from it. */
export function seenOutside(
  deliveries: readonly Delivery[],
  { calls }: Pick<RecordedWork, "calls">,
): Handling {
  const replied = deliveries.find(({ reply }) => reply);
  const reply = replied?.reply;
  return {
    outcome: reply ? "replied" : "no reply yet",
    ...(reply && { reply: JSON.stringify(reply.messages), ms: reply.at - replied.at }),
    calls,
  };
}

/** @param deliveries of the event, oldest first. */
export function inspectionOf(
  event: LineEvent,
  deliveries: readonly Delivery[],
  { calls, ...handling }: Handling,
): Inspection {
  const { reply } = handling;
  return {
    ...handling,
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
    measures: reply === undefined ? [] : limitUsageOf(JSON.parse(reply) as Message[]),
    calls: inOrder(calls).map(({ request: _request, ...call }) => ({
      ...call,
      answer: call.answer.slice(0, maxAnswerLength).toWellFormed(),
    })),
  };
}

/** Of the event in the list of deliveries. @param names of the people and accounts. */
export function summaryOf(
  event: LineEvent,
  deliveries: readonly Delivery[],
  { intent, outcome, ms }: Handling,
  place: Place & Pick<DeliverySummary, "who" | "to">,
): DeliverySummary {
  return {
    ...place,
    id: event.webhookEventId,
    at: deliveries[0]?.at ?? event.timestamp,
    type: event.type,
    title: titleOf(event),
    ...(intent !== undefined && { intent }),
    ...(outcome !== undefined && { outcome }),
    ...(ms !== undefined && { ms }),
    status: deliveries.at(-1)?.status ?? null,
    attempts: deliveries.length,
  };
}

/** In the order in which they began; they are recorded when they end. */
export const inOrder = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.toSorted((a, b) => a.at - b.at);

const maxAnswerLength = 1000;
const maxTitleLength = 80;

/** What was written or tapped, or else what kind of thing it is. */
export function titleOf({ type, message, postback }: LineEvent): string {
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
