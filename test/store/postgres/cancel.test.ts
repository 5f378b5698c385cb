/** What is sent to a database on another machine, a request to cancel too, is encrypted: with a server of the test. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { manualClock } from "../../support/clock.ts";
import { authorityFile } from "../../support/proxy.ts";

const certificates = join(import.meta.dirname, "../../support/certificates");
const pem = (name: string) => readFileSync(join(certificates, name));
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const encryptRequest = "0000000804d2162f";
/** Authenticated, the process 7 with the key 9, ready for a query. */
const greeting = hex("52 00000008 00000000 4b 0000000c 00000007 00000009 5a 00000005 49");
const cancelRequest = "0000001004d2162e0000000700000009";

/** @param second how it takes the second connection. @returns for each connection the first bytes in plain, and all that came encrypted. */
async function startServer(second: "encrypts" | "refuses" | "hangs up" = "encrypts") {
  const seen: { plain: string; encrypted: string }[] = [];
  const serve = async (socket: Socket) => {
    const one = { plain: "", encrypted: "" };
    seen.push(one);
    const [first] = (await once(socket, "data")) as [Buffer];
    one.plain = first.toString("hex");
    if (one.plain !== encryptRequest) return;
    if (second === "hangs up" && seen.length > 1) return void socket.destroy();
    const refuses = second === "refuses" && seen.length > 1;
    socket.write(refuses ? "N" : "S");
    if (refuses) return void socket.on("data", (more) => (one.plain += more.toString("hex")));
    const secure = new TLSSocket(socket, {
      isServer: true,
      cert: pem("localhost.pem"),
      key: pem("server.key"),
    });
    secure.on("error", () => {});
    secure.on("data", (bytes: Buffer) => {
      if (one.encrypted === "" && bytes.toString("hex") !== cancelRequest) secure.write(greeting);
      one.encrypted += bytes.toString("hex");
    });
  };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    void serve(socket).catch(() => {});
  }).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { seen, port };
}

const address = (host: string, port: number) =>
  `postgres://bot:hush@${host}:${port}/d?sslmode=verify-full&sslrootcert=${authorityFile}`;

test.each([
  [
    "encrypted, as the connection is",
    "encrypts",
    { plain: encryptRequest, encrypted: cancelRequest },
  ],
  ["nowhere, if the server doesn't encrypt", "refuses", { plain: encryptRequest, encrypted: "" }],
  ["nowhere, if the server hangs up", "hangs up", { plain: encryptRequest, encrypted: "" }],
] as const)("a statement that was given up is cancelled: %s", async (_how, second, sent) => {
  const { seen, port } = await startServer(second);
  const options = { clock: manualClock(), answerMs: 100, poolSize: 1 };
  const db = connectDatabase(address("localhost", port), options);
  await expect(db.run("insert")).rejects.toThrow("the database failed");
  await db[Symbol.asyncDispose]();
  const [first, cancelling] = seen;
  expect(first?.plain).toBe(encryptRequest);
  expect(Buffer.from(first?.encrypted ?? "", "hex").toString()).toContain("insert");
  expect(cancelling).toEqual(sent);
});

test("a server of another name gets nothing, whatever Node's variables allow", async () => {
  const { seen, port } = await startServer();
  const { databaseConnection } = await import("../../../src/config/database-address.ts");
  const pool = new Pool(databaseConnection(address("127.0.0.1", port)));
  await expect(pool.connect()).rejects.toThrow(/altnames/);
  await pool.end();
  expect(seen).toEqual([{ plain: encryptRequest, encrypted: "" }]);
});
