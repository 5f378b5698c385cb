/** What becomes of one accepted event: decided, sent, and ended or parked. */
import { pause, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/events.ts";
import type { Prepared } from "../line/messages.ts";
import type { ReplyOutcome, Sender } from "../line/sender.ts";
import { hashed, type Log } from "../log.ts";
import type { Write } from "../store/chats.ts";
import type { Inbox, OpenEvent, ParkReason } from "../store/inbox.ts";

/** What is said to an event; no reply = silence. */
interface Answer {
  intent: string;
  reply: Prepared | null;
  writes: readonly Write[];
}

/** The bot, as delivery sees it. */
export interface Decider {
  handle(account: string, event: LineEvent): Promise<Answer>;
  apologise(account: string, event: LineEvent): Promise<Answer>;
  beLate(account: string, event: LineEvent): Promise<Answer>;
}

/** A reply token's life is a minute from receipt; the rest is for the way. */
const tokenLifeMs = 55_000;
/** Waited longer than this, an event only gets one short line. */
const lateMs = 40_000;
const mostAttempts = 4;
const firstPauseMs = 500;
/** An answer that takes longer than this is announced by the loading animation. */
const loadingAfterMs = 500;
const loadingSeconds = 20;

/** @returns the function that works off one event of the inbox. */
export function createDelivery(options: {
  inbox: Inbox;
  bot: Decider;
  sender: Pick<Sender, "reply" | "startLoading">;
  clock: Clock;
  log: Log;
}) {
  const { inbox, bot, sender, clock, log } = options;

  /** Asks the bot, again after a pause when it fails unexpectedly, and lets it apologise in the end. */
  async function decide(row: OpenEvent, event: LineEvent): Promise<Answer & { failed: boolean }> {
    if (clock.now() - row.receivedAt > lateMs) {
      return { ...(await bot.beLate(row.account, event)), failed: false };
    }
    for (let attempt = row.attempts; ; attempt++) {
      try {
        return { ...(await bot.handle(row.account, event)), failed: false };
      } catch (error) {
        log.error({ id: row.id, attempt, reason: reasonOf(error) }, "handling an event failed");
        const wait = firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
        if (attempt >= mostAttempts || clock.now() + wait - row.receivedAt > lateMs) break;
        await pause(clock, wait);
        await inbox.begin(row.id);
      }
    }
    return { ...(await bot.apologise(row.account, event)), failed: true };
  }

  return async function deliver(row: OpenEvent): Promise<void> {
    // It was read by the schema before it was stored.
    const event = row.event as LineEvent;
    const until = row.receivedAt + tokenLifeMs;
    if (event.replyToken && clock.now() >= until) {
      await inbox.park(row.id, "too late");
      log.error({ id: row.id }, "parked: its reply token is dead");
      return;
    }
    using _loading = announceSlowness(event);
    let answer: Answer & { failed: boolean };
    if (row.decided) {
      answer = { intent: "decided", reply: kept(row.decided), writes: [], failed: false };
    } else {
      answer = await decide(row, event);
      if (answer.writes.length > 0) {
        await inbox.decide(row, answer.reply?.json ?? "[]", answer.writes);
      }
    }
    const outcome =
      answer.reply && answer.reply.count > 0 && event.replyToken
        ? await sender.reply(event.replyToken, answer.reply, { until })
        : null;
    const parkReason = answer.failed ? "failed" : parkReasonOf(outcome);
    if (parkReason) await inbox.park(row.id, parkReason);
    else inbox.done(row.id);
    log.info(
      {
        id: row.id,
        type: event.type,
        chat: hashed(row.chat),
        intent: answer.intent,
        outcome: outcome?.kind ?? "silent",
        parked: parkReason ?? undefined,
        ms: clock.now() - row.receivedAt,
      },
      "event",
    );
  };

  /** LINE shows it in 1:1 chats only. */
  function announceSlowness(event: LineEvent): Disposable {
    const { source } = event;
    const timer = clock.after(loadingAfterMs, () => {
      if (source?.type === "user" && source.userId && event.replyToken) {
        void sender.startLoading(source.userId, loadingSeconds);
      }
    });
    return { [Symbol.dispose]: () => timer.cancel() };
  }
}

const kept = (json: string): Prepared => ({
  json,
  count: (JSON.parse(json) as unknown[]).length,
  replaced: [],
});

function parkReasonOf(outcome: ReplyOutcome | null): ParkReason | null {
  switch (outcome?.kind) {
    case "refused":
      return "refused";
    case "unknown":
      return "unknown";
    case "too late":
      return "too late";
    case "sent":
    case "arrived":
    case undefined:
      return null;
  }
}
