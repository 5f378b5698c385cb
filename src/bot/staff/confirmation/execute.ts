/** Does a confirmed write at most once, or finds out what became of it when its answer was lost. */
import type { Clock } from "../../../clock.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import type {
  Confirmation,
  Confirmations,
  Outcome,
  Question,
} from "../../../store/confirmations.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import { resolutionOf, type Actor } from "./resolution.ts";
import { Unfinished, refusalIn } from "../operations/write-operation.ts";
import { operationOf } from "../operations/index.ts";
import { afterReading, bookedSince, stillOpen, type Read } from "./send-rules.ts";
import { createKeyedQueue } from "./keyed-queue.ts";

/** An order as it is stored, and the question that takes it back. */
export interface StoredOrder {
  confirmation: Confirmation;
  undo: Question | null;
}

type Which = Pick<Confirmation, "account" | "id">;

export interface Executor {
  /** Goes on with an order that was taken, and stores what comes of it; one that has ended stays as it is. */
  execute(which: Which, doer: Actor, signal: AbortSignal): Promise<StoredOrder>;
  /** A person says what became of an order; where reading tells meanwhile, that counts. */
  decide(which: Which, happened: boolean, doer: Actor, signal: AbortSignal): Promise<StoredOrder>;
}

interface Result {
  outcome: Outcome;
  sends: number;
}

/** @param idempotent whether the platform does a write once per `ref_id`, so that it can be sent again unread. */
export function createExecutor(options: {
  loyalty: LoyaltyClient;
  confirmations: Confirmations;
  members: MemberCache;
  idempotent: boolean;
  /** The platform's clock less ours, or null where that isn't known. */
  clockDifference?(): number | null;
  clock: Clock;
}): Executor {
  const { loyalty, confirmations, members, idempotent, clock } = options;
  const clockDifference = () => options.clockDifference?.() ?? null;
  // Two at a time could each find nothing, and each send.
  const inTurn = createKeyedQueue();

  async function load({ account, id }: Which): Promise<Confirmation> {
    const confirmation = await confirmations.get(account, id);
    if (!confirmation) throw new RangeError("there is no such order any more");
    return confirmation;
  }

  async function stored(which: Which): Promise<StoredOrder> {
    const { account, id } = which;
    const undo = await confirmations.undoOf(account, id, clock.now());
    return { confirmation: await load(which), undo };
  }

  async function conclude(row: Confirmation, result: Result, doer: Actor): Promise<StoredOrder> {
    const conclusion = await resolutionOf(row, result, doer, { members, now: clock.now() });
    await confirmations.resolve(row.account, conclusion);
    return stored(row);
  }

  async function read(row: Confirmation, signal: AbortSignal): Promise<Read> {
    const { refId, order } = row;
    const since = bookedSince(row, clockDifference());
    try {
      return await operationOf(row).find({ loyalty, signal, refId, since }, order);
    } catch (error) {
      if (!(error instanceof LoyaltyError)) throw error;
      // A platform that can't be read like this will never tell.
      const isHopeless = refusalIn(error) !== null || error.code === "UNEXPECTED_ANSWER";
      return isHopeless ? "unclear" : "later";
    }
  }

  async function attempt(row: Confirmation, signal: AbortSignal): Promise<Result> {
    let before: object | null = null;
    if (row.sends > 0 && !idempotent) {
      const at = clock.now();
      const next = afterReading(row, await read(row, signal), at);
      if ("end" in next) return { outcome: next.end, sends: row.sends };
      before = next.send;
    }
    return send(row, before, signal);
  }

  async function send(
    row: Confirmation,
    before: object | null,
    signal: AbortSignal,
  ): Promise<Result> {
    const { account, id, order, refId } = row;
    let { sends } = row;
    const beforeSend = async (unclear: number) => {
      sends = row.sends + unclear + 1;
      const sending = { sends, at: clock.now(), clockDifference: clockDifference() };
      if (!(await confirmations.recordSend(account, id, sending))) {
        throw new Error("an order that has ended isn't sent");
      }
    };
    const open = (unclear: number): Result => ({
      outcome: stillOpen(row, clock.now()),
      sends: unclear,
    });
    const refused = (code: string, detail: Record<string, unknown> | null): Result => {
      // What an earlier send did may be what stands in the way of this one.
      if (row.sends > 0 && !idempotent) return open(sends);
      if (code === "REF_REUSED") return { outcome: { state: "person" }, sends };
      return { outcome: { state: "refused", code, detail }, sends };
    };
    try {
      const sending = { loyalty, options: { signal, beforeSend } };
      const performed = await operationOf(row).perform(sending, order, refId, before);
      if ("refused" in performed) return refused(performed.refused, performed.detail);
      return { outcome: { state: "done", done: performed.done }, sends };
    } catch (thrown) {
      const error = thrown instanceof Unfinished ? thrown.cause : thrown;
      if (!(error instanceof LoyaltyError)) throw thrown;
      if (error.ambiguous && sends > row.sends) return open(sends);
      // What is done of it has to be read before the rest is sent.
      const refusal = refusalIn(error);
      if (thrown instanceof Unfinished) return open(refusal ? sends : Math.max(row.sends, 1));
      if (refusal) return refused(refusal.refused, refusal.detail);
      if (row.sends > 0) return open(row.sends);
      return { outcome: { state: "refused", code: "UNREACHED", detail: null }, sends: 0 };
    }
  }

  return {
    execute: (which, doer, signal) =>
      inTurn(keyOf(which), async () => {
        const row = await load(which);
        if (row.state !== "taken" && row.state !== "unknown") return stored(which);
        return conclude(row, await attempt(row, signal), doer);
      }),
    decide: (which, happened, doer, signal) =>
      inTurn(keyOf(which), async () => {
        const row = await load(which);
        if (row.state !== "person") return stored(which);
        const found = await read(row, signal);
        const outcome: Outcome =
          typeof found === "object" && "done" in found
            ? { state: "done", done: found.done }
            : happened
              ? { state: "done", done: { person: true } }
              : { state: "refused", code: "PERSON", detail: null };
        return conclude(row, { outcome, sends: row.sends }, doer);
      }),
  };
}

const keyOf = ({ account, id }: Which) => `${account}/${id}`;
