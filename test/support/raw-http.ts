/** Requests as no HTTP client would send them: bytes into a socket, and whatever comes back. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "./until.ts";

export interface Wire {
  socket: Socket;
  readonly heard: string;
  readonly over: boolean;
}

export async function dial(origin: string): Promise<Wire> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let heard = "";
  let over = false;
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    heard += text;
  });
  // A reset is an end, too.
  socket.on("error", () => {});
  socket.on("close", () => {
    over = true;
  });
  await once(socket, "connect");
  return {
    socket,
    get heard() {
      return heard;
    },
    get over() {
      return over;
    },
  };
}

/** Sends a request, and answers with all that came until the connection was closed. */
export async function says(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const wire = await dial(origin);
  for (const part of parts) wire.socket.write(part);
  await until(() => wire.over, "the end of the connection");
  return wire.heard;
}

/** Sends the beginning of a request, and answers with the first that comes back. */
export async function begins(origin: string, ...parts: string[]): Promise<string> {
  const wire = await dial(origin);
  for (const part of parts) wire.socket.write(part);
  await until(() => wire.heard.includes("\r\n\r\n"), "an answer");
  wire.socket.destroy();
  return wire.heard;
}

/** The beginning of a POST, up to its body. */
export const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", ...headers, "", ""].join(
    "\r\n",
  );
export const statusesIn = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
