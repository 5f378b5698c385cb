/** Simulated LINE: gives reply tokens, takes replies and pushes once, and keeps what it has delivered. */
import type { LineEvent } from "../../src/line/webhook-events.ts";

/** A message that LINE has delivered. */
export interface Delivery {
  /** The event that a reply answers; of a push the retry key tells. */
  eventId: string | null;
  retryKey: string | null;
  chat: string;
  messages: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An attempt to send, accepted or not. */
export interface SendAttempt {
  /** The call of the messaging client that sent it. */
  by: string;
  replyToken: string;
  messages: string;
}

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

interface Response {
  status: number;
  text: string;
}

interface Token {
  event: LineEvent;
  chat: string;
  issuedAt: number;
  isUsed: boolean;
}

const answerButton =
  /"data":"(do=(?:%2F(?:yes|no|approve|decline|undo)&|(?:redemption|%2Fredeem)&(?:yes|no|undo)=)[^"]*)"/g;
/** From the last delivery of the event, as LINE's own. */
const tokenLifeMs = 60_000;

export class Line {
  readonly deliveries: Delivery[] = [];
  readonly attempts: SendAttempt[] = [];
  readonly #now: () => number;
  readonly #tokens = new Map<string, Token>();
  readonly #retryKeys = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Gives an event the reply token that its replies are sent with. */
  issue(event: LineEvent, chat: string): LineEvent {
    const replyToken = `token of ${event.webhookEventId}`;
    const issued = { ...event, replyToken };
    this.#tokens.set(replyToken, { event: issued, chat, issuedAt: this.#now(), isUsed: false });
    return issued;
  }

  /** Notes a delivery of the event: a token that isn't used yet is valid from then on. */
  deliver({ replyToken }: LineEvent): void {
    const token = this.#tokens.get(replyToken ?? "");
    if (token) token.issuedAt = this.#now();
  }

  /** @param senderOf names the call that sends with a reply token. */
  answer({ path, headers, body }: Request, senderOf: (replyToken: string) => string): Response {
    if (path === "/v2/bot/message/reply") return this.#reply(String(body), senderOf);
    if (path === "/v2/bot/message/push") {
      return this.#push(String(body), headers["x-line-retry-key"] ?? "");
    }
    if (path.startsWith("/v2/bot/profile/")) {
      return ok({ displayName: "Somebody", language: "en" });
    }
    return ok({});
  }

  /** Data of the buttons by which somebody can answer what they have been asked, or undo it, newest first. */
  buttonsOf(chat: string): string[] {
    const sent = this.deliveries.filter((delivery) => delivery.chat === chat).toReversed();
    return sent.flatMap(({ messages }) =>
      [...messages.matchAll(answerButton)].map(([, data = ""]) => data),
    );
  }

  #reply(body: string, senderOf: (replyToken: string) => string): Response {
    const { replyToken, messages } = JSON.parse(body) as { replyToken: string; messages: unknown };
    const text = JSON.stringify(messages);
    this.attempts.push({ by: senderOf(replyToken), replyToken, messages: text });
    const token = this.#tokens.get(replyToken);
    if (!token || token.isUsed || this.#now() - token.issuedAt > tokenLifeMs) {
      return { status: 400, text: JSON.stringify({ message: "Invalid reply token" }) };
    }
    token.isUsed = true;
    const { webhookEventId: eventId } = token.event;
    this.#keep({ eventId, retryKey: null, chat: token.chat, messages: text });
    return ok({ sentMessages: [] });
  }

  #push(body: string, retryKey: string): Response {
    if (this.#retryKeys.has(retryKey)) return { status: 409, text: "{}" };
    this.#retryKeys.add(retryKey);
    const { to, messages } = JSON.parse(body) as { to: string; messages: unknown };
    const text = JSON.stringify(messages);
    this.#keep({ eventId: null, retryKey, chat: to, messages: text });
    return ok({ sentMessages: [] });
  }

  #keep(delivery: Omit<Delivery, "at">): void {
    this.deliveries.push({ ...delivery, at: this.#now() });
  }
}

const ok = (value: object): Response => ({ status: 200, text: JSON.stringify(value) });
