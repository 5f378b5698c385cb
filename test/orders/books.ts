/** Keeps the books of what staff ordered, and names what was done twice, sent too often, or told and isn't true. */
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import type { Arrival } from "../support/nasty-platform.ts";
import type { Colleague } from "./rounds.ts";
import { readTold, type Told, type Verdict } from "./told.ts";

/** A question that the bot asked, and what it comes to. */
export interface Placed {
  name: string;
  /** In every message that tells of it. */
  marker: RegExp;
  asker: Colleague;
  /** What it takes back. */
  undoes: Placed | null;
  /** The writes that it sends, each with what names it in a message of several. */
  parts: readonly { subject: string; name: string }[];
  /** Whether a part may be done twice without harm. */
  isVoid: boolean;
  /** The data of its yes button. */
  yes: string;
  /** Whether its asker tapped its yes. */
  isConfirmed: boolean;
  /** The data of the button that takes it back. */
  undo: string | null;
  told: Set<Verdict>;
}

export interface Books {
  readonly placed: readonly Placed[];
  /** What isn't as promised. */
  readonly faults: ReadonlySet<string>;
  place(order: Omit<Placed, "isConfirmed" | "undo" | "told">): Placed;
  fault(what: string): void;
  /** A message was shown to somebody of the staff; answers with what it says. */
  shown(message: Message): Told;
  /** A message was shown to a member. */
  shownToMember(message: Message): Told;
  /** Which order a message tells of. */
  orderOf(told: Told): Placed | undefined;
  isDone(order: Placed): boolean;
  /** The key under which an order was sent. */
  keyOf(order: Placed): string | null;
  check(): void;
}

/** The platform may be at work on a call that got no answer for so long. */
const inFlightMs = 60_000;
const maxSends = 2;

/**
 * @param arrivals what reached the platform.
 * @param idempotent whether it does a write once per key: then it may be sent again at once.
 * @param slackMs by how much later than it was sent a write may arrive.
 */
export function createBooks(
  arrivals: readonly Arrival[],
  { idempotent = false, slackMs = 0 }: { idempotent?: boolean; slackMs?: number } = {},
): Books {
  const placed: Placed[] = [];
  const faults = new Set<string>();
  const fault = (what: string) => void faults.add(what);
  const about = (subject: string) => arrivals.filter((one) => one.subject === subject);
  const isPartDone = ({ subject }: { subject: string }) =>
    about(subject).some(({ doneAt }) => doneAt !== null);

  function orderOf({ text, isUndo }: Told): Placed | undefined {
    return placed.find(({ marker, undoes }) => marker.test(text) && (undoes !== null) === isUndo);
  }

  /** What a message claims to be done has to be done when it is shown. */
  function believe(order: Placed, told: Told): void {
    const claimed = order.isVoid
      ? order.parts.filter(({ name }) =>
          told.lines.slice(1).some((line) => line.includes(name) && !line.includes("–")),
        )
      : order.parts;
    const isTrue = claimed.every(isPartDone) && order.parts.some(isPartDone);
    if (!isTrue) fault(`${order.name}: told as done, and it isn't: ${told.text}`);
  }

  function checkSends(arrived: readonly Arrival[], name: string): void {
    const unclear: Arrival[] = [];
    for (const arrival of arrived) {
      const last = unclear.at(-1);
      const since = arrival.at - (last?.at ?? -Infinity);
      if (since < inFlightMs - slackMs)
        fault(`${name}: sent again ${since / 1000} s after an unclear send`);
      if (!arrival.clear) unclear.push(arrival);
    }
    const sends = arrived.filter(({ fate }) => fate.answer !== 429).length;
    if (sends > maxSends) fault(`${name}: sent ${sends} times`);
  }

  return {
    placed,
    faults,
    fault,
    place(order) {
      const whole: Placed = {
        ...order,
        isConfirmed: false,
        undo: null,
        told: new Set(),
      };
      placed.push(whole);
      return whole;
    },
    shown(message) {
      const told = readTold(message);
      const order = told.verdict && orderOf(told);
      if (!order || !told.verdict) return told;
      order.told.add(told.verdict);
      if (told.verdict === "done" || told.verdict === "undone") {
        believe(order, told);
        order.undo = told.buttons.find((data) => data.includes("%2Fyes")) ?? order.undo;
      }
      return told;
    },
    shownToMember(message) {
      const told = readTold(message);
      const { text } = told;
      const order = placed.find(
        ({ marker, parts }) => parts[0]?.subject.startsWith("give ") && marker.test(text),
      );
      if (order && !order.parts.some(isPartDone))
        fault(`${order.name}: its member is told, and it isn't done: ${text}`);
      return told;
    },
    orderOf,
    isDone: ({ parts }) => parts.some(isPartDone),
    keyOf: ({ parts }) => about(parts[0]?.subject ?? "")[0]?.refId ?? null,
    check() {
      for (const order of placed) {
        const { name, parts, isVoid, isConfirmed, told } = order;
        for (const part of parts) {
          const arrived = about(part.subject);
          const done = arrived.filter(({ doneAt }) => doneAt !== null);
          if (new Set(arrived.map(({ refId }) => refId)).size > 1) fault(`${name}: several keys`);
          if (!isVoid && done.length > 1) fault(`${name}: booked ${done.length} times`);
          if (done.length > 0 && !isConfirmed) fault(`${name}: booked, and nobody confirmed it`);
          if (done.length > 0 && told.has("refused")) fault(`${name}: told as refused, and booked`);
          if (!idempotent) checkSends(arrived, `${name}, ${part.subject.split(" ")[0]}`);
        }
      }
    },
  };
}
