/** Calls the webhook's handler as Express does, without a server. */
import { createHmac } from "node:crypto";
import { EventEmitter } from "node:events";
import type { RequestHandler } from "express";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { account } from "./people.ts";
import { secret } from "./services.ts";

/** @param answered gets the status of the response. */
export function postWebhook(
  webhook: RequestHandler,
  events: readonly LineEvent[],
  answered: (status: number) => void,
): void {
  const body = Buffer.from(JSON.stringify({ destination: account, events }));
  const signature = createHmac("sha256", secret).update(body).digest("base64");
  const headers: Record<string, string> = {
    "content-length": String(body.length),
    "x-line-signature": signature,
  };
  const request = Object.assign(new EventEmitter(), {
    headers,
    get: (name: string) => headers[name],
  });
  let status = 200;
  const end = () => answered(status);
  const response = {
    status(code: number) {
      status = code;
      return response;
    },
    set: () => response,
    json: end,
    end,
  };
  void webhook(request as never, response as never, () => {});
  request.emit("data", body);
  request.emit("end");
}
