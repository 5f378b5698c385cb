/** What a behaviour of the embedded platform may do to calls, beside the contract. */
import type { OperationName } from "../../../loyalty/contract.ts";

/** The parameters of a request's query, as text. */
export type Query = Readonly<Record<string, unknown>>;

/** Performs a read of the platform with any input. */
export type Read = (input: object) => object;

export interface Behaviour {
  /** Awaited before the operation is performed. @throws {ApiError} to refuse the call. */
  begin?(operation: OperationName, query: Query): Promise<void> | void;
  /** The response to a read. @param read performs it as the contract says. */
  respond?(operation: OperationName, input: object, read: Read): object;
}
