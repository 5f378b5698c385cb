/**
 * Divides the connections among clients: none may hold more than its share, and at a limit those that wait for
 * their client longest are closed, idle ones first. Nothing is measured for each request; who waits for whom is
 * found out when a limit is reached.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientOf, type IsProxy } from "../config/client-address.ts";

/**
 * Why a client was turned away: it holds its share, all connections are taken, or it sent more requests at once
 * than may wait on a connection.
 */
export type Refusal = "client" | "all" | "pipeline";

/** An Express request tells the client that trusted proxies name. */
export interface ClientRequest extends IncomingMessage {
  ip?: string | undefined;
}

interface Connection {
  readonly socket: Socket;
  /** Of a trusted proxy, which speaks for many clients. */
  readonly isProxy: boolean;
  /** When it was opened or its last request began, in milliseconds of `performance.now()`. */
  since: number;
  request: ClientRequest | null;
  response: ServerResponse | null;
  /** Requests that arrived before the answer to an earlier one. */
  waiting: number;
}

/** Nobody who is served in time is closed to make room. */
const patienceMs = 1000;

const isIdle = ({ response }: Connection) => response === null || response.writableFinished;

/** Whether nothing goes on before the client has sent or read something; else the bot is at work. */
const waitsForClient = (connection: Connection) =>
  isIdle(connection) ||
  connection.request?.complete === false ||
  connection.response?.writableEnded === true ||
  connection.socket.writableLength > 0;

/** Idle ones first, then those that wait longest. */
const byPrecedence = (one: Connection, other: Connection) =>
  Number(isIdle(other)) - Number(isIdle(one)) || one.since - other.since;

export interface Connections {
  /** Takes a new connection, or closes it. */
  open(socket: Socket): void;
  /** Begins a request. @returns false if its client may have no further one now. */
  begin(request: ClientRequest, response: ServerResponse): boolean;
  /** Calls `begin` when the answers before this one have been sent. Closes the connection if too many wait. */
  wait(request: ClientRequest, response: ServerResponse, begin: () => void): void;
  /** Whether nothing goes on before the client has sent or read something. */
  waitsForClient(socket: Socket): boolean;
  /** The last one that was begun. */
  requestOn(socket: Socket): ClientRequest | null;
}

/**
 * @param limits `maxConnections` in all; `maxOfClient` of one client, counted without those on which the bot is at
 * work; `maxPipelined` requests that wait on a connection.
 */
export function createConnections(
  limits: { maxConnections: number; maxOfClient: number; maxPipelined: number },
  isProxy: IsProxy,
  onRefused: (reason: Refusal) => void,
): Connections {
  const all = new Map<Socket, Connection>();
  const byClient = new Map<string, Set<Connection>>();

  /** @returns false if each of the candidates is being served, or came just now. */
  function closeLongestWaiting(candidates: Iterable<Connection>): boolean {
    const latest = performance.now() - patienceMs;
    const waiting = [...candidates].filter(
      (one) => one.since <= latest && !one.socket.destroyed && waitsForClient(one),
    );
    // Several, so that the next newcomers cost nothing.
    const closed = waiting.toSorted(byPrecedence).slice(0, Math.ceil(limits.maxOfClient / 10));
    for (const { socket } of closed) {
      socket.destroy();
      all.delete(socket);
    }
    return closed.length > 0;
  }

  function hasShareLeft(held: Set<Connection> | undefined): boolean {
    if (held === undefined || held.size < limits.maxOfClient) return true;
    let waiting = 0;
    for (const one of held) if (waitsForClient(one)) waiting += 1;
    return waiting < limits.maxOfClient;
  }

  function hold(client: string, connection: Connection): () => void {
    const held = byClient.get(client) ?? new Set();
    byClient.set(client, held.add(connection));
    return () => {
      held.delete(connection);
      if (held.size === 0 && byClient.get(client) === held) byClient.delete(client);
    };
  }

  function refuse(socket: Socket, reason: Refusal): void {
    onRefused(reason);
    socket.destroy();
  }

  return {
    open(socket) {
      if (all.size >= limits.maxConnections && !closeLongestWaiting(all.values())) {
        refuse(socket, "all");
        return;
      }
      const address = socket.remoteAddress ?? "";
      const connection: Connection = {
        socket,
        isProxy: isProxy(address),
        since: performance.now(),
        request: null,
        response: null,
        waiting: 0,
      };
      let release: (() => void) | null = null;
      if (!connection.isProxy) {
        const client = clientOf(address);
        const held = byClient.get(client);
        if (held && !hasShareLeft(held) && !closeLongestWaiting(held)) {
          refuse(socket, "client");
          return;
        }
        release = hold(client, connection);
      }
      all.set(socket, connection);
      socket.once("close", () => {
        all.delete(socket);
        release?.();
      });
    },
    begin(request, response) {
      const connection = all.get(request.socket);
      if (!connection) return false;
      connection.since = performance.now();
      connection.request = request;
      connection.response = response;
      if (connection.isProxy && request.headers["x-forwarded-for"] !== undefined) {
        const client = clientOf(request.ip);
        if (!hasShareLeft(byClient.get(client))) {
          onRefused("client");
          return false;
        }
        response.once("close", hold(client, connection));
      }
      return true;
    },
    wait({ socket }, response, begin) {
      const connection = all.get(socket);
      if (!connection) return;
      connection.waiting += 1;
      if (connection.waiting > limits.maxPipelined) {
        all.delete(socket);
        refuse(socket, "pipeline");
        return;
      }
      response.once("socket", () => {
        connection.waiting -= 1;
        begin();
      });
    },
    waitsForClient(socket) {
      const connection = all.get(socket);
      return !connection || waitsForClient(connection);
    },
    requestOn: (socket) => all.get(socket)?.request ?? null,
  };
}
