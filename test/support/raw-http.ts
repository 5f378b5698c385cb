/** Raw HTTP over a socket, for requests that no HTTP client would send. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "./until.ts";

export interface RawConnection {
  socket: Socket;
  readonly received: string;
  readonly isClosed: boolean;
  /** Such as a reset. */
  readonly error: Error | null;
}

export async function openConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  let isClosed = false;
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
  });
  // A reset also closes the connection.
  let error: Error | null = null;
  socket.on("error", (thrown) => {
    error = thrown;
  });
  socket.on("close", () => {
    isClosed = true;
  });
  await once(socket, "connect");
  return {
    socket,
    get received() {
      return received;
    },
    get isClosed() {
      return isClosed;
    },
    get error() {
      return error;
    },
  };
}

/** Sends a request. @returns everything received until the connection was closed. */
export async function sendRaw(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const connection = await openConnection(origin);
  for (const part of parts) connection.socket.write(part);
  await until(() => connection.isClosed, "the end of the connection");
  return connection.received;
}

/** Sends the beginning of a request. @returns the head of the response. */
export async function sendPartial(origin: string, ...parts: string[]): Promise<string> {
  const connection = await openConnection(origin);
  for (const part of parts) connection.socket.write(part);
  await until(() => connection.received.includes("\r\n\r\n"), "an answer");
  connection.socket.destroy();
  return connection.received;
}

/** The head of a POST request. */
export const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", ...headers, "", ""].join(
    "\r\n",
  );
export const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
