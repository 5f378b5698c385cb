/** What goes on by itself: lost answers are settled, old questions lapse, and notices are pushed where that is allowed. */
import { deadline, type Clock, type Timer } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Message, Prepared } from "../../line/messages.ts";
import type { Log } from "../../log.ts";
import type { Confirmation } from "../../store/confirmations.ts";
import type { Notices, StoredNotice } from "../../store/notices.ts";
import type { Look } from "../context.ts";
import { concluded } from "./answers.ts";
import type { Desk } from "./command.ts";
import { noticeView } from "./notices.ts";

export interface Settling {
  start(): void;
  /** Begins nothing more, and waits a moment for what has begun. */
  stop(): Promise<void>;
}

const everyMs = 5000;
const budgetMs = 8000;
const stopPatienceMs = 1000;

/**
 * @param push sends to somebody under a key that is the same for the same notice; answers whether it may
 * have been shown. Null where pushing isn't allowed: then notices wait for the next reply.
 */
export function createSettling(options: {
  account: string;
  desk: Desk;
  notices: Notices;
  lookFor(account: string, lineId: string): Promise<Look>;
  prepare(messages: readonly Message[]): Prepared;
  push: ((to: string, prepared: Prepared, key: string) => Promise<boolean>) | null;
  clock: Clock;
  log: Log;
}): Settling {
  const { account, desk, notices, lookFor, prepare, push, clock, log } = options;
  const stopping = new AbortController();
  /** Refused once, a push would be again; the next reply brings it. */
  const refused = new Set<number>();
  let timer: Timer | null = null;
  let running: Promise<void> = Promise.resolve();

  async function settle(confirmation: Confirmation): Promise<void> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping.signal]);
    const outcome = await desk.carryOut(confirmation, false, signal);
    const found = { desk, now: clock.now(), by: null, eventId: null };
    const conclusion = await concluded(confirmation, outcome, found);
    await desk.confirmations.conclude(account, conclusion);
    log.info({ kind: confirmation.kind, state: outcome.state }, "looked for a lost answer");
  }

  async function tell(notice: StoredNotice): Promise<void> {
    if (!push || refused.has(notice.id)) return;
    const look = await lookFor(account, notice.lineId);
    const message = await noticeView(look, notice, desk.confirmations);
    const told = !message || (await push(notice.lineId, prepare([message]), `notice ${notice.id}`));
    if (told) await notices.told([notice.id]);
    else refused.add(notice.id);
  }

  /** One after the other; what fails keeps nothing else from its turn. */
  async function each<Item>(items: Promise<Item[]>, work: (item: Item) => Promise<void>) {
    try {
      for (const item of await items) {
        if (stopping.signal.aborted) return;
        await work(item).catch(complain);
      }
    } catch (error) {
      complain(error);
    }
  }

  const complain = (error: unknown) => log.error({ reason: reasonOf(error) }, "settling failed");

  async function round(): Promise<void> {
    await desk.confirmations.lapse(account, clock.now()).catch(complain);
    await each(desk.confirmations.unsettled(account, clock.now()), settle);
    if (push) await each(notices.all(account), tell);
  }

  async function again(): Promise<void> {
    await round();
    if (!stopping.signal.aborted) start();
  }

  function start(): void {
    timer = clock.after(everyMs, () => {
      running = again();
    });
  }

  return {
    start,
    async stop() {
      stopping.abort(new Error("stopping"));
      timer?.close();
      using patience = deadline(clock, stopPatienceMs);
      const { promise, resolve } = Promise.withResolvers<void>();
      patience.signal.addEventListener("abort", () => resolve());
      await Promise.race([running, promise]);
    },
  };
}
