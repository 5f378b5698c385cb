/** Records what passes between LINE, the bot and the platform for each event. */
import type { Bot } from "../../bot/bot.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { LoyaltyEmulator } from "../../emulators/loyalty/index.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import type { HttpExchange } from "../../observability/http-exchange.ts";
import { createEventFinder } from "./event-finder.ts";
import { createFaultSwitches } from "./fault-switches.ts";
import type { RecordedCall } from "./inspection.ts";
import type {
  DeliverySummary,
  Fault,
  Inspection,
  InspectorChange,
  Redelivery,
} from "./inspector-types.ts";
import { createKeptEvents, type KeptEvents } from "./kept-events.ts";
import { recordedLineCall, recordedPlatformCall } from "./recorded-call.ts";

export interface EventRecorder extends Pick<KeptEvents, "inspections" | "deliveries" | "recorded"> {
  /** The same bot, with its answers recorded. */
  instrument(bot: Bot): Bot;
  /** @param outcome of the event's reply; null = nothing was sent. */
  ended(webhookEventId: string, outcome: ReplyOutcome | null, ms: number): void;
  /** @returns null for an event that isn't kept. */
  inspection(id: string): (DeliverySummary & { inspection: Inspection }) | null;
  /** Hands an event to the bot once more. @returns false for an event that isn't kept. */
  redeliver(id: string, how: Redelivery): Promise<boolean>;
  faults(): Fault[];
  /** @returns false for a fault that doesn't exist. */
  setFault(key: string, on: boolean): boolean;
  /** Drops what the bot keeps about somebody, so that it looks them up again; null for a bot that isn't this one. */
  readonly forget: ((userId: string) => void) | null;
  /** @returns the function that ends it. */
  watch(listener: (change: InspectorChange) => void): () => void;
}

/** The platform's calls, and the events that they belong to. */
export interface PlatformCalls {
  /** Calls made by `work`, however deep, are those of this event. */
  during<T>(webhookEventId: string, work: () => T): T;
  /** @param listener called after each call, with the event during whose handling it was made. */
  listen(listener: (made: HttpExchange, webhookEventId: string | undefined) => void): void;
}

/** Of another key than the account's. */
const wrongSignature = "bm90IExJTkUncyBzaWduYXR1cmU=";

async function redeliver(line: LineEmulator, id: string, how: Redelivery): Promise<boolean> {
  const kept = line.deliveries.find(({ webhookEventId }) => webhookEventId === id);
  if (!kept) return false;
  if (how === "redeliver") {
    await line.redeliver(id);
    return true;
  }
  const deliver = (signature?: string) =>
    line.deliver(Buffer.from(kept.body), {
      channel: kept.channelId,
      attempt: kept.attempt + 1,
      ...(signature && { signature }),
    });
  await (how === "twice" ? Promise.all([deliver(), deliver()]) : deliver(wrongSignature));
  return true;
}

/**
 * @param options `platform`: null where it is a real one; `calls`: null where the platform's calls aren't
 * recorded; `forget` drops what the bot keeps about somebody; null for a bot that isn't this one, of which only what
 * passes between it and LINE is known.
 */
export function createEventRecorder(options: {
  line: LineEmulator;
  platform: LoyaltyEmulator | null;
  calls: PlatformCalls | null;
  forget: ((userId: string) => void) | null;
}): EventRecorder {
  const { line, platform, calls, forget } = options;
  const events = createKeptEvents(line, forget !== null);
  const switches = createFaultSwitches(line, platform);
  const listeners = new Set<(change: InspectorChange) => void>();
  const notify = (change: InspectorChange) => listeners.forEach((listener) => listener(change));

  /** Only for pages that are open. */
  function notifyAbout(id: string): void {
    const found = listeners.size > 0 && id ? events.find(id) : null;
    if (!found) return;
    const { account, chatId } = found.delivery;
    notify({ type: "inspection", account, chatId, ...found });
  }

  recordCalls(line, calls, { addCall: events.addCall, notifyAbout });

  const { inspections, deliveries, recorded } = events;
  return {
    inspections,
    deliveries,
    recorded,
    instrument: (bot) =>
      recordAnswers(bot, async (id, handle) => {
        const answer = await (calls ? calls.during(id, handle) : handle());
        events.addAnswer(id, { answer });
        notifyAbout(id);
        return answer;
      }),
    ended(id, outcome, ms) {
      events.addAnswer(id, { outcome, ms });
      notifyAbout(id);
    },
    inspection(id) {
      const found = events.find(id);
      return found && { ...found.delivery, inspection: found.inspection };
    },
    redeliver: (id, how) => redeliver(line, id, how),
    faults: switches.all,
    setFault(key, on) {
      const isKnown = switches.set(key, on);
      if (isKnown) notify({ type: "faults", faults: switches.all() });
      return isKnown;
    },
    forget,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Records every call of LINE's API and of the platform with the event that it belongs to. */
function recordCalls(
  line: LineEmulator,
  calls: PlatformCalls | null,
  { addCall, notifyAbout }: Pick<KeptEvents, "addCall"> & { notifyAbout(id: string): void },
): void {
  const finder = createEventFinder();
  function record(id: string | undefined, call: RecordedCall): void {
    if (id === undefined) return;
    addCall(id, call);
    notifyAbout(id);
  }
  line.watch((change) => {
    if (change.kind === "posting") finder.posting(change.channelId, change.event);
    if (change.kind === "delivery") notifyAbout(change.delivery.webhookEventId);
    if (change.kind === "call") {
      record(finder.ofLineCall(change.made), recordedLineCall(line.origin, change.made));
    }
  });
  calls?.listen((made, webhookEventId) =>
    record(finder.ofPlatformCall(made, webhookEventId), recordedPlatformCall(made)),
  );
}

/** The same bot, each answer of which is made through `record`. */
function recordAnswers(
  bot: Bot,
  record: (id: string, handle: () => ReturnType<Bot["handle"]>) => ReturnType<Bot["handle"]>,
): Bot {
  const recording =
    (work: Bot["handle"]): Bot["handle"] =>
    (account, event, lateAt) =>
      record(event.webhookEventId, () => work(account, event, lateAt));
  return {
    ...bot,
    handle: recording(bot.handle),
    errorReply: recording(bot.errorReply),
    rateLimitReply: recording(bot.rateLimitReply),
  };
}
