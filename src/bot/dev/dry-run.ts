/** The platform as the dev channel sees it: reads go there, writes are held back and told. */
import { contract, operationNames, type OperationName } from "../../loyalty/contract.ts";
import type { Connect } from "../../loyalty/client.ts";
import type { Conclusion, Confirmation, Confirmations } from "../../store/confirmations.ts";
import type { Execution } from "../staff/confirmation/execute.ts";
import { kindOf } from "../staff/operations/index.ts";

/** Thrown in the place of a write: what would have been sent. */
export class HeldBack extends Error {
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
  contract[name].method !== "GET" && contract[name].proof !== "none";

/** @returns the same client, whose writes throw `HeldBack` before anything is sent. */
export function withoutWrites(connect: Connect): Connect {
  const entries = operationNames.map((name) => [
    name,
    isWrite(name) ? (input: object) => Promise.reject(new HeldBack(name, input)) : connect[name],
  ]);
  return Object.fromEntries(entries) as Connect;
}

/** How a confirmed write ends where nothing is sent. */
export const heldConclusion = (
  { id }: Confirmation,
  by: string | null,
  eventId: string | null,
  at: number,
): Conclusion => ({
  id,
  outcome: { state: "refused", code: "TEST", detail: null },
  by,
  eventId,
  at,
  undo: null,
  notices: [],
});

/** Goes as far as the first write. @throws {HeldBack} with the confirmation. */
export function heldExecution(connect: Connect, confirmations: Confirmations): Execution {
  const stored = async ({ account, id }: Pick<Confirmation, "account" | "id">) => {
    const confirmation = await confirmations.get(account, id);
    if (!confirmation) throw new RangeError("there is no such order any more");
    return { confirmation, undo: null };
  };
  return {
    async carryOut(which, { by, eventId }, signal) {
      const { confirmation } = await stored(which);
      const { order, refId, takenAt, askedAt } = confirmation;
      try {
        const sending = { connect, options: { signal } };
        await kindOf(confirmation).perform(sending, order, refId, null);
      } catch (error) {
        if (!(error instanceof HeldBack)) throw error;
        throw new HeldBack(error.operation, error.input, confirmation);
      }
      const end = heldConclusion(confirmation, by, eventId, takenAt ?? askedAt);
      await confirmations.conclude(which.account, end);
      return stored(which);
    },
    decide: stored,
  };
}
