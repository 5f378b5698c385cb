/** Stores the last requests to the loyalty emulator, for tests and the studio. */
import type { OperationName } from "../../loyalty/contract.ts";

export interface LoggedRequest {
  /** Milliseconds since 1970. */
  at: number;
  operation: OperationName;
  requestId: string;
  /** HTTP status; null if no response was sent. */
  status: number | null;
  /** Whether a stored response was sent again. */
  replayed: boolean;
}

const maxKept = 2000;

export interface RequestLog {
  add(request: LoggedRequest): void;
  list(filter?: { operation?: OperationName }): readonly LoggedRequest[];
}

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    add(request) {
      requests.push(request);
      if (requests.length > maxKept) requests.shift();
    },
    list: ({ operation } = {}) =>
      requests.filter((request) => operation === undefined || request.operation === operation),
  };
}
