/** Accepts the accounts' replies and pushes: validates them as LINE does, shows them in the chats and counts them towards the quota. */
import type { Clock } from "../../clock.ts";
import { faultsOf, type Message } from "../../line/messages/prepare-reply.ts";
import type { Accounts, Person } from "./accounts.ts";
import type { Chats } from "./chats.ts";
import { messageIds, randomToken } from "./ids.ts";
import { createNewest } from "./newest.ts";
import {
  type ApiRequest,
  type ApiResponse,
  errorResponse,
  invalidBody,
  invalidMessages,
  invalidReplyToken,
  ok,
  quotaReached,
  type RequestBody,
} from "./operation.ts";

/** Messages that were accepted in one call. */
export interface SentMessages {
  readonly way: "reply" | "push";
  readonly channelId: string;
  readonly chatId: string;
  /** The event that was replied to. */
  readonly webhookEventId?: string;
  readonly messages: readonly Message[];
  /** The unit under which LINE counts who opened and tapped them; absent unless the bot named one. */
  readonly aggregationUnit?: string;
  /** False if the user had blocked the account; LINE accepts the messages nevertheless. */
  readonly shown: boolean;
  /** Clock milliseconds. */
  readonly at: number;
}

interface Dependencies {
  readonly accounts: Accounts;
  readonly chats: Chats;
  readonly replyTokens: ReplyTokens;
  readonly clock: Clock;
  readonly allowHttpImages: boolean;
  readonly quota: number | undefined;
  readonly onSent: (sent: SentMessages) => void;
}

/** A push's request body, read. */
interface Push {
  readonly messages: readonly Message[];
  readonly aggregationUnit?: string;
}

/** Of messages, as JSON: 60 MB as objects at most. */
const kept = { items: 2000, characters: 20_000_000 };
const maxRecipients = 500;

export class Outbox {
  readonly #parts: Dependencies;
  readonly #sent = createNewest<SentMessages>(kept);
  readonly #used = new Map<string, number>();
  /** Names of aggregation units by channel and month. */
  readonly #units = new Map<string, Set<string>>();
  readonly #retryKeys: ReturnType<typeof createRetryKeys>;
  readonly #nextMessageId: ReturnType<typeof messageIds>;

  constructor(parts: Dependencies) {
    this.#parts = parts;
    this.#retryKeys = createRetryKeys(parts.clock);
    this.#nextMessageId = messageIds(parts.clock.now() + 1_000_000_000_000);
  }

  /** The last accepted messages, oldest first. */
  get sent(): readonly SentMessages[] {
    return this.#sent.items;
  }

  /** Messages counted towards the quota: one per recipient of a push. */
  quotaUsed(channelId: string): number {
    return this.#used.get(channelId) ?? 0;
  }

  /** Validates `messages` without sending them. */
  validate(body: RequestBody): ApiResponse {
    const messages = this.#messagesIn(body);
    return "status" in messages ? messages : ok();
  }

  reply(channelId: string, body: RequestBody): ApiResponse {
    const { replyTokens } = this.#parts;
    const { replyToken } = body;
    if (typeof replyToken !== "string" || replyToken === "") {
      return invalidBody([{ message: "May not be empty", property: "replyToken" }]);
    }
    const messages = this.#messagesIn(body);
    if ("status" in messages) return messages;
    const event = replyTokens.find(replyToken, channelId);
    if (!event) return invalidReplyToken;
    replyTokens.use(replyToken);
    const sentMessages = this.#deliver({ way: "reply", ...event, messages });
    return ok({ sentMessages });
  }

  /** Sends without a reply token, once for each retry key. */
  send(
    way: "push" | "multicast" | "broadcast",
    { channel: { id }, body, retryKey, requestId }: ApiRequest,
  ): ApiResponse {
    return this.#retryKeys.runOnce(id, retryKey, requestId, () => {
      switch (way) {
        case "push":
          return this.#push(id, body);
        case "multicast":
          return this.#multicast(id, body);
        case "broadcast":
          return this.#broadcast(id, body);
      }
    });
  }

  #push(channelId: string, body: RequestBody): ApiResponse {
    const { accounts } = this.#parts;
    const { to } = body;
    if (typeof to !== "string" || to === "") {
      return invalidBody([{ message: "May not be empty", property: "to" }]);
    }
    const push = this.#pushIn(body);
    if ("status" in push) return push;
    const group = accounts.group(to);
    if (!group && !accounts.person(to)) return errorResponse(400, "Failed to send messages");
    const reached = group?.members.length ?? (accounts.isBlocked(channelId, to) ? 0 : 1);
    if (!this.#countTowardsQuota(channelId, reached)) return quotaReached;
    return ok({ sentMessages: this.#deliver({ way: "push", channelId, chatId: to, ...push }) });
  }

  #multicast(channelId: string, body: RequestBody): ApiResponse {
    const { accounts } = this.#parts;
    const { to } = body;
    if (!Array.isArray(to) || to.length < 1 || to.length > maxRecipients) {
      const message = `Size must be between 1 and ${maxRecipients}`;
      return invalidBody([{ message, property: "to" }]);
    }
    const push = this.#pushIn(body);
    if ("status" in push) return push;
    const recipients = accounts.people.filter(({ userId }) => to.includes(userId));
    return this.#sendToAll(channelId, recipients, push);
  }

  #broadcast(channelId: string, body: RequestBody): ApiResponse {
    const messages = this.#messagesIn(body);
    if ("status" in messages) return messages;
    return this.#sendToAll(channelId, this.#parts.accounts.people, { messages });
  }

  /** The names of the units of this month's pushes. */
  aggregationUnits(channelId: string): string[] {
    return [...(this.#units.get(this.#monthKey(channelId)) ?? [])];
  }

  #monthKey(channelId: string): string {
    return `${channelId}/${new Date(this.#parts.clock.now()).toISOString().slice(0, 7)}`;
  }

  #sendToAll(channelId: string, recipients: readonly Person[], push: Push): ApiResponse {
    const { accounts } = this.#parts;
    const reached = recipients.filter(({ userId }) => !accounts.isBlocked(channelId, userId));
    if (!this.#countTowardsQuota(channelId, reached.length)) return quotaReached;
    for (const { userId } of recipients) {
      this.#deliver({ way: "push", channelId, chatId: userId, ...push });
    }
    return ok();
  }

  /** Shows the messages in the chat and stores them. @returns their ids. */
  #deliver(one: Omit<SentMessages, "at" | "shown">): { id: string; quoteToken?: string }[] {
    const { accounts, clock, onSent } = this.#parts;
    const at = clock.now();
    const shown = !accounts.isBlocked(one.channelId, one.chatId);
    const ids = one.messages.map((message) => {
      const id = this.#nextMessageId();
      if (shown) this.#show(one, { id, at, message });
      const isQuotable = ["text", "textV2", "sticker", "image", "video"].includes(message.type);
      return isQuotable ? { id, quoteToken: randomToken(24) } : { id };
    });
    const entry = { ...one, shown, at };
    if (one.aggregationUnit !== undefined) {
      const key = this.#monthKey(one.channelId);
      this.#units.set(key, (this.#units.get(key) ?? new Set()).add(one.aggregationUnit));
    }
    this.#sent.add(entry, JSON.stringify(one.messages).length);
    onSent(entry);
    return ids;
  }

  #show(
    { channelId, chatId, way, webhookEventId }: Omit<SentMessages, "at" | "shown">,
    item: { id: string; at: number; message: Message },
  ): void {
    this.#parts.chats.add(channelId, chatId, {
      kind: "from_account",
      ...item,
      way,
      ...(webhookEventId === undefined ? {} : { webhookEventId }),
    });
  }

  /** Counts a push's recipients; false when that would exceed the quota. */
  #countTowardsQuota(channelId: string, recipients: number): boolean {
    const { quota = Infinity } = this.#parts;
    const sum = this.quotaUsed(channelId) + recipients;
    if (sum > quota) return false;
    this.#used.set(channelId, sum);
    return true;
  }

  #pushIn(body: RequestBody): Push | ApiResponse {
    const messages = this.#messagesIn(body);
    if ("status" in messages) return messages;
    const { customAggregationUnits: units = [] } = body;
    if (!Array.isArray(units) || units.length > 1 || !units.every(isAggregationUnit)) {
      const message = "must be at most one name of 1 to 30 letters, digits and underscores";
      return invalidBody([{ message, property: "customAggregationUnits" }]);
    }
    const [aggregationUnit] = units as string[];
    return { messages, ...(aggregationUnit !== undefined && { aggregationUnit }) };
  }

  #messagesIn(body: RequestBody): readonly Message[] | ApiResponse {
    return messagesIn(body, this.#parts.allowHttpImages);
  }
}

const isAggregationUnit = (unit: unknown): boolean =>
  typeof unit === "string" && /^[a-zA-Z0-9_]{1,30}$/.test(unit);

/** LINE refuses half of a surrogate pair, wherever it stands in a message. */
function surrogateFaults(message: unknown): { property: string; rule: string }[] {
  const json = JSON.stringify(message);
  if (!json.includes("\\ud")) return [];
  let isWellFormed = true;
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === "string") isWellFormed &&= value.isWellFormed();
    return value;
  });
  return isWellFormed ? [] : [{ property: "", rule: "must be well-formed text" }];
}

/** The messages, or the error response. */
function messagesIn(body: RequestBody, allowHttpImages: boolean): readonly Message[] | ApiResponse {
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length < 1 || messages.length > 5) {
    return invalidBody([{ message: "Size must be between 1 and 5", property: "messages" }]);
  }
  const faults = messages.flatMap((message, i) =>
    [...faultsOf(message, { allowHttpImages }), ...surrogateFaults(message)].map(
      ({ property, rule }) => ({ message: i, property, rule }),
    ),
  );
  return faults.length > 0 ? invalidMessages(faults) : (messages as Message[]);
}

const retryKeyLifetimeMs = 24 * 60 * 60_000;
/** More pushes than a chat of a demo brings in a day. */
const maxKeys = 20_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface RetryKeys {
  /**
   * Runs `work`, unless a call with the same key was accepted before: then responds with 409, the earlier
   * request's id and its body. Without a key `work` always runs.
   */
  runOnce(
    channelId: string,
    retryKey: string | undefined,
    requestId: string,
    work: () => ApiResponse,
  ): ApiResponse;
}

/** Makes pushes idempotent: a call is accepted once per retry key within a day, as at LINE. */
function createRetryKeys(clock: Clock): RetryKeys {
  /** Accepted calls by channel and key, oldest first. */
  const accepted = new Map<
    string,
    { requestId: string; response: ApiResponse; expiresAt: number }
  >();
  return {
    runOnce(channelId, retryKey, requestId, work) {
      if (retryKey === undefined) return work();
      if (!uuid.test(retryKey)) return errorResponse(400, "The retry key must be a UUID");
      const now = clock.now();
      for (const [key, { expiresAt }] of accepted) {
        if (expiresAt > now && accepted.size < maxKeys) break;
        accepted.delete(key);
      }
      const key = `${channelId}/${retryKey.toLowerCase()}`;
      const earlier = accepted.get(key);
      if (earlier) {
        return {
          status: 409,
          headers: { "x-line-accepted-request-id": earlier.requestId },
          body: { message: "The retry key is already accepted", ...earlier.response.body },
        };
      }
      const response = work();
      if (response.status < 300) {
        accepted.set(key, { requestId, response, expiresAt: now + retryKeyLifetimeMs });
      }
      return response;
    },
  };
}

/** After each delivery of the event. */
const lifetimeMs = 60_000;
/** After the first delivery of the event. */
const maxLifetimeMs = 20 * 60_000;

/** Far more than a bot leaves unused within twenty minutes. */
const maxUnused = 20_000;

/** The event that a token replies to. */
interface ReplyTarget {
  readonly channelId: string;
  readonly chatId: string;
  readonly webhookEventId: string;
}

interface IssuedToken extends ReplyTarget {
  /** Clock milliseconds. */
  expiresAt: number;
  /** No renewal goes beyond this time, in clock milliseconds. */
  readonly finalExpiresAt: number;
}

export interface ReplyTokens {
  issue(event: ReplyTarget): string;
  /** Extends the token after a redelivery of its event. */
  renew(token: string): void;
  /** The event of a token that can be used on this channel now. */
  find(token: string, channelId: string): ReplyTarget | undefined;
  use(token: string): void;
}

/** Reply tokens: usable once, for one minute after each delivery, and never later than twenty minutes. */
export function createReplyTokens(clock: Clock): ReplyTokens {
  /** Unused tokens, those whose event was delivered longest ago first: of too many these go. */
  const tokens = new Map<string, IssuedToken>();
  return {
    issue(event) {
      const now = clock.now();
      for (const [token, { finalExpiresAt }] of tokens) {
        if (finalExpiresAt > now && tokens.size < maxUnused) break;
        tokens.delete(token);
      }
      const token = randomToken();
      const finalExpiresAt = now + maxLifetimeMs;
      tokens.set(token, { ...event, expiresAt: now + lifetimeMs, finalExpiresAt });
      return token;
    },
    renew(token) {
      const found = tokens.get(token);
      if (!found) return;
      found.expiresAt = Math.min(clock.now() + lifetimeMs, found.finalExpiresAt);
      tokens.delete(token);
      tokens.set(token, found);
    },
    find(token, channelId) {
      const found = tokens.get(token);
      return found?.channelId === channelId && found.expiresAt > clock.now() ? found : undefined;
    },
    use: (token) => void tokens.delete(token),
  };
}
