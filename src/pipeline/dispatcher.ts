/** Dispatches queued events: chats run concurrently, the events of one chat in order of arrival. */
import { backoffMs, unlessAborted, withTimeout, type Clock, type Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { isFenced, StoreError } from "../store/errors.ts";
import type { EventInbox, QueuedEvent, Slot } from "./events.ts";

/** Processes one event to its end; when it throws, the event is retried. */
export type ProcessQueued = (queued: QueuedEvent, slot: Slot) => Promise<unknown>;

interface DispatcherOptions {
  inbox: Pick<EventInbox, "recordAttempt" | "park" | "abandon">;
  process: ProcessQueued;
  clock: Clock;
  log: Log;
}

/** How often an event has failed in this process: `all` failures, and those not caused by the store. */
interface Failures {
  all: number;
  notStore: number;
}

/** The queued events of a chat; the first one is in progress when the chat is. */
type Chat = QueuedEvent[];

const maxConcurrentChats = 128;

/** Back-off of a failed event, which blocks its chat. */
const backoff = { firstMs: 1000, maxMs: 30_000 };
/** Failures after which an event is parked; failures of the store do not count, since they pass. */
const maxFailures = 5;

export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** Chats with queued events, by account: one key of both would be built for each event. */
  readonly #chats = new Map<string, Map<string, Chat>>();
  /** Those that wait for a slot, in order. */
  readonly #readyChats: Chat[] = [];
  /** Events attempted before, by this process or a former one: the next attempt is recorded before it starts. */
  readonly #attempted = new Map<QueuedEvent, Failures>();
  /** Retry timers of chats whose first event failed. */
  readonly #retryTimers = new Map<Chat, Timer>();
  readonly #idleWaiters: (() => void)[] = [];
  readonly #stopping = new AbortController();
  readonly #slot: Slot = {
    stopping: this.#stopping.signal,
    idle: (wait) => this.#idle(wait),
  };
  /** Chats that occupy a slot. */
  #activeChats = 0;
  /** Chats whose event waits for another attempt at its reply. */
  #waitingChats = 0;
  #isStarted = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Starts work, on what was enqueued before and from then on. */
  start(): void {
    this.#isStarted = true;
    this.#pump();
  }

  /** How many more chats can run at once. */
  room(): number {
    if (this.#stopping.signal.aborted) return 0;
    return maxConcurrentChats - this.#activeChats - this.#readyChats.length;
  }

  /** Takes events over; those of one chat are processed in this order. */
  enqueue(events: readonly QueuedEvent[]): void {
    for (const event of events) {
      if (event.isRecovered) this.#attempted.set(event, { all: 0, notStore: 0 });
      const chats = this.#chatsOf(event.account);
      const chat = chats.get(event.chat);
      if (chat) {
        chat.push(event);
      } else {
        const added = [event];
        chats.set(event.chat, added);
        this.#readyChats.push(added);
      }
    }
    this.#pump();
  }

  #chatsOf(account: string): Map<string, Chat> {
    const known = this.#chats.get(account);
    if (known) return known;
    const chats = new Map<string, Chat>();
    this.#chats.set(account, chats);
    return chats;
  }

  /** Number of events that failed and wait for a retry. */
  get stuck(): number {
    return [...this.#attempted.values()].filter(({ all }) => all > 0).length;
  }

  /** Resolves when no event is in progress, queued or waiting for a retry. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idleWaiters.push(resolve);
    await promise;
  }

  /** Starts no more events and waits up to `patienceMs` for those in progress; the rest stays in the inbox. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping.abort(new Error("stopping"));
    for (const timer of this.#retryTimers.values()) timer.close();
    await withTimeout(this.#options.clock, patienceMs, this.idle()).catch(() => {});
  }

  /** Starts as many ready chats as may run at once. */
  #pump(): void {
    while (this.#activeChats < maxConcurrentChats && this.#canStart()) {
      const chat = this.#readyChats.shift();
      const event = chat?.[0];
      if (!chat || !event) break;
      this.#activeChats += 1;
      void this.#processNext(chat, event);
    }
    if (this.#isIdle()) for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  #canStart(): boolean {
    return this.#isStarted && !this.#stopping.signal.aborted;
  }

  #isIdle(): boolean {
    if (this.#activeChats + this.#waitingChats > 0) return false;
    return (
      this.#stopping.signal.aborted ||
      (this.#readyChats.length === 0 && this.#retryTimers.size === 0)
    );
  }

  /** @param event the first one of the chat. */
  async #processNext(chat: Chat, event: QueuedEvent): Promise<void> {
    const { inbox, process, clock } = this.#options;
    let isEnded = true;
    try {
      if (this.#attempted.has(event)) {
        event.savedReply = await inbox.recordAttempt(event.id);
        event.attempts += 1;
      }
      await process(event, this.#slot);
    } catch (error) {
      isEnded = this.#isEndedBy(error, event);
    }
    if (isEnded) {
      this.#attempted.delete(event);
      chat.shift();
      if (chat.length > 0) this.#readyChats.push(chat);
      else this.#chats.get(event.account)?.delete(event.chat);
    } else if (!this.#stopping.signal.aborted) {
      const delayMs = backoffMs(backoff, this.#attempted.get(event)?.all ?? 1);
      const retry = () => this.#retryChat(chat);
      this.#retryTimers.set(chat, clock.after(delayMs, retry));
    }
    this.#activeChats -= 1;
    this.#pump();
  }

  /** While LINE fails, replies wait for up to 40 s: other chats are processed meanwhile. */
  async #idle(wait: Promise<void>): Promise<void> {
    this.#activeChats -= 1;
    this.#waitingChats += 1;
    this.#pump();
    try {
      await unlessAborted(this.#stopping.signal, wait);
    } finally {
      this.#activeChats += 1;
      this.#waitingChats -= 1;
    }
  }

  #retryChat(chat: Chat): void {
    this.#retryTimers.delete(chat);
    this.#readyChats.push(chat);
    this.#pump();
  }

  /** Parks an event that has failed too often. @returns false when it has to be retried. */
  #isEndedBy(error: unknown, event: QueuedEvent): boolean {
    const { inbox, log } = this.#options;
    if (isFenced(error)) {
      log.warn({ id: event.id }, "an event was taken over by another replica");
      inbox.abandon(event.id);
      return true;
    }
    // It was interrupted, or may have been, and stays in the inbox.
    if (this.#stopping.signal.aborted) return false;
    const before = this.#attempted.get(event);
    const all = (before?.all ?? 0) + 1;
    const notStore = (before?.notStore ?? 0) + (error instanceof StoreError ? 0 : 1);
    const isParked = notStore === maxFailures;
    const details = { id: event.id, times: all, parked: isParked, reason: reasonOf(error) };
    log.error(details, "an event could not be ended");
    this.#attempted.set(event, { all, notStore });
    if (isParked) inbox.park(event.id, "failed");
    return isParked;
  }
}
