/** A messaging client with the LINE emulator; back-off passes at once, deadlines only when the test advances the clock. */
import { vi } from "vitest";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { createMessagingClient, type MessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken, type TokenSource } from "../../src/line/stateless-tokens.ts";
import {
  accessToken,
  createLineWorld,
  somchai,
  type LineWorld,
} from "../emulators/line/line-world.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";

export const timeoutMs = 4500;
export const lifeMs = 60_000;
export const prepared = serializeMessages([{ type: "text", text: "สวัสดี 120 points" }]);

export interface ClientWorld extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly lineWorld: LineWorld;
  readonly sender: MessagingClient;
  senderWith(token: TokenSource, apiBaseUrl?: string): MessagingClient;
  /** The number of send requests to LINE. */
  calls(): number;
  /** A new reply token, from a person's message. */
  replyToken(): Promise<string>;
  within(ms?: number): { withinMs: number };
}

/** A clock whose timers fire at once, except deadlines. */
function withoutBackoff(clock: ManualClock): ManualClock {
  return {
    ...clock,
    after(ms, task) {
      const timer = clock.after(ms, task);
      if (ms !== timeoutMs) queueMicrotask(() => clock.turn(ms));
      return timer;
    },
  };
}

export async function createClientWorld(): Promise<ClientWorld> {
  const clock = manualClock();
  // Without jitter no back-off is as long as a deadline.
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const lineWorld = await createLineWorld(clock);
  const { line, log, logged } = lineWorld;
  const senderWith = (token: TokenSource, apiBaseUrl = line.origin) =>
    createMessagingClient({ apiBaseUrl, token, clock: withoutBackoff(clock), log, timeoutMs });
  const sender = senderWith(fixedToken(accessToken));
  return {
    clock,
    lineWorld,
    sender,
    senderWith,
    calls: () => logged.filter(({ method }) => method === "POST").length,
    async replyToken() {
      const { event } = await line.act(somchai, { type: "text", text: "points" });
      return event?.replyToken ?? "";
    },
    within: (ms = lifeMs) => ({ withinMs: ms }),
    async [Symbol.asyncDispose]() {
      random.mockRestore();
      await sender[Symbol.asyncDispose]();
      await lineWorld[Symbol.asyncDispose]();
    },
  };
}
