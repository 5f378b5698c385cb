/** The way in: a signed request is stored, and only then answered 200. */
import type { RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import { chatOf, parseEnvelope, type Envelope, type LineEvent } from "../line/webhook-events.ts";
import { signatureMatches } from "../line/signature.ts";
import { createSeldomWarnings, type Log } from "../observability/log.ts";
import { StoreError } from "../store/errors.ts";
import type { ReceivedEvent, Inbox, QueuedEvent } from "../store/inbox.ts";
import type { Bodies } from "./body-limit.ts";

/** A LINE channel as its webhook knows it. */
export interface WebhookChannel {
  /** The bot's own LINE user id. */
  account: string;
  /** Two of them while one is being replaced. */
  secrets: readonly string[];
}

const unsigned = "signature missing or wrong";

/**
 * Answers 200 stored or nothing to do · 400 not a webhook's JSON · 401 signature · 413 and 415 a body
 * that LINE doesn't send · 503 can't store or hold it now.
 */
export function createWebhook(options: {
  channel: WebhookChannel;
  bodies: Pick<Bodies, "read">;
  inbox: Pick<Inbox, "insertNew">;
  /** Is handed what was stored for the first time. */
  accept(events: readonly QueuedEvent[]): void;
  /** Is told of each answer, and how long it took. */
  answered?(status: number, ms: number): void;
  clock: Clock;
  log: Log;
}): RequestHandler {
  const { channel, bodies, inbox, accept, clock, log } = options;
  const warn = createSeldomWarnings(log, clock);
  let isNoted = false;

  function noteDestination(destination: string | undefined): void {
    if (!destination || destination === channel.account || isNoted) return;
    isNoted = true;
    log.warn(
      "webhooks name another account than this token's: secret and token may be of two channels",
    );
  }

  return async function webhook(request, response) {
    const receivedAt = clock.now();
    const answer = (status: number, message?: string) => {
      if (message === undefined) response.status(status).end();
      else response.status(status).json({ message });
      options.answered?.(status, clock.now() - receivedAt);
    };
    const refuse = (status: number, reason: string) => {
      warn(`webhook refused: ${reason}`);
      answer(status, reason);
    };
    const signature = request.get("x-line-signature");
    // At once: nothing of a body that can't be LINE's is worth holding.
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
    noteDestination(envelope.destination);
    if (envelope.unreadable > 0)
      log.warn({ events: envelope.unreadable }, "unreadable events ignored");
    // In standby another module channel answers.
    const events = envelope.events.filter(({ mode }) => mode !== "standby").map(toReceivedEvent);
    try {
      if (events.length > 0) accept(await inbox.insertNew(channel.account, events, receivedAt));
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
