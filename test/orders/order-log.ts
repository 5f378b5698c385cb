/** Records staff orders, and reports those done twice, sent too often, or shown in a state that isn't true. */
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import type { Arrival } from "../support/adversarial-platform.ts";
import type { Colleague } from "./rounds.ts";
import { readMessage, type ReadMessage, type Verdict } from "./read-message.ts";

/** An order that the bot asked a confirmation for. */
export interface PlacedOrder {
  name: string;
  /** Matches every message about it. */
  marker: RegExp;
  asker: Colleague;
  /** The order that it undoes. */
  undoOf: PlacedOrder | null;
  /** The writes that it sends, each with what names it in a message of several. */
  parts: readonly { subject: string; name: string }[];
  /** Whether a part may be done twice without harm. */
  isVoid: boolean;
  /** Postback data. */
  yesButton: string;
  /** Whether its asker tapped yes. */
  isConfirmed: boolean;
  /** Postback data of the button that undoes it. */
  undoButton: string | null;
  /** The states in which messages showed it. */
  verdicts: Set<Verdict>;
}

export interface OrderLog {
  readonly orders: readonly PlacedOrder[];
  /** Broken promises, in words. */
  readonly violations: ReadonlySet<string>;
  add(order: Omit<PlacedOrder, "isConfirmed" | "undoButton" | "verdicts">): PlacedOrder;
  report(what: string): void;
  /** Records a message to staff. */
  readStaffMessage(message: Message): ReadMessage;
  /** Records a message to a member. */
  readMemberMessage(message: Message): ReadMessage;
  /** The order that a message is about. */
  orderOf(read: ReadMessage): PlacedOrder | undefined;
  isDone(order: PlacedOrder): boolean;
  /** The idempotency key of an order; null when nothing was sent. */
  keyOf(order: PlacedOrder): string | null;
  /** Checks one order, or all of them. */
  check(only?: PlacedOrder): void;
}

/** A request without an answer may be in flight on the platform for this long. */
const inFlightMs = 60_000;
const maxSends = 2;

/**
 * @param arrivals what reached the platform.
 * @param idempotent whether it does a write once per key: then it may be sent again at once.
 * @param slackMs by how much later than it was sent a write may arrive.
 */
export function createOrderLog(
  arrivals: readonly Arrival[],
  { idempotent = false, slackMs = 0 }: { idempotent?: boolean; slackMs?: number } = {},
): OrderLog {
  const orders: PlacedOrder[] = [];
  const violations = new Set<string>();
  const report = (what: string) => void violations.add(what);
  const bySubject = new Map<string, Arrival[]>();
  let sorted = 0;
  function about(subject: string): readonly Arrival[] {
    for (; sorted < arrivals.length; sorted++) {
      const arrival = arrivals[sorted]!;
      bySubject.set(arrival.subject, [...(bySubject.get(arrival.subject) ?? []), arrival]);
    }
    return bySubject.get(subject) ?? [];
  }
  const isPartDone = ({ subject }: { subject: string }) =>
    about(subject).some(({ doneAt }) => doneAt !== null);

  function orderOf({ text, isUndo }: ReadMessage): PlacedOrder | undefined {
    return orders.find(({ marker, undoOf }) => marker.test(text) && (undoOf !== null) === isUndo);
  }

  /** What a message shows as done has to be done by then. */
  function checkClaim(order: PlacedOrder, read: ReadMessage): void {
    const claimed = order.isVoid
      ? order.parts.filter(({ name }) =>
          read.lines.slice(1).some((line) => line.includes(name) && !line.includes("–")),
        )
      : order.parts;
    const isTrue = claimed.every(isPartDone) && order.parts.some(isPartDone);
    if (!isTrue) report(`${order.name}: shown as done, and it isn't: ${read.text}`);
  }

  function checkSends(arrived: readonly Arrival[], name: string): void {
    const unclear: Arrival[] = [];
    for (const arrival of arrived) {
      const last = unclear.at(-1);
      const since = arrival.at - (last?.at ?? -Infinity);
      if (since < inFlightMs - slackMs)
        report(`${name}: sent again ${since / 1000} s after an unclear send`);
      if (!arrival.clear) unclear.push(arrival);
    }
    const sends = arrived.filter(({ throttled }) => !throttled).length;
    if (sends > maxSends) report(`${name}: sent ${sends} times`);
  }

  return {
    orders,
    violations,
    report,
    add(order) {
      const placed: PlacedOrder = {
        ...order,
        isConfirmed: false,
        undoButton: null,
        verdicts: new Set(),
      };
      orders.push(placed);
      return placed;
    },
    readStaffMessage(message) {
      const read = readMessage(message);
      const order = read.verdict && orderOf(read);
      if (!order || !read.verdict) return read;
      order.verdicts.add(read.verdict);
      if (read.verdict === "done" || read.verdict === "undone") {
        checkClaim(order, read);
        order.undoButton =
          read.buttons.find((data) => data.includes("%2Fundo")) ?? order.undoButton;
      }
      return read;
    },
    readMemberMessage(message) {
      const read = readMessage(message);
      const { text } = read;
      const order = orders.find(
        ({ marker, parts }) => parts[0]?.subject.startsWith("give ") && marker.test(text),
      );
      if (order && !order.parts.some(isPartDone))
        report(`${order.name}: its member is read, and it isn't done: ${text}`);
      return read;
    },
    orderOf,
    isDone: ({ parts }) => parts.some(isPartDone),
    keyOf: ({ parts }) => about(parts[0]?.subject ?? "")[0]?.refId ?? null,
    check(only) {
      for (const order of only ? [only] : orders) {
        const { name, parts, isVoid, isConfirmed, verdicts } = order;
        for (const part of parts) {
          const arrived = about(part.subject);
          const done = arrived.filter(({ doneAt }) => doneAt !== null);
          if (new Set(arrived.map(({ refId }) => refId)).size > 1) report(`${name}: several keys`);
          if (!isVoid && done.length > 1) report(`${name}: booked ${done.length} times`);
          if (done.length > 0 && !isConfirmed) report(`${name}: booked, and nobody confirmed it`);
          if (done.length > 0 && verdicts.has("refused"))
            report(`${name}: shown as refused, and booked`);
          if (!idempotent) checkSends(arrived, `${name}, ${part.subject.split(" ")[0]}`);
        }
      }
    },
  };
}
