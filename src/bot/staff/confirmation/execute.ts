/** Executes confirmed writes at most once, and reconciles writes whose outcome is unknown. */
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
import { PartialWriteError, refusalIn } from "../operations/write-operation.ts";
import { operationOf } from "../operations/index.ts";
import { afterReading, bookedSince, isStale, stillOpen, type Read } from "./send-rules.ts";
import { createKeyedQueue } from "./keyed-queue.ts";

/** A stored confirmation, and the open question that undoes it. */
export interface StoredOrder {
  confirmation: Confirmation;
  undo: Question | null;
}

type ConfirmationKey = Pick<Confirmation, "account" | "id">;

export interface Executor {
  /**
   * Sends or reconciles a confirmation in state `claimed` or `unknown` and stores the outcome; leaves other
   * states unchanged. @throws {RangeError} when there is no such confirmation.
   */
  execute(key: ConfirmationKey, actor: Actor, signal: AbortSignal): Promise<StoredOrder>;
  /**
   * Resolves a confirmation in state `needs_review` as a person says, unless the platform now shows that it is
   * done. @throws {RangeError} when there is no such confirmation.
   */
  decide(
    key: ConfirmationKey,
    happened: boolean,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<StoredOrder>;
}

interface AttemptResult {
  outcome: Outcome;
  /** Sends without a clear answer so far. */
  sends: number;
}

/** @param options `idempotent`: the platform performs a write once per `ref_id`; resends need no read. */
export function createExecutor(options: {
  loyalty: LoyaltyClient;
  confirmations: Confirmations;
  members: MemberCache;
  idempotent: boolean;
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference?(): number | null;
  clock: Clock;
}): Executor {
  const { loyalty, confirmations, members, idempotent, clock } = options;
  const clockDifference = () => options.clockDifference?.() ?? null;
  // Serialised per confirmation: two concurrent runs could both find nothing, and both send.
  const enqueue = createKeyedQueue();

  async function load({ account, id }: ConfirmationKey): Promise<Confirmation> {
    const confirmation = await confirmations.get(account, id);
    if (!confirmation) throw new RangeError("there is no such order any more");
    return confirmation;
  }

  async function loadStored(key: ConfirmationKey): Promise<StoredOrder> {
    const { account, id } = key;
    const undo = await confirmations.undoOf(account, id, clock.now());
    return { confirmation: await load(key), undo };
  }

  async function storeResult(
    row: Confirmation,
    result: AttemptResult,
    actor: Actor,
  ): Promise<StoredOrder> {
    const resolution = await resolutionOf(row, result, actor, { members, now: clock.now() });
    await confirmations.resolve(row.account, resolution);
    return loadStored(row);
  }

  async function read(row: Confirmation, signal: AbortSignal): Promise<Read> {
    const { refId, order } = row;
    const since = bookedSince(row, clockDifference());
    try {
      return await operationOf(row).find({ loyalty, signal, refId, since }, order);
    } catch (error) {
      if (!(error instanceof LoyaltyError)) throw error;
      // Refusals and unreadable answers don't pass: a later read would fail in the same way.
      const isPermanent = refusalIn(error) !== null || error.code === "UNEXPECTED_ANSWER";
      return isPermanent ? "unclear" : "later";
    }
  }

  async function attempt(row: Confirmation, signal: AbortSignal): Promise<AttemptResult> {
    if (isStale(row, clock.now())) {
      return { outcome: { state: "refused", code: "UNREACHED", detail: null }, sends: 0 };
    }
    let doneBefore: object | null = null;
    if (row.sends > 0 && !idempotent) {
      const at = clock.now();
      const next = afterReading(row, await read(row, signal), at);
      if ("end" in next) return { outcome: next.end, sends: row.sends };
      doneBefore = next.send;
    }
    return send(row, doneBefore, signal);
  }

  async function send(
    row: Confirmation,
    doneBefore: object | null,
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const { account, id, order, refId } = row;
    let { sends } = row;
    const beforeSend = async (ambiguousAttempts: number) => {
      sends = row.sends + ambiguousAttempts + 1;
      const sending = { sends, at: clock.now(), clockDifference: clockDifference() };
      if (!(await confirmations.recordSend(account, id, sending))) {
        throw new Error("an order that has ended isn't sent");
      }
    };
    const stillUnknown = (unclearSends: number): AttemptResult => ({
      outcome: stillOpen(row, clock.now()),
      sends: unclearSends,
    });
    const refused = (code: string, detail: Record<string, unknown> | null): AttemptResult => {
      // An earlier send may have happened and be the cause of this refusal.
      if (row.sends > 0 && !idempotent) return stillUnknown(sends);
      if (code === "REF_REUSED") return { outcome: { state: "needs_review" }, sends };
      return { outcome: { state: "refused", code, detail }, sends };
    };
    try {
      const sending = { loyalty, options: { signal, beforeSend } };
      const performed = await operationOf(row).perform(sending, order, refId, doneBefore);
      if ("refused" in performed) return refused(performed.refused, performed.detail);
      return { outcome: { state: "done", done: performed.done }, sends };
    } catch (thrown) {
      const error = thrown instanceof PartialWriteError ? thrown.cause : thrown;
      if (!(error instanceof LoyaltyError)) throw thrown;
      if (error.ambiguous && sends > row.sends) return stillUnknown(sends);
      // Partly done: `sends` must be at least 1, so that the next attempt reads what is done before it sends.
      const refusal = refusalIn(error);
      if (thrown instanceof PartialWriteError)
        return stillUnknown(refusal ? sends : Math.max(row.sends, 1));
      if (refusal) return refused(refusal.refused, refusal.detail);
      if (row.sends > 0) return stillUnknown(row.sends);
      return { outcome: { state: "refused", code: "UNREACHED", detail: null }, sends: 0 };
    }
  }

  return {
    execute: (key, actor, signal) =>
      enqueue(queueKeyOf(key), async () => {
        const row = await load(key);
        if (row.state !== "claimed" && row.state !== "unknown") return loadStored(key);
        return storeResult(row, await attempt(row, signal), actor);
      }),
    decide: (key, happened, actor, signal) =>
      enqueue(queueKeyOf(key), async () => {
        const row = await load(key);
        if (row.state !== "needs_review") return loadStored(key);
        const found = await read(row, signal);
        const outcome: Outcome =
          typeof found === "object" && "done" in found
            ? { state: "done", done: found.done }
            : happened
              ? { state: "done", done: { person: true } }
              : { state: "refused", code: "PERSON", detail: null };
        return storeResult(row, { outcome, sends: row.sends }, actor);
      }),
  };
}

const queueKeyOf = ({ account, id }: ConfirmationKey) => `${account}/${id}`;
