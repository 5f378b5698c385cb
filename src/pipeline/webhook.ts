/** Receives LINE webhooks: verifies the signature, stores the events, and only then answers 200. */
import type { RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import { chatOf, parseEnvelope, type Envelope, type LineEvent } from "../line/webhook-events.ts";
import { isSignature, signatureMatches } from "../line/signature.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import { StoreError } from "../store/errors.ts";
import type { Bodies } from "./body-limit.ts";
import type { EventInbox, ReceivedEvent, StoredEvent } from "./events.ts";

/** What a webhook needs of its LINE channel. */
export interface WebhookChannel {
  /** The bot's own LINE user id. */
  account: string;
  /** Channel secrets; two during a rotation. */
  secrets: readonly string[];
}

const unsigned = "signature missing or wrong";

/**
 * Status codes: 200 stored, or nothing to do; 400 not a webhook's JSON; 401 signature missing or wrong;
 * 413 body too large; 415 compressed; 503 the store is unavailable or too many bodies are in memory.
 */
export function createWebhook(options: {
  channel: WebhookChannel;
  bodies: Pick<Bodies, "read">;
  inbox: Pick<EventInbox, "insertNew">;
  /** The next stage: receives the events that were stored for the first time. */
  onStored(events: readonly StoredEvent[]): void;
  /** Called with the status of each response and its duration in milliseconds. */
  onResponse?(status: number, ms: number): void;
  clock: Clock;
  log: Log;
}): RequestHandler {
  const { channel, bodies, inbox, onStored, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  const eventsIn = createEventReader(options);

  return async function webhook(request, response) {
    const receivedAt = clock.now();
    const answer = (status: number, message?: string) => {
      if (message === undefined) response.status(status).end();
      else response.status(status).json({ message });
      options.onResponse?.(status, clock.now() - receivedAt);
    };
    const refuse = (status: number, reason: string) => {
      warn(`webhook refused: ${reason}`);
      answer(status, reason);
    };
    const signature = request.get("x-line-signature");
    // Before the body is read: without what can be a signature it is not from LINE.
    if (!isSignature(signature)) {
      refuse(401, unsigned);
      return;
    }
    const body = await bodies.read(request);
    if (body === null) return;
    if (!Buffer.isBuffer(body)) {
      if (body.status === 503) response.set("Connection", "close");
      refuse(body.status, body.reason);
      return;
    }
    if (!signatureMatches(channel.secrets, body, signature)) {
      refuse(401, unsigned);
      return;
    }
    const events = eventsIn(body);
    if (!events) {
      answer(400, "not a webhook's JSON");
      return;
    }
    try {
      // A `200` says that they are on the disk.
      if (events.length > 0) onStored(await inbox.insertNew(channel.account, events, receivedAt));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ reason: error.message }, "webhook refused: the store can't take it");
      answer(503, "can't store now");
      return;
    }
    answer(200);
  };
}

/** Reads the events that concern the bot from a verified body; null = it isn't a webhook's JSON. */
function createEventReader({
  channel,
  log,
}: Pick<Parameters<typeof createWebhook>[0], "channel" | "log">) {
  let isDestinationWarned = false;

  function checkDestination(destination: string | undefined): void {
    if (!destination || destination === channel.account || isDestinationWarned) return;
    isDestinationWarned = true;
    log.warn(
      "webhooks name another account than this token's: secret and token may be of two channels",
    );
  }

  return (body: Buffer): ReceivedEvent[] | null => {
    let envelope: Envelope;
    try {
      envelope = parseEnvelope(body);
    } catch {
      log.warn({ bytes: body.length }, "webhook refused: not a webhook's JSON");
      return null;
    }
    checkDestination(envelope.destination);
    const { unreadable } = envelope;
    if (unreadable > 0) log.warn({ events: unreadable }, "unreadable events ignored");
    return envelope.events.filter(concernsUs).map(toReceivedEvent);
  };
}

/** Events in standby mode are answered by another module channel; what was written before may be unsent then, too. */
const concernsUs = ({ mode, type }: LineEvent): boolean => mode !== "standby" || type === "unsend";

function toReceivedEvent(event: LineEvent): ReceivedEvent {
  return {
    webhookEventId: event.webhookEventId,
    chat: chatOf(event),
    messageId: event.message?.id ?? null,
    event,
  };
}
