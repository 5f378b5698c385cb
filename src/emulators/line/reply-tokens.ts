/** Reply tokens: usable once, for one minute after each delivery, and never later than twenty minutes. */
import type { Clock } from "../../clock.ts";
import { randomToken } from "./ids.ts";

/** After each delivery of the event. */
const lifetimeMs = 60_000;
/** After the first delivery of the event. */
const maxLifetimeMs = 20 * 60_000;

/** Far more than a bot leaves unused within twenty minutes. */
const maxUnused = 20_000;

/** The event that a token replies to. */
export interface ReplyTarget {
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

export function createReplyTokens(clock: Clock): ReplyTokens {
  /** Unused tokens, oldest first. */
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
      if (found) found.expiresAt = Math.min(clock.now() + lifetimeMs, found.finalExpiresAt);
    },
    find(token, channelId) {
      const found = tokens.get(token);
      return found?.channelId === channelId && found.expiresAt > clock.now() ? found : undefined;
    },
    use: (token) => void tokens.delete(token),
  };
}
