/** A sender in front of an embedded LINE, on a clock where only deadlines wait for the test. */
import { vi } from "vitest";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { createMessagingClient, type MessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken, type TokenSource } from "../../src/line/channel-access-tokens.ts";
import { accessToken, setStage, somchai, type Stage } from "../emulators/line/line-world.ts";
import { handClock, type HandClock } from "../support/clock.ts";

export const timeoutMs = 5000;
export const lifeMs = 60_000;
export const prepared = serializeMessages([{ type: "text", text: "สวัสดี 120 points" }]);

export interface Sending extends AsyncDisposable {
  readonly clock: HandClock;
  readonly stage: Stage;
  readonly sender: MessagingClient;
  senderWith(token: TokenSource, apiBaseUrl?: string): MessagingClient;
  /** How often LINE was asked to send something. */
  calls(): number;
  /** A fresh token, from a message of a person's. */
  replyToken(): Promise<string>;
  until(ms?: number): { until: number };
}

/** Lets waits between tries pass at once; a deadline waits for the test. */
function hurried(clock: HandClock): HandClock {
  return {
    ...clock,
    after(ms, task) {
      const timer = clock.after(ms, task);
      if (ms !== timeoutMs) queueMicrotask(() => clock.turn(ms));
      return timer;
    },
  };
}

export async function setSending(): Promise<Sending> {
  const clock = handClock();
  // Without jitter no pause is as long as a deadline.
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const stage = await setStage(clock);
  const { line, log, logged } = stage;
  const senderWith = (token: TokenSource, apiBaseUrl = line.origin) =>
    createMessagingClient({ apiBaseUrl, token, clock: hurried(clock), log, timeoutMs });
  const sender = senderWith(fixedToken(accessToken));
  return {
    clock,
    stage,
    sender,
    senderWith,
    calls: () => logged.filter(({ method }) => method === "POST").length,
    async replyToken() {
      const { event } = await line.act(somchai, { type: "text", text: "points" });
      return event?.replyToken ?? "";
    },
    until: (ms = lifeMs) => ({ until: clock.now() + ms }),
    async [Symbol.asyncDispose]() {
      random.mockRestore();
      await sender[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    },
  };
}
