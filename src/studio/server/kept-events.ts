/** What is kept of each event: deliveries at LINE, and what the bot did, as lists, inspections and archives. */
import { LRUCache } from "lru-cache";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import { chatOf, type LineEvent } from "../../line/webhook-events.ts";
import type { Place } from "./chat-types.ts";
import type { RecordedEvent } from "./har.ts";
import {
  inspectionOf,
  seenInside,
  seenOutside,
  summaryOf,
  titleOf,
  type RecordedCall,
  type RecordedWork,
} from "./inspection.ts";
import type { DeliverySummary, Inspection } from "./inspector-types.ts";

export interface KeptEvents {
  /** What happened in a chat, oldest first; each is put together as it is taken. */
  inspections(place: Place): Iterable<Inspection>;
  /** Every event that is kept, newest first, likewise. */
  deliveries(): Iterable<DeliverySummary>;
  /** @returns null for an event that isn't kept. */
  find(id: string): { delivery: DeliverySummary; inspection: Inspection } | null;
  /** With the bodies of all calls, without secrets; events that aren't kept are left out. */
  recorded(ids: readonly string[]): RecordedEvent[];
  /** Adds a call to what the bot did for an event; begins a record where there is none. */
  addCall(id: string, call: RecordedCall): void;
  /** Adds how the event was answered, and how that ended, likewise. */
  addAnswer(id: string, answered: Omit<RecordedWork, "calls">): void;
}

/** As many events as the embedded LINE keeps deliveries. */
const maxKept = 2000;
/** Of all calls and replies that are kept. */
const maxCharacters = 20_000_000;

/** The recorded work by event; the oldest is dropped. */
function createWorkLog() {
  // Read by `peek` only: what is looked at doesn't stay longer for that.
  const works = new LRUCache<string, RecordedWork>({
    max: maxKept,
    maxSize: maxCharacters,
    sizeCalculation: ({ calls, answer }) =>
      calls.reduce((sum, call) => sum + sizeOf(call), 1 + (answer?.reply?.json.length ?? 0)),
  });
  return {
    find: (id: string) => works.peek(id),
    /** Begins a record where there is none. */
    add(id: string, more: (work: RecordedWork) => RecordedWork): void {
      works.set(id, more(works.peek(id) ?? { calls: [] }));
    },
  };
}

const sizeOf = ({ url, request, answer }: RecordedCall) =>
  url.length + request.length + answer.length;

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

/** @param isOwnBot whether the bot is this one; of another, only what passes between it and LINE is known. */
export function createKeptEvents(line: LineEmulator, isOwnBot: boolean): KeptEvents {
  const works = createWorkLog();

  function describe(id: string, deliveries: readonly Delivery[]) {
    const [first] = deliveries;
    if (!first?.event) return null;
    const { channelId, event } = first;
    const work = works.find(id) ?? { calls: [] };
    const handling = isOwnBot ? seenInside(work) : seenOutside(deliveries, work);
    return {
      delivery: () => summaryOf(event, deliveries, handling, placeOf(line, channelId, event)),
      inspection: () => inspectionOf(event, deliveries, handling),
    };
  }

  return {
    *inspections({ account, chatId }) {
      const own = line.deliveries.filter(
        ({ channelId, event }) => channelId === account && event && chatOf(event) === chatId,
      );
      for (const [id, deliveries] of byEvent(own)) {
        const found = describe(id, deliveries);
        if (found) yield found.inspection();
      }
    },
    *deliveries() {
      for (const [id, deliveries] of [...byEvent(line.deliveries)].toReversed()) {
        const found = describe(id, deliveries);
        if (found) yield found.delivery();
      }
    },
    find(id) {
      const deliveries = line.deliveries.filter(({ webhookEventId }) => webhookEventId === id);
      const found = describe(id, deliveries);
      return found && { delivery: found.delivery(), inspection: found.inspection() };
    },
    recorded(ids) {
      const requested = new Set(ids);
      const kept = byEvent(line.deliveries.filter((one) => requested.has(one.webhookEventId)));
      return Array.from(kept, ([id, deliveries]) =>
        recordedEvent(line, id, deliveries, works.find(id)),
      );
    },
    addCall: (id, call) => works.add(id, (work) => ({ ...work, calls: [...work.calls, call] })),
    addAnswer: (id, answered) => works.add(id, (work) => ({ ...work, ...answered })),
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
