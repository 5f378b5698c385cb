/** Executes confirmed writes at most once and stores their outcomes. */
import type { MemberCache } from "../../../members/member-cache.ts";
import type {
  Confirmation,
  Confirmations,
  Outcome,
  Question,
} from "../../../store/confirmations.ts";
import {
  attempt,
  orLater,
  readWritten,
  refusedUnsent,
  unreached,
  unsent,
  type AttemptResult,
  type AttemptServices,
} from "./attempt.ts";
import { isKnownKind } from "../operations/index.ts";
import { createClockSteps } from "./clock-steps.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { isOffered } from "./question.ts";
import { resolutionOf, type Actor } from "./resolution.ts";
import { isStale, type Read } from "./send-rules.ts";

/** A stored confirmation, and the open question that undoes it. */
export interface StoredOrder {
  confirmation: Confirmation;
  undo: Question | null;
}

type ConfirmationKey = Pick<Confirmation, "account" | "id">;

export interface Executor {
  /**
   * Sends or reconciles a confirmation in state `claimed` or `unknown` and stores the outcome; leaves other
   * states, and kinds that only another version knows, unchanged. @throws {RangeError} when there is no such confirmation.
   */
  execute(key: ConfirmationKey, actor: Actor, signal: AbortSignal): Promise<StoredOrder>;
  /**
   * Resolves a confirmation in state `needs_review` as a person says, unless the platform now shows that it is
   * done, or some of it. @throws {RangeError} when there is no such confirmation.
   * @throws {LoyaltyError} when it didn't happen, and the platform can't be read.
   */
  decide(
    key: ConfirmationKey,
    happened: boolean,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<StoredOrder>;
}

interface ExecutorServices extends AttemptServices {
  confirmations: Confirmations;
  members: Pick<MemberCache, "invalidate">;
  /** The business's IANA time zone. */
  timeZone: string;
}

export function createExecutor(options: Omit<ExecutorServices, "wasClockSet">): Executor {
  const services = { ...options, wasClockSet: createClockSteps(options.clock) };
  const { timeZone } = options;
  // Serialised per confirmation: two concurrent runs could both find nothing, and both send.
  const enqueue = createKeyedQueue();
  return {
    execute: (key, actor, signal) =>
      enqueue(queueKeyOf(key), async () => {
        const row = await load(services, key);
        const isUnsettled = row.state === "claimed" || row.state === "unknown";
        if (!isUnsettled || !isKnownKind(row)) return withUndo(services, row);
        const result = isStale(row, services.clock.now())
          ? { outcome: unreached, ...unsent(row) }
          : ((await refusedUnsent(services, row, { timeZone, signal })) ??
            (await attempt(services, row, actor.eventId, signal)));
        return storeResult(services, row, result, actor);
      }),
    decide: (key, happened, actor, signal) =>
      enqueue(queueKeyOf(key), async () => {
        const row = await load(services, key);
        if (row.state !== "needs_review" || !isKnownKind(row)) return withUndo(services, row);
        const reading = readWritten(services, row, signal);
        // That it didn't happen is believed only where the platform doesn't show the opposite by now.
        const found = happened ? await reading.catch(orLater) : await reading;
        const done = doneOf(found) ?? (happened ? { person: true } : null);
        const outcome: Outcome = done
          ? { state: "done", done }
          : { state: "refused", code: "PERSON", detail: null };
        return storeResult(services, row, { outcome, ...unsent(row) }, actor);
      }),
  };
}

/** What the platform shows to be done of a write, or of a part of it; null = nothing, or nothing for sure. */
function doneOf(read: Read): object | null {
  if (typeof read === "string") return null;
  if ("partly" in read) return read.partly;
  return "done" in read ? read.done : null;
}

const queueKeyOf = ({ account, id }: ConfirmationKey) => `${account}/${id}`;

async function load(
  { confirmations }: Pick<ExecutorServices, "confirmations">,
  { account, id }: ConfirmationKey,
): Promise<Confirmation> {
  const confirmation = await confirmations.get(account, id);
  if (!confirmation) throw new RangeError("no such confirmation");
  return confirmation;
}

async function withUndo(
  { confirmations, clock }: Pick<ExecutorServices, "confirmations" | "clock">,
  confirmation: Confirmation,
): Promise<StoredOrder> {
  const { account, id } = confirmation;
  const undo = await confirmations.undoOf(account, id);
  return { confirmation, undo: undo && isOffered(undo, clock.now()) ? undo : null };
}

/** @returns what the store holds afterwards, which may be an outcome stored before. */
async function storeResult(
  services: ExecutorServices,
  row: Confirmation,
  result: AttemptResult,
  actor: Actor,
): Promise<StoredOrder> {
  const { confirmations, members, clock } = services;
  const resolution = resolutionOf(row, result, actor, { members, now: clock.now() });
  await confirmations.resolve(row.account, resolution);
  return withUndo(services, await load(services, row));
}
