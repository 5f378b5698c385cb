/** Records what passes between LINE, the bot and the platform for each event. */
import type { Bot } from "../../bot/bot.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { ApiCall } from "../../emulators/line/server.ts";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import type { LoyaltyEmulator } from "../../emulators/loyalty/index.ts";
import type { ReplyOutcome } from "../../line/messaging-client.ts";
import { chatOf } from "../../line/webhook-events.ts";
import type { Place } from "./chat-types.ts";
import { createFaultSwitches } from "./fault-switches.ts";
import { inspectionOf, type RecordedWork } from "./inspection.ts";
import type { Fault, Inspection, InspectorChange, Redelivery } from "./inspector-types.ts";

export interface EventRecorder {
  /** The same bot, with its answers recorded. */
  instrument(bot: Bot): Bot;
  /** @param outcome of the event's reply; null = nothing was sent. */
  ended(webhookEventId: string, outcome: ReplyOutcome | null, ms: number): void;
  /** What happened in a chat, oldest first. */
  inspections(place: Place): Inspection[];
  /** Hands an event to the bot once more. @returns false for an event that isn't kept. */
  redeliver(id: string, how: Redelivery): Promise<boolean>;
  faults(): Fault[];
  /** @returns false for a fault that doesn't exist. */
  setFault(key: string, on: boolean): boolean;
  /** Drops what the bot keeps about somebody, so that it looks them up again. */
  forget(userId: string): void;
  /** @returns the function that ends it. */
  watch(listener: (change: InspectorChange) => void): () => void;
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

/** The delivery that a call answers: by its reply token, or by the chat that it names. */
function deliveryOf({ deliveries }: LineEmulator, { body }: ApiCall): Delivery | undefined {
  const { replyToken, chatId } = body;
  return deliveries.findLast(({ event }) =>
    replyToken === undefined
      ? chatId !== undefined && event?.source?.userId === chatId
      : event?.replyToken === replyToken,
  );
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

/**
 * @param platform null where it is a real one.
 * @param forget drops what the bot keeps about somebody.
 */
export function createEventRecorder(
  line: LineEmulator,
  platform: LoyaltyEmulator | null,
  forget: (userId: string) => void,
): EventRecorder {
  const works = createWorkLog();
  const switches = createFaultSwitches(line, platform);
  const listeners = new Set<(change: InspectorChange) => void>();
  const notify = (change: InspectorChange) => listeners.forEach((listener) => listener(change));

  function inspect(id: string, deliveries: readonly Delivery[]): Inspection | null {
    const event = deliveries[0]?.event;
    return event ? inspectionOf(event, deliveries, works.find(id)) : null;
  }

  /** Only for pages that are open. */
  function notifyAbout(id: string): void {
    if (listeners.size === 0 || !id) return;
    const deliveries = line.deliveries.filter(({ webhookEventId }) => webhookEventId === id);
    const [first] = deliveries;
    const inspection = inspect(id, deliveries);
    if (!first?.event || !inspection) return;
    const place = { account: first.channelId, chatId: chatOf(first.event) };
    notify({ type: "inspection", ...place, inspection });
  }

  function recordCall(made: ApiCall): void {
    const id = deliveryOf(line, made)?.webhookEventId;
    if (!id) return;
    const { call, at, response } = made;
    const { status = null, body = {} } = response ?? {};
    works.of(id).calls.push({ call, at, status, answer: JSON.stringify(body) });
    notifyAbout(id);
  }

  line.watch((change) => {
    if (change.kind === "delivery") notifyAbout(change.delivery.webhookEventId);
    if (change.kind === "call") recordCall(change.made);
  });

  const recording =
    (work: Bot["handle"]): Bot["handle"] =>
    async (account, event, lateAt) => {
      const answer = await work(account, event, lateAt);
      works.of(event.webhookEventId).answer = answer;
      notifyAbout(event.webhookEventId);
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
      const byEvent = Map.groupBy(own, ({ webhookEventId }) => webhookEventId);
      return [...byEvent].flatMap(([id, deliveries]) => inspect(id, deliveries) ?? []);
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
