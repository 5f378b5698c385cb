/** The memory limits of request bodies: per body and in total, with overhead per chunk. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBodies, type Bodies } from "../../src/pipeline/body-limit.ts";
import {
  openConnection,
  post,
  sendRaw,
  statusesIn,
  type RawConnection,
} from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { sign, startWebhookServer, type WebhookServer } from "../support/webhook-server.ts";

const most = 64 * 1024;
/** A signature that the body has to be read for, and that then is a wrong one. */
const unproven = `X-Line-Signature: ${"A".repeat(43)}=`;

let bodies: Bodies;
let server: WebhookServer;
beforeEach(async () => {
  bodies = createBodies({ all: most });
  server = await startWebhookServer({ bodies });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Sends a part of a body, and waits until it is held or refused. */
async function holds(bytes: number): Promise<RawConnection> {
  const connection = await openConnection(server.origin);
  const before = server.answered.length;
  const held = bodies.held;
  connection.socket.write(post("/webhook", unproven, "Content-Length: 1000000"));
  connection.socket.write("x".repeat(bytes));
  await until(() => bodies.held >= held + bytes || server.answered.length > before, "the part");
  expect(bodies.held).toBeLessThanOrEqual(most);
  return connection;
}

const body = JSON.stringify({ destination: "U0", events: [] });
const signed = post(
  "/webhook",
  `X-Line-Signature: ${sign(body)}`,
  `Content-Length: ${body.length}`,
);

test("over the total limit the largest body is refused, and a signed webhook is still accepted", async () => {
  const half = await openConnection(server.origin);
  half.socket.write(signed + body.slice(0, 10));
  await until(() => bodies.held > 0, "the half");
  const connections: RawConnection[] = [];
  for (let count = 0; count < 10; count++) connections.push(await holds(10_000 + count));
  expect(server.answered).toEqual([503, 503, 503, 503]);
  await until(() => connections.filter(({ isClosed }) => isClosed).length === 4, "the refusals");
  expect(connections.flatMap(({ received }) => statusesIn(received))).toEqual([503, 503, 503, 503]);
  half.socket.write(body.slice(10));
  await until(() => half.isClosed, "the answer");
  expect(statusesIn(half.received)).toEqual([200]);
  for (const { socket } of connections) socket.destroy();
  await until(() => bodies.held === 0, "the end of all");
});

test("a body in chunks of one byte is refused at the same limit", async () => {
  const received = await sendRaw(
    server.origin,
    post("/webhook", unproven, "Transfer-Encoding: chunked"),
    "1\r\nx\r\n".repeat(300),
  );
  expect(statusesIn(received)).toEqual([503]);
  expect(bodies.held).toBe(0);
});

test("the body of an unsigned request is not held", async () => {
  const connection = await openConnection(server.origin);
  connection.socket.write(
    post("/webhook", "Content-Length: 1000000").replace("Connection: close\r\n", ""),
  );
  await until(() => server.answered.length === 1, "the answer");
  connection.socket.write("x".repeat(10_000));
  expect(statusesIn(await sendRaw(server.origin, signed, body))).toEqual([200]);
  expect(server.answered).toEqual([401, 200]);
  expect(bodies.held).toBe(0);
  connection.socket.destroy();
});
