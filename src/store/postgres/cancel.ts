/** Cancels what a connection has sent to the server, whose answer isn't awaited any longer. */
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as encrypt, type ConnectionOptions, type TLSSocket } from "node:tls";
import type { PoolClient } from "pg";

/** The codes of a request to cancel, and of one to encrypt, in place of the protocol's version. */
const cancelCode = 80_877_102;
const encryptCode = 80_877_103;
/** What the server answers when it encrypts. */
const agreed = "S";
/** Deadline in milliseconds of the server's attention. */
const deadlineMs = 3000;

/** What the driver doesn't declare: what the server gave the connection to be cancelled with, and how it is encrypted. */
interface Connected {
  processID?: number | null;
  secretKey?: number | null;
  connectionParameters?: { ssl?: boolean | ConnectionOptions; sslnegotiation?: string };
}

/**
 * Call it before the connection is closed: a pooler forgets it then, and the session behind it would wait on for its
 * lock, and commit. (The driver's own cancel needs the running query, does nothing where connections are encrypted, and
 * doesn't say when it is done.) The request is encrypted where the connection is.
 * @returns when the server was asked, or can't be.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const { processID, secretKey, connectionParameters }: Connected = client as Connected;
  // Not connected to a server that can cancel.
  if (!processID || typeof secretKey !== "number") return;
  const { host, port } = client;
  const plain = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  plain.on("error", () => {});
  plain.setTimeout(deadlineMs, () => plain.destroy());
  // Never rejects, as events.once() does where the server is gone: the connection would never be released.
  const closed = new Promise((resolve) => plain.once("close", resolve));
  const { ssl, sslnegotiation } = connectionParameters ?? {};
  const isDirect = sslnegotiation === "direct";
  const ready = ssl ? encrypted(plain, host, { ssl, isDirect }) : Promise.resolve(plain);
  void ready.then(
    (socket) => void socket.resume().end(message(cancelCode, processID, secretKey)),
    // Never in plain instead: whoever reads the key can cancel for as long as the connection lives.
    () => void plain.destroy(),
  );
  // Not `ready`, which never comes from a server that hangs up.
  await closed;
}

/** As the driver does it. @throws {Error} when the server doesn't encrypt, or isn't the one that is meant. */
async function encrypted(
  socket: Socket,
  host: string,
  { ssl, isDirect }: { ssl: true | ConnectionOptions; isDirect: boolean },
): Promise<TLSSocket> {
  await once(socket, "connect");
  if (!isDirect) {
    socket.write(message(encryptCode));
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (answer.toString("latin1") !== agreed) throw new Error("the server doesn't encrypt");
  }
  const secure = encrypt({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(isDirect && { ALPNProtocols: ["postgresql"] }),
    // The driver hides the key from copies.
    ...(ssl !== true && { ...ssl, key: ssl.key }),
  });
  secure.on("error", () => socket.destroy());
  await once(secure, "secureConnect");
  return secure;
}

/** A message of the protocol's beginning: its length, then the numbers. */
function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * (numbers.length + 1));
  for (const [index, number] of [bytes.length, ...numbers].entries()) {
    bytes.writeInt32BE(number, 4 * index);
  }
  return bytes;
}
