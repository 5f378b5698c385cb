/** Events for pages: one that doesn't read them is disconnected, and the others aren't. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import type { StudioChange } from "../../../src/studio/server/api-types.ts";
import { createEventStream } from "../../../src/studio/server/event-stream.ts";
import { manualClock } from "../../support/clock.ts";
import { until } from "../../support/until.ts";

test("a page that doesn't read its events is disconnected, and the others aren't", async () => {
  const listeners: ((change: StudioChange) => void)[] = [];
  const tell = (change: StudioChange) => listeners.forEach((listener) => listener(change));
  const source = {
    watch(listener: (change: StudioChange) => void) {
      listeners.push(listener);
      return () => {};
    },
  };
  using stream = createEventStream([source], manualClock());
  let open = 0;
  const app = express().get("/", (asked, response) => {
    open += 1;
    response.on("close", () => (open -= 1));
    stream.open(asked, response, async () => true);
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  async function openPage(): Promise<IncomingMessage> {
    const [response] = (await once(request({ port }).end(), "response")) as [IncomingMessage];
    return response.on("error", () => {});
  }
  const unread = (await openPage()).pause();
  const read = await openPage();
  let bytes = 0;
  read.on("data", (part: Buffer) => (bytes += part.length));
  const change = { type: "message", text: "x".repeat(100_000) } as unknown as StudioChange;
  // The system keeps some megabytes for a socket.
  for (let count = 1; count <= 300 && open === 2; count += 1) {
    tell(change);
    await until(() => bytes >= count * 100_000, "the event");
  }
  expect(open).toBe(1);
  const before = bytes;
  tell(change);
  await until(() => bytes >= before + 100_000, "the next event");
  unread.destroy();
  read.destroy();
  server.close();
  await once(server, "close");
});
