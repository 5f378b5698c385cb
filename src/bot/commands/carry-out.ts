/** Does a confirmed write, or finds out what became of it when its answer was lost. */
import type { Clock } from "../../clock.ts";
import type { Connect } from "../../connect/client.ts";
import { ConnectError } from "../../connect/errors.ts";
import type { Confirmation, Outcome } from "../../store/confirmations.ts";
import { kindOf } from "./kinds.ts";
import type { WriteKind } from "./kind.ts";

/** @param first whether nobody can have tried it before. */
export type CarryOut = (
  confirmation: Confirmation,
  first: boolean,
  signal: AbortSignal,
) => Promise<Outcome>;

/** A call that got no answer may still be at work on the platform for so long. */
const inFlightMs = 30_000;
/** Then a person decides. */
const givenUpMs = 24 * 3_600_000;
const firstPauseMs = 5000;
const longestPauseMs = 15_000;

/** With these the platform says that it did nothing, and why. */
const isRefusal = ({ status, code }: ConnectError) =>
  status !== null && [400, 404, 409, 422].includes(status) && code !== "RATE_LIMITED";

/** @param idempotent whether the platform does a write once per `ref_id`, so that it can be asked for again. */
export function createCarryOut(options: {
  connect: Connect;
  idempotent: boolean;
  clock: Clock;
}): CarryOut {
  const { connect, idempotent, clock } = options;
  const atWork = new Map<string, Promise<Outcome>>();

  /** Looks whether it has happened; null = it hasn't, and may be sent. */
  async function lookFor(
    kind: WriteKind,
    confirmation: Confirmation,
    signal: AbortSignal,
  ): Promise<Outcome | null> {
    if (!kind.find) return { state: "person" };
    try {
      const found = await kind.find(connect, confirmation.order, confirmation, signal);
      if (typeof found === "object") return { state: "done", done: found.done };
      if (found === "unclear") return { state: "person" };
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      // A platform that can't be read like this will never tell.
      return isRefusal(error) || error.code === "UNEXPECTED_ANSWER"
        ? { state: "person" }
        : open(confirmation);
    }
    return clock.now() - (confirmation.takenAt ?? 0) < inFlightMs ? open(confirmation) : null;
  }

  async function attempt(
    confirmation: Confirmation,
    first: boolean,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const kind = kindOf(confirmation);
    const repeatable = idempotent || kind.repeatable === true;
    if (!first && !repeatable) {
      const found = await lookFor(kind, confirmation, signal);
      if (found) return found;
    }
    try {
      const { order, refId } = confirmation;
      return { state: "done", done: await kind.perform(connect, order, refId, signal) };
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      if (isRefusal(error)) {
        const { code, detail } = error;
        // It may be our own former try that stands in the way.
        const isDoubtful = code === "REF_REUSED" || (!first && !repeatable);
        return isDoubtful ? { state: "person" } : { state: "refused", code, detail };
      }
      if (first && !error.ambiguous) return { state: "refused", code: "UNREACHED", detail: null };
      return open(confirmation);
    }
  }

  function open({ takenAt }: Confirmation): Outcome {
    const age = clock.now() - (takenAt ?? 0);
    if (age > givenUpMs) return { state: "person" };
    const wait = Math.min(Math.max(firstPauseMs, age / 4), longestPauseMs);
    return { state: "unknown", again: clock.now() + wait };
  }

  return function carryOut(confirmation, first, signal) {
    const key = `${confirmation.account}/${confirmation.id}`;
    // One at a time: two could each find nothing, and each send.
    const running =
      atWork.get(key) ?? attempt(confirmation, first, signal).finally(() => atWork.delete(key));
    atWork.set(key, running);
    return running;
  };
}
