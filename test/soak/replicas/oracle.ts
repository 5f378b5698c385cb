/** Watches LINE during a soak of replicas, and reports events that were lost, doubled or answered out of order. */
import type { LineChange, LineEmulator } from "../../../src/emulators/line/index.ts";
import { chatOf, type LineEvent } from "../../../src/line/webhook-events.ts";
import { createLatencies, type Latencies } from "./latencies.ts";
import type { PersonalDataCheck } from "./personal-data.ts";

/** An event that isn't both accepted and answered yet. Times are milliseconds since 1970. */
interface OpenEvent {
  id: string;
  chat: string;
  sentAt: number;
  /** The last delivery that has ended. */
  attempt: number;
  /** When the first 200 came. */
  acceptedAt: number | null;
  isAnswered: boolean;
  /** A later event of the chat that was answered first. */
  overtakenBy: string | null;
}

export interface OracleFigures {
  sent: number;
  accepted: number;
  answered: number;
  /** Deliveries without a 200. */
  refused: number;
  /** Events that LINE gave up without ever getting a 200. */
  givenUp: number;
  pushes: number;
  /** Replies that LINE refused because the token was used: attempts after an unclear one, or of a former owner. */
  refusedReplies: number;
  /** Replies that took effect after one to a later event, and that LINE never confirmed: parked as `unknown`. */
  lateUnknown: number;
}

export interface Oracle {
  readonly figures: Readonly<OracleFigures>;
  readonly violations: ReadonlySet<string>;
  /** Time to the first 200, and to the reply, of events that were accepted at their first delivery. */
  readonly latencies: { ack: Latencies; end: Latencies };
  /** Call it before an event's first delivery. */
  sending(event: LineEvent): void;
  /** The number of events that LINE may still redeliver. */
  undelivered(): number;
  /** @param parked park reasons by event: what is neither answered nor parked is lost. */
  close(parked: ReadonlyMap<string, string>): void;
}

/** After that LINE redelivers no more, and a reply token is dead. */
const forgottenMs = 300_000;
const sweepMs = 10_000;
/** The first one and LINE's redeliveries. */
const maxDeliveries = 4;
/** What took longer to be accepted was redelivered, which takes LINE 10 seconds or more. */
const redeliveredMs = 5000;
const maxViolations = 200;

export function createOracle(
  line: Pick<LineEmulator, "watch">,
  options: { personal: PersonalDataCheck; isStaff(userId: string): boolean; now(): number },
): Oracle {
  const { personal, isStaff, now } = options;
  const open = new Map<string, OpenEvent>();
  const unansweredOf = new Map<string, Set<OpenEvent>>();
  /** Times by event, oldest first. */
  const answered = new Map<string, number>();
  /** Answered after a later event of the chat. */
  const late: OpenEvent[] = [];
  const violations = new Set<string>();
  const latencies = { ack: createLatencies(), end: createLatencies() };
  const figures: OracleFigures = {
    sent: 0,
    accepted: 0,
    answered: 0,
    refused: 0,
    givenUp: 0,
    pushes: 0,
    refusedReplies: 0,
    lateUnknown: 0,
  };
  let sweptAt = now();
  const report = (what: string) => {
    if (violations.size < maxViolations) violations.add(`${new Date(now()).toISOString()} ${what}`);
  };

  function forget(event: OpenEvent): void {
    open.delete(event.id);
    const waiting = unansweredOf.get(event.chat);
    waiting?.delete(event);
    if (waiting?.size === 0) unansweredOf.delete(event.chat);
  }

  function sweep(): void {
    if (now() - sweptAt < sweepMs) return;
    sweptAt = now();
    for (const [id, at] of answered) {
      if (now() - at < forgottenMs) break;
      answered.delete(id);
    }
    for (const event of open.values()) {
      if (now() - event.sentAt < forgottenMs) break;
      if (event.acceptedAt !== null) continue;
      figures.givenUp += 1;
      forget(event);
    }
  }

  function delivered({ delivery }: Extract<LineChange, { kind: "delivery" }>): void {
    const { webhookEventId: id, at, ms, attempt, status } = delivery;
    const event = open.get(id);
    // A delivery is shown again with its reply.
    if (!event || event.acceptedAt !== null || attempt <= event.attempt) return;
    event.attempt = attempt;
    if (status !== 200) {
      figures.refused += 1;
      return;
    }
    figures.accepted += 1;
    event.acceptedAt = at + ms;
    if (attempt === 1) latencies.ack.add(ms);
    if (event.isAnswered) forget(event);
  }

  function replied(id: string, chatId: string): void {
    if (answered.has(id)) {
      report(`${id} in ${chatId}: answered twice`);
      return;
    }
    answered.set(id, now());
    figures.answered += 1;
    const event = open.get(id);
    if (!event) return;
    event.isAnswered = true;
    if (event.overtakenBy !== null) late.push(event);
    unansweredOf.get(event.chat)?.delete(event);
    for (const other of unansweredOf.get(event.chat) ?? []) {
      const isEarlier = other.acceptedAt !== null && other.acceptedAt < event.sentAt;
      if (isEarlier) other.overtakenBy ??= id;
    }
    const isPrompt = (event.acceptedAt ?? now()) - event.sentAt < redeliveredMs;
    if (isPrompt) latencies.end.add(now() - event.sentAt);
    if (event.acceptedAt !== null) forget(event);
  }

  /** The messages of one reply arrive in one synchronous run. */
  let current = "";
  function shown({ chatId, item }: Extract<LineChange, { kind: "chat" }>): void {
    if (item.kind !== "from_account") return;
    if (item.way === "push" || item.webhookEventId === undefined) figures.pushes += 1;
    else if (item.webhookEventId !== current) {
      current = item.webhookEventId;
      queueMicrotask(() => {
        current = "";
      });
      replied(current, chatId);
    }
    if (isStaff(chatId)) return;
    for (const value of personal.foreignIn(chatId, item.message))
      report(`${chatId} is shown ${value}, which belongs to somebody else`);
  }

  line.watch((change) => {
    if (change.kind === "chat") shown(change);
    else if (change.kind === "delivery") delivered(change);
    else if (change.kind === "call" && change.made.call === "reply") {
      if (change.made.response?.status === 400) figures.refusedReplies += 1;
    }
    sweep();
  });

  return {
    figures,
    violations,
    latencies,
    sending(event) {
      const entry: OpenEvent = {
        id: event.webhookEventId,
        chat: chatOf(event),
        sentAt: now(),
        attempt: 0,
        acceptedAt: null,
        isAnswered: false,
        overtakenBy: null,
      };
      figures.sent += 1;
      open.set(entry.id, entry);
      unansweredOf.set(entry.chat, (unansweredOf.get(entry.chat) ?? new Set()).add(entry));
    },
    undelivered: () =>
      [...open.values()].filter(
        ({ acceptedAt, attempt }) => acceptedAt === null && attempt < maxDeliveries,
      ).length,
    close(parked) {
      for (const { id, chat, acceptedAt, isAnswered, overtakenBy } of open.values()) {
        if (acceptedAt === null || isAnswered || parked.has(id)) continue;
        const at = new Date(acceptedAt).toISOString();
        const after = overtakenBy === null ? "" : `; ${overtakenBy}, sent later, was answered`;
        report(`${id} in ${chat}: accepted at ${at}, and neither answered nor parked${after}`);
      }
      for (const { id, chat, overtakenBy } of late) {
        const end = parked.get(id) ?? "not parked";
        if (end === "unknown") figures.lateUnknown += 1;
        else
          report(`${id} in ${chat}: answered after ${overtakenBy}, which was sent later; ${end}`);
      }
      if (personal.own === 0) report("no reply showed anybody their own data");
    },
  };
}
