/** One HTTP request and its response, as the studio's inspector shows them. Bodies may hold secrets. */
export interface HttpExchange {
  /** What was called, such as an operation of the platform. */
  call: string;
  method: string;
  url: string;
  /** As JSON; null without one. */
  requestBody: object | null;
  /** Clock milliseconds. */
  at: number;
  ms: number;
  /** Null without a response. */
  status: number | null;
  responseText: string;
}
