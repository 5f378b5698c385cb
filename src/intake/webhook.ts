/** The way in: a signed request is stored, and only then answered 200. */
import type { RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import { chatOf, parseEnvelope, type Envelope, type LineEvent } from "../line/events.ts";
import { signatureMatches } from "../line/signature.ts";
import type { Log } from "../log.ts";
import { StoreError } from "../store/errors.ts";
import type { IncomingEvent, Inbox, OpenEvent } from "../store/inbox.ts";

/** A LINE channel as its webhook knows it. */
export interface Channel {
  /** The bot's own LINE user id. */
  account: string;
  /** Two of them while one is being replaced. */
  secrets: readonly string[];
}

/**
 * Answers 200 stored or nothing to do · 400 not a webhook's JSON · 401 signature · 503 can't store now.
 * The raw body has to be in `request.body` as a Buffer.
 */
export function createWebhook(options: {
  channel: Channel;
  inbox: Inbox;
  /** Is handed what was stored for the first time. */
  accept(events: readonly OpenEvent[]): void;
  /** Is told of each answer, and how long it took. */
  answered?(status: number, ms: number): void;
  clock: Clock;
  log: Log;
}): RequestHandler {
  const { channel, inbox, accept, clock, log } = options;
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
    const body: unknown = request.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!signatureMatches(channel.secrets, raw, request.get("x-line-signature"))) {
      log.warn({ bytes: raw.length }, "webhook refused: signature missing or wrong");
      answer(401, "signature missing or wrong");
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
    const events = envelope.events.filter(({ mode }) => mode !== "standby").map(incoming);
    try {
      if (events.length > 0) accept(await inbox.put(channel.account, events, receivedAt));
      answer(200);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ reason: error.message }, "webhook refused: the store can't take it");
      answer(503, "can't store now");
    }
  };
}

function incoming(event: LineEvent): IncomingEvent {
  return {
    webhookEventId: event.webhookEventId,
    chat: chatOf(event),
    messageId: event.message?.id ?? null,
    event,
  };
}
