/** The platform as the dev channel sees it: reads go there, writes are held back and told. */
import { contract, operationNames, type OperationName } from "../../loyalty/contract.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { Resolution, Confirmation, Confirmations } from "../../store/confirmations.ts";
import type { Executor } from "../staff/confirmation/execute.ts";
import { operationOf } from "../staff/operations/index.ts";

/** Thrown in the place of a write: what would have been sent. */
export class DryRunWrite extends Error {
  readonly operation: OperationName;
  readonly input: object;
  /** The question that was answered by it, where it was one. */
  readonly confirmation: Confirmation | null;
  constructor(operation: OperationName, input: object, confirmation: Confirmation | null = null) {
    super(`${operation} is held back`);
    this.operation = operation;
    this.input = input;
    this.confirmation = confirmation;
  }
}

/** Tokens aside, whatever isn't read changes something. */
const isWrite = (name: OperationName) =>
  contract[name].method !== "GET" && contract[name].auth !== "none";

/** @returns the same client, whose writes throw `HeldBack` before anything is sent. */
export function dryRunClient(loyalty: LoyaltyClient): LoyaltyClient {
  const entries = operationNames.map((name) => [
    name,
    isWrite(name) ? (input: object) => Promise.reject(new DryRunWrite(name, input)) : loyalty[name],
  ]);
  return Object.fromEntries(entries) as LoyaltyClient;
}

/** How a confirmed write ends where nothing is sent. */
export const heldConclusion = (
  { id }: Confirmation,
  by: string | null,
  eventId: string | null,
  at: number,
): Resolution => ({
  id,
  outcome: { state: "refused", code: "TEST", detail: null },
  by,
  eventId,
  at,
  undo: null,
  notices: [],
});

/** Goes as far as the first write. @throws {DryRunWrite} with the confirmation. */
export function heldExecution(loyalty: LoyaltyClient, confirmations: Confirmations): Executor {
  const stored = async ({ account, id }: Pick<Confirmation, "account" | "id">) => {
    const confirmation = await confirmations.get(account, id);
    if (!confirmation) throw new RangeError("there is no such order any more");
    return { confirmation, undo: null };
  };
  return {
    async execute(which, { by, eventId }, signal) {
      const { confirmation } = await stored(which);
      const { order, refId, claimedAt, askedAt } = confirmation;
      try {
        const sending = { loyalty, options: { signal } };
        await operationOf(confirmation).perform(sending, order, refId, null);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        throw new DryRunWrite(error.operation, error.input, confirmation);
      }
      const end = heldConclusion(confirmation, by, eventId, claimedAt ?? askedAt);
      await confirmations.resolve(which.account, end);
      return stored(which);
    },
    decide: stored,
  };
}
