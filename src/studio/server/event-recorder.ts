/** Records what goes over the bot's wires for each event, and holds the switches that break something on purpose. */
import type { BotReply } from "../../bot/context.ts";
import type { Bot } from "../../bot/bot.ts";
import type { LoyaltyEmulator, Fault as PlatformFault } from "../../emulators/loyalty/index.ts";
import type { ApiCall } from "../../emulators/line/server.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { LineFault } from "../../emulators/line/faults.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import { chatOf, type LineEvent } from "../../line/webhook-events.ts";
import { limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import type { Place } from "./chat-types.ts";
import type {
  Fault,
  Inspection,
  InspectorChange,
  LineCall,
  Redelivery,
} from "./inspector-types.ts";

/** What is known of the bot's work on one event. */
interface RecordedWork {
  answer?: BotReply;
  calls: LineCall[];
  outcome?: ReplyOutcome | null;
  ms?: number;
}

export interface EventRecorder {
  /** The same bot, with its answers noted. */
  instrument(bot: Bot): Bot;
  /** @param outcome of the event's reply; null = nothing was sent. */
  ended(webhookEventId: string, outcome: ReplyOutcome | null, ms: number): void;
  /** What happened in a chat, oldest first. */
  inspections(place: Place): Inspection[];
  /** Hands an event to the bot once more. @returns false for an event that isn't kept. */
  redeliver(id: string, how: Redelivery): Promise<boolean>;
  faults(): Fault[];
  /** @returns false for a fault that isn't there. */
  setFault(key: string, on: boolean): boolean;
  /** Drops what the bot keeps about somebody, so that it asks anew. */
  forget(userId: string): void;
  /** @returns the function that ends the watching. */
  watch(listener: (change: InspectorChange) => void): () => void;
}

/** As many events as the embedded LINE keeps deliveries. */
const maxKept = 2000;

/** The platform's faults by key; slow is slower than a member's patience, and faster than the deadline. */
const platformFaults: Readonly<Record<string, { label: string; fault: PlatformFault }>> = {
  "platform-slow": { label: "slow", fault: { kind: "latency", ms: 2000 } },
  "platform-down": { label: "down", fault: { kind: "error" } },
  "platform-401": { label: "401", fault: { kind: "unauthorized" } },
};

const lineFaults: Readonly<Record<string, { label: string; fault: LineFault }>> = {
  "line-500": { label: "500", fault: { call: "reply", answer: 500 } },
  "line-429": { label: "429", fault: { call: "reply", answer: 429 } },
  "line-silent": { label: "silent", fault: { call: "reply", answer: "silent" } },
};

const listed = (
  side: Fault["side"],
  all: Readonly<Record<string, { label: string }>>,
  on: ReadonlyMap<string, unknown>,
): Fault[] =>
  Object.entries(all).map(([key, { label }]) => ({ key, side, label, on: on.has(key) }));

/** @param forget drops what the bot keeps about somebody. @param platform null where it is a real one. */
export function createEventRecorder(
  line: LineEmulator,
  platform: LoyaltyEmulator | null,
  forget: (userId: string) => void,
): EventRecorder {
  const works = new Map<string, RecordedWork>();
  const listeners = new Set<(change: InspectorChange) => void>();
  const switchedOn = new Map<string, () => void>();

  function workOn(id: string): RecordedWork {
    const known = works.get(id);
    if (known) return known;
    const work: RecordedWork = { calls: [] };
    works.set(id, work);
    const [oldest] = works.keys();
    if (works.size > maxKept && oldest !== undefined) works.delete(oldest);
    return work;
  }

  /** Only what somebody looks at is put together. */
  function tell(id: string): void {
    if (listeners.size === 0 || !id) return;
    const deliveries = line.deliveries.filter(({ webhookEventId }) => webhookEventId === id);
    const [first] = deliveries;
    if (!first?.event) return;
    const inspection = inspected(first.event, deliveries, works.get(id));
    const place = { account: first.channelId, chatId: chatOf(first.event) };
    for (const listener of listeners) listener({ type: "inspection", ...place, inspection });
  }

  line.watch((change) => {
    if (change.kind === "delivery") tell(change.delivery.webhookEventId);
    if (change.kind === "call") noteCall(change.made);
  });

  function noteCall({ call, at, body, response }: ApiCall): void {
    const { replyToken, chatId } = body;
    const about = line.deliveries.findLast(({ event }) =>
      replyToken === undefined
        ? chatId !== undefined && event?.source?.userId === chatId
        : event?.replyToken === replyToken,
    );
    if (!about?.webhookEventId) return;
    const { status = null, body: said = {} } = response ?? {};
    workOn(about.webhookEventId).calls.push({ call, at, status, answer: JSON.stringify(said) });
    tell(about.webhookEventId);
  }

  const noting =
    (work: Bot["handle"]): Bot["handle"] =>
    async (account, event, lateAt) => {
      const answer = await work(account, event, lateAt);
      workOn(event.webhookEventId).answer = answer;
      tell(event.webhookEventId);
      return answer;
    };

  function faults() {
    return [
      ...(platform ? listed("platform", platformFaults, switchedOn) : []),
      ...listed("LINE", lineFaults, switchedOn),
    ];
  }

  /** @returns the function that switches it off. */
  function switchOn(key: string): (() => void) | undefined {
    const ofLine = lineFaults[key];
    if (ofLine) return line.faults.add(ofLine.fault);
    const ofPlatform = platformFaults[key];
    if (!ofPlatform || !platform) return undefined;
    platform.faults.add(ofPlatform.fault);
    return () => {
      platform.faults.clear();
      for (const [other] of switchedOn) {
        const left = platformFaults[other];
        if (left && other !== key) platform.faults.add(left.fault);
      }
    };
  }

  return {
    instrument: (bot) => ({
      ...bot,
      handle: noting(bot.handle),
      errorReply: noting(bot.errorReply),
      rateLimitReply: noting(bot.rateLimitReply),
    }),
    ended(id, outcome, ms) {
      Object.assign(workOn(id), { outcome, ms });
      tell(id);
    },
    inspections({ account, chatId }) {
      const byEvent = Map.groupBy(
        line.deliveries.filter(
          ({ channelId, event }) => channelId === account && event && chatOf(event) === chatId,
        ),
        ({ webhookEventId }) => webhookEventId,
      );
      return [...byEvent].flatMap(([id, deliveries]) => {
        const event = deliveries[0]?.event;
        return event ? [inspected(event, deliveries, works.get(id))] : [];
      });
    },
    async redeliver(id, how) {
      const kept = line.deliveries.find(({ webhookEventId }) => webhookEventId === id);
      if (!kept) return false;
      if (how === "redeliver") {
        await line.redeliver(id);
        return true;
      }
      const attempt = kept.attempt + 1;
      const once = (signature?: string) =>
        line.deliver(Buffer.from(kept.body), {
          channel: kept.channelId,
          attempt,
          ...(signature && { signature }),
        });
      await (how === "twice"
        ? Promise.all([once(), once()])
        : once("bm90IExJTkUncyBzaWduYXR1cmU="));
      return true;
    },
    faults,
    setFault(key, on) {
      if (!faults().some((fault) => fault.key === key)) return false;
      switchedOn.get(key)?.();
      switchedOn.delete(key);
      const off = on ? switchOn(key) : undefined;
      if (off) switchedOn.set(key, off);
      for (const listener of listeners) listener({ type: "faults", faults: faults() });
      return true;
    },
    forget,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function inspected(
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
  const words = message?.text || tapped || message?.type || type;
  return words.length > maxTitleLength
    ? `${words.slice(0, maxTitleLength).toWellFormed()}…`
    : words;
}

function outcomeOf(outcome: ReplyOutcome | null): string {
  if (!outcome) return "nothing was sent";
  const code = outcome.kind === "refused" ? `refused: ${outcome.reason}` : outcome.kind;
  return code.replaceAll("_", " ");
}
