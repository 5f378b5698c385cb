/** Receives LINE webhooks: verifies the signature, stores the events, and only then answers 200. */
import type { RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import { chatOf, parseEnvelope, type Envelope, type LineEvent } from "../line/webhook-events.ts";
import { signatureMatches } from "../line/signature.ts";
import { createSeldomWarnings, type Log } from "../observability/log.ts";
import { StoreError } from "../store/errors.ts";
import type { Bodies } from "./body-limit.ts";
import type { EventInbox, QueuedEvent, ReceivedEvent } from "./events.ts";

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
  onStored(events: readonly QueuedEvent[]): void;
  /** Called with the status of each response and its duration in milliseconds. */
  onResponse?(status: number, ms: number): void;
  clock: Clock;
  log: Log;
}): RequestHandler {
  const { channel, bodies, inbox, onStored, clock, log } = options;
  const warn = createSeldomWarnings(log, clock);
  let isDestinationWarned = false;

  function checkDestination(destination: string | undefined): void {
    if (!destination || destination === channel.account || isDestinationWarned) return;
    isDestinationWarned = true;
    log.warn(
      "webhooks name another account than this token's: secret and token may be of two channels",
    );
  }

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
    // Before the body is read: without a signature it is not from LINE.
    if (!signature) {
      refuse(401, unsigned);
      return;
    }
    const raw = await bodies.read(request);
    if (raw === null) return;
    if (!Buffer.isBuffer(raw)) {
      if (raw.status === 503) response.set("Connection", "close");
      refuse(raw.status, raw.reason);
      return;
    }
    if (!signatureMatches(channel.secrets, raw, signature)) {
      refuse(401, unsigned);
      return;
    }
    let envelope: Envelope;
    try {
      envelope = parseEnvelope(raw);
    } catch {
      log.warn({ bytes: raw.length }, "webhook refused: not a webhook's JSON");
      answer(400, "not a webhook's JSON");
      return;
    }
    checkDestination(envelope.destination);
    if (envelope.unreadable > 0)
      log.warn({ events: envelope.unreadable }, "unreadable events ignored");
    // Events in standby mode are answered by another module channel.
    const events = envelope.events.filter(({ mode }) => mode !== "standby").map(toReceivedEvent);
    try {
      if (events.length > 0) onStored(await inbox.insertNew(channel.account, events, receivedAt));
      answer(200);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ reason: error.message }, "webhook refused: the store can't take it");
      answer(503, "can't store now");
    }
  };
}

function toReceivedEvent(event: LineEvent): ReceivedEvent {
  return {
    webhookEventId: event.webhookEventId,
    chat: chatOf(event),
    messageId: event.message?.id ?? null,
    event,
  };
}
