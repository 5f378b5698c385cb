/** The HTTP client for LINE: truncated responses and connection reuse. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLineHttpClient, type LineHttpClient } from "../../src/line/http-client.ts";
import { createLog } from "../../src/observability/log.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";

interface Line extends AsyncDisposable {
  readonly wire: LineHttpClient;
  readonly clock: ManualClock;
  /** The number of connections opened. */
  readonly connections: number;
}

async function setLine(answer: RequestListener, connections?: number): Promise<Line> {
  const server = createServer(answer);
  let opened = 0;
  server.on("connection", () => (opened += 1));
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const clock = manualClock();
  const wire = createLineHttpClient({
    apiBaseUrl: `http://127.0.0.1:${port}`,
    clock,
    log: createLog("silent"),
    ...(connections === undefined ? {} : { connections }),
  });
  return {
    wire,
    clock,
    get connections() {
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await wire[Symbol.asyncDispose]();
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

const call = { method: "POST", path: "/", headers: {}, body: "{}" } as const;

test("a success with a truncated body is a success", async () => {
  await using line = await setLine((_request, response) => {
    response.writeHead(200, { "content-length": "100", "x-line-request-id": "r" });
    response.write("{", () => response.socket?.destroy());
  });
  expect(await line.wire.send(call)).toMatchObject({ status: 200, requestId: "r" });
});

test("a body that isn't needed and never ends holds its connection until the deadline", async () => {
  const closed = Promise.withResolvers<void>();
  await using line = await setLine((request, response) => {
    request.socket.once("close", closed.resolve);
    response.writeHead(200, { "content-length": "100" });
    response.write("{");
  });
  expect(await line.wire.send(call)).toMatchObject({ status: 200 });
  line.clock.turn(line.wire.timeoutMs);
  await closed.promise;
});

test("an interim answer, as a proxy may send one, isn't the answer", async () => {
  await using line = await setLine((_request, response) => {
    response.writeProcessing();
    response.writeHead(429, { "x-line-request-id": "r" });
    response.end("{}");
  });
  expect(await line.wire.send(call)).toMatchObject({ status: 429, requestId: "r", text: "{}" });
});

test("unless the body is needed, as that of a failure always is", async () => {
  await using line = await setLine((request, response) => {
    response.writeHead(request.method === "GET" ? 200 : 400, { "content-length": "100" });
    response.write("{", () => response.socket?.destroy());
  });
  await expect(line.wire.send(call)).rejects.toMatchObject({ code: "no_answer" });
  const question = { ...call, method: "GET", read: true } as const;
  await expect(line.wire.send(question)).rejects.toMatchObject({ code: "no_answer" });
});

test("chunks of a body are joined, even within a multi-byte character", async () => {
  const bytes = Buffer.from("สวัสดี");
  await using line = await setLine((_request, response) => {
    response.writeHead(400);
    response.write(bytes.subarray(0, 4), () => response.end(bytes.subarray(4)));
  });
  expect(await line.wire.send(call)).toMatchObject({ text: "สวัสดี", requestId: undefined });
});

test("many calls share a few keep-alive connections", async () => {
  await using line = await setLine((_request, response) => void response.end("{}"), 4);
  for (let i = 0; i < 3; i += 1) {
    await Promise.all(Array.from({ length: 50 }, () => line.wire.send(call)));
  }
  expect(line.connections).toBe(4);
});

test("a response that isn't HTTP", async () => {
  await using line = await setLine((request) => void request.socket.end("hello\r\n"));
  await expect(line.wire.send(call)).rejects.toMatchObject({ code: "no_answer" });
});

test("a response without end is cut off", async () => {
  await using line = await setLine((_request, response) => {
    response.writeHead(400);
    response.end(Buffer.alloc(2 << 20));
  });
  await expect(line.wire.send(call)).rejects.toMatchObject({ code: "no_answer" });
});
