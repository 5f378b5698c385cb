/** Marks answered messages as read, in an account whose chat is on; LINE does it by itself where it is off. */
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { createBackgroundCalls } from "./background-calls.ts";
import type { MessagingClient } from "./messaging-client.ts";
import { chatOf, type LineEvent } from "./webhook-events.ts";

export interface ReadMarker {
  /** Called after each event whose reply arrived. Returns at once and never throws. */
  answered(event: LineEvent): void;
  stop(): void;
}

/** How long the account's setting is trusted: it is changed in the LINE Official Account Manager. */
const settingMs = 600_000;

export function createReadMarker(options: {
  messaging: Pick<MessagingClient, "botInfo" | "markAsRead">;
  clock: Clock;
  log: Log;
}): ReadMarker {
  const { messaging, clock, log } = options;
  /** Whether messages have to be marked; null until the setting is read. */
  let isManual: boolean | null = null;
  let reading: Promise<void> | null = null;
  let readAgainAt = -Infinity;

  async function readSetting(): Promise<void> {
    readAgainAt = clock.monotonic() + settingMs;
    try {
      isManual = (await messaging.botInfo()).markAsReadMode === "manual";
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "reading whether the chat is on failed");
    }
    reading = null;
  }

  // A token marks its message and all before it: of a chat only the last one is needed.
  const marks = createBackgroundCalls<string>({
    async call(_chat, token) {
      await reading;
      // A refusal may mean that the chat was turned off meanwhile.
      if (isManual && !(await messaging.markAsRead(token))) readAgainAt = -Infinity;
    },
    merge: (_queued, added) => added,
    failure: "marking messages as read failed",
    log,
  });

  return {
    answered(event) {
      const token = event.message?.markAsReadToken;
      if (token === undefined) return;
      if (clock.monotonic() >= readAgainAt) reading ??= readSetting();
      if (isManual || reading) marks.add(chatOf(event), token);
    },
    stop: () => marks.clear(),
  };
}
