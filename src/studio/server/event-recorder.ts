/** Records what passes between LINE, the bot and the platform for each event. */
import type { Bot } from "../../bot/bot.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import type { LoyaltyEmulator } from "../../emulators/loyalty/index.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import { chatOf, type LineEvent } from "../../line/webhook-events.ts";
import type { Place } from "./chat-types.ts";
import type { HttpExchange } from "../../observability/http-exchange.ts";
import { createEventFinder } from "./event-finder.ts";
import { createFaultSwitches } from "./fault-switches.ts";
import type { RecordedEvent } from "./har.ts";
import {
  inspectionOf,
  seenInside,
  seenOutside,
  summaryOf,
  titleOf,
  type Handling,
  type RecordedCall,
  type RecordedWork,
} from "./inspection.ts";
import type {
  DeliverySummary,
  Fault,
  Inspection,
  InspectorChange,
  Redelivery,
} from "./inspector-types.ts";
import { recordedLineCall, recordedPlatformCall } from "./recorded-call.ts";

export interface EventRecorder {
  /** The same bot, with its answers recorded. */
  instrument(bot: Bot): Bot;
  /** @param outcome of the event's reply; null = nothing was sent. */
  ended(webhookEventId: string, outcome: ReplyOutcome | null, ms: number): void;
  /** What happened in a chat, oldest first. */
  inspections(place: Place): Inspection[];
  /** Every event that is kept, newest first. */
  deliveries(): DeliverySummary[];
  /** @returns null for an event that isn't kept. */
  inspection(id: string): (DeliverySummary & { inspection: Inspection }) | null;
  /** With the bodies of all calls, without secrets; events that aren't kept are left out. */
  recorded(ids: readonly string[]): RecordedEvent[];
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

/** As many events as the embedded LINE keeps deliveries. */
const maxKept = 2000;
/** Of another key than the account's. */
const wrongSignature = "bm90IExJTkUncyBzaWduYXR1cmU=";

/** The recorded work by event; the oldest is dropped. */
function createWorkLog() {
  const works = new Map<string, RecordedWork>();
  return {
    find: (id: string) => works.get(id),
    /** Begins a record where there is none. */
    of(id: string): RecordedWork {
      const known = works.get(id);
      if (known) return known;
      const work: RecordedWork = { calls: [] };
      works.set(id, work);
      const [oldest] = works.keys();
      if (works.size > maxKept && oldest !== undefined) works.delete(oldest);
      return work;
    },
  };
}

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

/** The deliveries of each event that is kept, oldest event first. */
const byEvent = (deliveries: readonly Delivery[]) =>
  Map.groupBy(
    deliveries.filter(({ event }) => event),
    ({ webhookEventId }) => webhookEventId,
  );

/** Where an event happened, with the names of who takes part. */
function placeOf({ accounts }: LineEmulator, channelId: string, event: LineEvent) {
  const chatId = chatOf(event);
  const userId = event.source?.userId ?? chatId;
  const person = accounts.person(userId)?.displayName ?? userId;
  const group = accounts.group(chatId);
  return {
    account: channelId,
    chatId,
    who: group ? `${person}, ${group.name ?? chatId}` : person,
    to: accounts.channel(channelId).displayName,
  };
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
  const works = createWorkLog();
  const finder = createEventFinder();
  const switches = createFaultSwitches(line, platform);
  const listeners = new Set<(change: InspectorChange) => void>();
  const notify = (change: InspectorChange) => listeners.forEach((listener) => listener(change));
  const deliveriesOf = (id: string) =>
    line.deliveries.filter(({ webhookEventId }) => webhookEventId === id);

  function handlingOf(id: string, deliveries: readonly Delivery[]): Handling {
    const work = works.find(id) ?? { calls: [] };
    return forget ? seenInside(work) : seenOutside(deliveries, work);
  }

  function summary(id: string, deliveries: readonly Delivery[]): DeliverySummary | null {
    const [first] = deliveries;
    if (!first?.event) return null;
    const { channelId, event } = first;
    return summaryOf(
      event,
      deliveries,
      handlingOf(id, deliveries),
      placeOf(line, channelId, event),
    );
  }

  function inspect(id: string, deliveries: readonly Delivery[]): Inspection | null {
    const event = deliveries[0]?.event;
    return event ? inspectionOf(event, deliveries, handlingOf(id, deliveries)) : null;
  }

  /** Only for pages that are open. */
  function notifyAbout(id: string): void {
    if (listeners.size === 0 || !id) return;
    const deliveries = deliveriesOf(id);
    const inspection = inspect(id, deliveries);
    const delivery = summary(id, deliveries);
    if (!delivery || !inspection) return;
    const { account, chatId } = delivery;
    notify({ type: "inspection", account, chatId, inspection, delivery });
  }

  function record(id: string | undefined, call: RecordedCall): void {
    if (id === undefined) return;
    works.of(id).calls.push(call);
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

  const recording =
    (work: Bot["handle"]): Bot["handle"] =>
    async (account, event, lateAt) => {
      const { webhookEventId: id } = event;
      const handle = () => work(account, event, lateAt);
      const answer = await (calls ? calls.during(id, handle) : handle());
      works.of(id).answer = answer;
      notifyAbout(id);
      return answer;
    };

  return {
    instrument: (bot) => ({
      ...bot,
      handle: recording(bot.handle),
      errorReply: recording(bot.errorReply),
      rateLimitReply: recording(bot.rateLimitReply),
    }),
    ended(id, outcome, ms) {
      Object.assign(works.of(id), { outcome, ms });
      notifyAbout(id);
    },
    inspections({ account, chatId }) {
      const own = line.deliveries.filter(
        ({ channelId, event }) => channelId === account && event && chatOf(event) === chatId,
      );
      return [...byEvent(own)].flatMap(([id, deliveries]) => inspect(id, deliveries) ?? []);
    },
    deliveries: () =>
      [...byEvent(line.deliveries)]
        .flatMap(([id, deliveries]) => summary(id, deliveries) ?? [])
        .toReversed(),
    inspection(id) {
      const deliveries = deliveriesOf(id);
      const inspection = inspect(id, deliveries);
      const delivery = summary(id, deliveries);
      return delivery && inspection && { ...delivery, inspection };
    },
    recorded(ids) {
      const wanted = new Set(ids);
      const kept = byEvent(line.deliveries.filter((one) => wanted.has(one.webhookEventId)));
      return Array.from(kept, ([id, deliveries]) =>
        recordedEvent(line, id, deliveries, works.find(id)),
      );
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

function recordedEvent(
  { accounts }: LineEmulator,
  id: string,
  deliveries: readonly Delivery[],
  { calls, ms }: RecordedWork = { calls: [] },
): RecordedEvent {
  const event = deliveries[0]?.event;
  return {
    id,
    title: event ? titleOf(event) : id,
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      url: accounts.channel(delivery.channelId).webhookUrl(id, delivery.attempt),
    })),
    calls,
    ms,
  };
}
