/** Cancels what a connection has sent to the server, whose answer isn't awaited any longer. */
import { connect } from "node:net";
import type { PoolClient } from "pg";

/** The code of a cancel request, in place of the protocol's version. */
const cancelCode = 80_877_102;
/** Deadline in milliseconds of the server's attention. */
const deadlineMs = 3000;

/** What the server gave the connection to be cancelled with; the driver doesn't declare it. */
interface CancelKey {
  processID?: number | null;
  secretKey?: number | null;
}

/**
 * Call it before the connection is closed: a pooler forgets it then, and the session behind it would wait on for its
 * lock, and commit. (The driver's own cancel needs the running query, does nothing where connections are encrypted, and
 * doesn't say when it is done.) The request isn't encrypted, as servers and poolers expect of older clients: the key
 * opens nothing else, and is void once the connection is closed.
 * @returns when the server was asked, or can't be.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const { processID, secretKey }: CancelKey = client as CancelKey;
  // Not connected to a server that can cancel.
  if (!processID || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, cancelCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, 4 * index);
  }
  const { host, port } = client;
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("error", () => {});
  socket.on("close", () => resolve());
  socket.setTimeout(deadlineMs, () => socket.destroy());
  socket.resume().end(request);
  await promise;
}
