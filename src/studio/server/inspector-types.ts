/** What the server tells the page about events: what went over each wire, and what is broken on purpose. */
import type { TraceEntry } from "../../bot/tracing/trace-entry.ts";
import type { LimitUsage } from "../../line/messages/limit-usage-type.ts";
import type { Place } from "./chat-types.ts";

/** One time that the bot was handed an event. */
export interface DeliveryAttempt {
  /** Milliseconds since 1970. */
  at: number;
  /** 1, or more for a repetition. */
  attempt: number;
  /** The request's body, as it was sent. */
  body: string;
  /** The header `x-line-signature`; null where none was sent. */
  signature: string | null;
  /** The bot's HTTP status; null when nothing answered. */
  status: number | null;
  /** How long the bot took to answer. */
  ms: number;
}

/** One call of the bot's about an event, without secrets. */
export interface WireCall {
  to: "platform" | "LINE";
  /** Such as `reply`, or the name of a platform operation. */
  call: string;
  method: string;
  url: string;
  /** Milliseconds since 1970. */
  at: number;
  ms: number;
  /** The HTTP status; null when there was no answer. */
  status: number | null;
  /** The start of the answer's body. */
  answer: string;
}

/** All that is known of one event and its answer. */
export interface Inspection {
  /** The webhook event's id. */
  id: string;
  at: number;
  /** Of the message that it brought, if any. */
  messageId?: string;
  /** Such as `message` or `postback`. */
  type: string;
  /** What it is about, in a few words. */
  title: string;
  attempts: DeliveryAttempt[];
  /** Which of the bot's intents answered; absent until one did. */
  intent?: string;
  /** Absent where the bot can't be looked into. */
  lookups?: TraceEntry[];
  /** The messages of the answer as JSON; absent where nothing was said. */
  reply?: string;
  measures: LimitUsage[];
  /** In the order in which they began. */
  calls: WireCall[];
  /** What became of the answer, in a word or two. */
  outcome?: string;
  /** From the webhook to the end. */
  ms?: number;
}

/** One event in the list of deliveries. */
export interface DeliverySummary
  extends Place, Pick<Inspection, "id" | "at" | "type" | "title" | "intent" | "outcome" | "ms"> {
  /** The person's name, and the group's where they wrote in one. */
  who: string;
  /** The account's name. */
  to: string;
  /** The bot's HTTP status at the last attempt; null when nothing answered. */
  status: number | null;
  /** How often the bot was handed it. */
  attempts: number;
}

/** How an event is handed to the bot once more. */
export type Redelivery = "redeliver" | "wrong signature" | "twice";

/** Something that can be broken on purpose. */
export interface Fault {
  key: string;
  side: "platform" | "LINE";
  label: string;
  on: boolean;
}

export type InspectorChange =
  | ({ type: "inspection"; inspection: Inspection; delivery: DeliverySummary } & Place)
  | { type: "faults"; faults: Fault[] };
