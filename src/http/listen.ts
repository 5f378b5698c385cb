/** An HTTP server that no client can hold on to: every wait for one has an end, and so has what it may send. */
import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  /** `http://host:port` */
  origin: string;
  /**
   * Takes no more requests, and drops the connections that are still open.
   * @param patience until it aborts, requests that have begun may be answered.
   */
  close(patience?: AbortSignal): Promise<void>;
}

/** An Express app, as far as its server knows it: with the prototypes of what it is handed. */
interface Handler extends RequestListener {
  request: object;
  response: object;
}

/** Times in milliseconds. */
const bounds = {
  /** From the connection, or the request's first byte, to the end of the headers. */
  headersTimeout: 5000,
  /** To the end of the body. */
  requestTimeout: 10_000,
  /** How often those two are looked at. */
  connectionsCheckingInterval: 1000,
  /** Longer than a proxy keeps one (nginx: 60 s), so that it never sends into one that is being closed. */
  keepAliveTimeout: 65_000,
  /** Bytes of the request's line and headers together; beyond it, 431. */
  maxHeaderSize: 16_384,
  /** Connections at once; beyond it, they are closed unanswered. */
  maxConnections: 2000,
};

/** Makes requests and responses with the prototypes that the app would give to each, which takes longer. */
function madeFor(app: Handler) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}

/**
 * @param port 0 = any that is free.
 * @param given bounds other than the usual ones.
 * @throws when the address can't be had.
 */
export async function listen(
  app: Handler,
  host: string,
  port: number,
  given: Partial<typeof bounds> = {},
): Promise<Listening> {
  const { maxConnections, ...times } = { ...bounds, ...given };
  const server = createServer({ ...times, ...madeFor(app) }, app);
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    origin: `http://${name}:${address.port}`,
    async close(patience) {
      const closed = once(server, "close");
      const drop = () => server.closeAllConnections();
      server.close();
      if (!patience || patience.aborted) drop();
      else patience.addEventListener("abort", drop, { once: true });
      await closed;
    },
  };
}
