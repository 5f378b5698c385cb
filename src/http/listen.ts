/** Starts the HTTP server with time-outs and limits that keep slow and greedy clients from holding its resources. */
import { once } from "node:events";
import type { RequestListener, ServerResponse as AnyResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { IsProxy } from "../config/client-address.ts";
import { createConnections, type ClientRequest, type Refusal } from "./connections.ts";

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

/** An Express app: the prototypes of its requests and responses, and its setting of trusted proxies. */
interface Handler extends RequestListener {
  request: object;
  response: object;
  get(setting: "trust proxy fn"): IsProxy;
}

/** Times in milliseconds. */
export const limits = {
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
  /** Without a byte from or to the client, while it is the client's turn. */
  timeout: 30_000,
  /** Concurrent connections; more are closed without a response. */
  maxConnections: 2000,
  /**
   * Connections that one client may hold, and as many requests in progress by way of trusted proxies. Those that
   * the bot is at work on don't count: LINE's webhooks may all come from one address.
   */
  maxOfClient: 200,
  /** Requests that may wait on one connection for the answers before theirs; with more it is closed. */
  maxPipelined: 100,
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

/** Answers a client that may have no further request in progress now. */
function answerBusy(request: ClientRequest, response: AnyResponse): void {
  response.writeHead(503, {
    "content-type": "application/json; charset=utf-8",
    "retry-after": "1",
    ...(!request.complete && { connection: "close" }),
  });
  response.end('{"message":"too many requests of this client are in progress"}');
}

/**
 * Reads on behind an answer after which the connection ends, until the body that it answers has arrived: a
 * connection that is closed with unread bytes is reset, and its client may lose the answer. `requestTimeout` bounds it.
 */
function lingerOn(socket: Socket, requestOn: (socket: Socket) => ClientRequest | null): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const request = requestOn(socket);
    if (!request || request.complete || request.destroyed) {
      close();
      return;
    }
    socket.end();
    request.once("close", () => socket.destroy()).resume();
  };
}

/**
 * @param at the address to listen at. @param port 0 for any free port.
 * @param overrides of the default limits.
 * @param onRefused called for each connection or request that is turned away because of a limit.
 * @throws {Error} if the address is not available.
 */
export async function listen(
  app: Handler,
  at: string,
  port: number,
  overrides: Partial<typeof limits> = {},
  onRefused: (reason: Refusal) => void = () => {},
): Promise<Listening> {
  const { maxConnections, maxOfClient, maxPipelined, timeout, ...times } = {
    ...limits,
    ...overrides,
  };
  const connections = createConnections(
    { maxConnections, maxOfClient, maxPipelined },
    app.get("trust proxy fn"),
    onRefused,
  );
  const begin = (request: ClientRequest, response: AnyResponse) => {
    // Behind the last answer of a connection that reads on.
    if (request.socket.writableEnded) return;
    if (connections.begin(request, response)) app(request, response);
    else answerBusy(request, response);
  };
  const server = createServer({ ...times, ...messageClassesOf(app) }, (request, response) => {
    // Node hands on every request of a chunk at once, and gives the socket to one answer after the other.
    if (response.socket) begin(request, response);
    else connections.wait(request, response, () => begin(request, response));
  });
  server.on("connection", (socket) => {
    connections.open(socket);
    lingerOn(socket, connections.requestOn);
  });
  server.setTimeout(timeout, (socket) => {
    if (connections.waitsForClient(socket)) socket.destroy();
  });
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
