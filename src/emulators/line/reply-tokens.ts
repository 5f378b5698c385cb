/** Reply tokens: one use, one minute from each delivery, none after twenty minutes. */
import type { Clock } from "../../clock.ts";
import { randomToken } from "./ids.ts";

const lifeMs = 60_000;
const lastMs = 20 * 60_000;

/** The event that a token answers. */
export interface Answerable {
  readonly channelId: string;
  readonly chatId: string;
  readonly webhookEventId: string;
}

export interface ReplyTokens {
  issue(event: Answerable): string;
  /** The event's delivery was repeated: its token lives a minute from now, if it still may. */
  renew(token: string): void;
  /** The event behind a token that can be used on this channel now. */
  find(token: string, channelId: string): Answerable | undefined;
  use(token: string): void;
}

export function createReplyTokens(clock: Clock): ReplyTokens {
  const live = new Map<string, Answerable & { until: number; last: number }>();
  return {
    issue(event) {
      const now = clock.now();
      // Oldest first: what can never be used again is forgotten.
      for (const [token, { last }] of live) {
        if (last > now) break;
        live.delete(token);
      }
      const token = randomToken();
      live.set(token, { ...event, until: now + lifeMs, last: now + lastMs });
      return token;
    },
    renew(token) {
      const found = live.get(token);
      if (found) found.until = Math.min(clock.now() + lifeMs, found.last);
    },
    find(token, channelId) {
      const found = live.get(token);
      return found?.channelId === channelId && found.until > clock.now() ? found : undefined;
    },
    use: (token) => void live.delete(token),
  };
}
