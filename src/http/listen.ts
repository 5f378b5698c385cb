/** Starts the HTTP server with time-outs and limits that keep slow clients from holding its resources. */
import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An import would load Node's `WebSocket` and `fetch` for their names: 0.08 s of the start. */
const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule("node:http");

export interface Listening {
  /** `http://host:port`, which can be opened on this machine also where all its addresses are listened at. */
  origin: string;
  /**
   * Stops accepting requests and closes open connections.
   * @param timeLimit requests in progress may finish until it aborts; without it they are dropped at once.
   */
  close(timeLimit?: AbortSignal): Promise<void>;
}

/** An Express app with the prototypes of its requests and responses. */
interface Handler extends RequestListener {
  request: object;
  response: object;
}

/** Times in milliseconds. */
const limits = {
  /** From the connection, or the request's first byte, to the end of the headers. */
  headersTimeout: 5000,
  /** To the end of the body. */
  requestTimeout: 10_000,
  /** Interval at which these two are checked. */
  connectionsCheckingInterval: 1000,
  /** Longer than that of a proxy (nginx: 60 s), which would otherwise send into a closing connection. */
  keepAliveTimeout: 65_000,
  /** Bytes of request line and headers together; more is answered 431. */
  maxHeaderSize: 16_384,
  /** Concurrent connections; more are closed without a response. */
  maxConnections: 2000,
};

/**
 * Classes that have the prototypes of the app already, so that Express doesn't set them on each request:
 * without them an event takes 7 % more CPU (2026-11-22).
 */
function messageClassesOf(app: Handler) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** No browser opens the address that stands for all of a machine's. */
const loopbackOf: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * @param at the address to listen at. @param port 0 for any free port.
 * @param overrides of the default limits.
 * @throws {Error} if the address is not available.
 */
export async function listen(
  app: Handler,
  at: string,
  port: number,
  overrides: Partial<typeof limits> = {},
): Promise<Listening> {
  const { maxConnections, ...times } = { ...limits, ...overrides };
  const server = createServer({ ...times, ...messageClassesOf(app) }, app);
  server.maxConnections = maxConnections;
  server.listen(port, at);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const host = loopbackOf[address.address] ?? address.address;
  const name = address.family === "IPv6" ? `[${host}]` : host;
  return {
    origin: `http://${name}:${address.port}`,
    async close(timeLimit) {
      const closed = once(server, "close");
      const closeAll = () => server.closeAllConnections();
      server.close();
      if (!timeLimit || timeLimit.aborted) closeAll();
      else timeLimit.addEventListener("abort", closeAll, { once: true });
      await closed;
    },
  };
}
