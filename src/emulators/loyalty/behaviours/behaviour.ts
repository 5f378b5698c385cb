/** What a behaviour of the embedded platform may do to calls, beside the contract. */
import type { OperationName } from "../../../loyalty/contract.ts";

/** The parameters of a request's query, as text. */
export type Query = Readonly<Record<string, unknown>>;

/** The reads of the platform that one call may make. */
export interface Reads {
  /** Performs the operation with any input. */
  read: (input: object) => object;
  /** Another text whenever what the caller may read has changed. */
  version: () => string;
}
export type Read = Reads["read"];

export interface Behaviour {
  /** Awaited before the operation is performed. @throws {ApiError} to refuse the call. */
  begin?(operation: OperationName, query: Query): Promise<void> | void;
  /** The response to a read. @param reads perform it as the contract says. */
  respond?(operation: OperationName, input: object, reads: Reads): object;
}
