/** Bounds how many answers of the studio are made at once: each may take a megabyte, and as much to compress it. */
import type { RequestHandler } from "express";
import { clientOf } from "../../config/client-address.ts";

interface Waiting {
  client: string;
  begin(): void;
}

/** More than a browser asks for at once of a server, and less than a proxy does for many. */
const defaults = { all: 32, ofClient: 8 };

/** Lets a request pass when fewer than `all` are being answered, and fewer than `ofClient` of its client. */
export function answersInTurn({ all, ofClient } = defaults): RequestHandler {
  const answering = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const isFree = (client: string) => total < all && (answering.get(client) ?? 0) < ofClient;

  function leave(client: string): void {
    total -= 1;
    const left = (answering.get(client) ?? 1) - 1;
    if (left > 0) answering.set(client, left);
    else answering.delete(client);
    for (const one of waiting) {
      if (total >= all) break;
      if (isFree(one.client)) one.begin();
    }
  }

  return (request, response, next) => {
    // Of who left before, while they were identified, no `close` would give the place back.
    if (response.closed) return;
    const client = clientOf(request.ip);
    const begin = () => {
      waiting.delete(one);
      total += 1;
      answering.set(client, (answering.get(client) ?? 0) + 1);
      response.once("close", () => leave(client));
      next();
    };
    const one = { client, begin };
    if (isFree(client)) {
      begin();
      return;
    }
    waiting.add(one);
    response.once("close", () => waiting.delete(one));
  };
}
