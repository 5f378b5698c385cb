/** The pool of requests against a server that speaks HTTP/2 as well, as most proxies do. */
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHttpPool } from "../src/http-pool.ts";
import { manualClock } from "./support/clock.ts";
import { authorityFile } from "./support/proxy.ts";

const pem = (file: string) => readFileSync(join(import.meta.dirname, "support/certificates", file));

test("a connection on which nothing was answered in time isn't used again", async () => {
  const asked = Promise.withResolvers<void>();
  let connections = 0;
  const server = createSecureServer(
    { cert: pem("localhost.pem"), key: pem("server.key"), allowHTTP1: true },
    (request, response) => {
      if (request.url === "/lost") asked.resolve();
      else response.writeHead(connections === 1 ? 421 : 200).end();
    },
  );
  server.on("secureConnection", () => (connections += 1));
  const listening = Promise.withResolvers<void>();
  server.listen(0, listening.resolve);
  await listening.promise;
  const clock = manualClock();
  const { port } = server.address() as AddressInfo;
  const pool = createHttpPool(`https://localhost:${port}`, clock, {
    connections: 1,
    connect: { ca: readFileSync(authorityFile) },
  });
  const get = (path: string) =>
    pool.exchange({ method: "GET", path, headers: {}, body: null, timeoutMs: 1000 });
  const lost = get("/lost");
  await asked.promise;
  clock.turn(1000);
  await expect(lost).rejects.toMatchObject({ reason: "late", maybeSent: true });
  expect(await get("/next")).toMatchObject({ status: 200 });
  await pool[Symbol.asyncDispose]();
  server.close();
});
