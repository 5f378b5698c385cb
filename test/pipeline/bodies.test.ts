/** The memory limits of request bodies: per body and in total, with overhead per chunk. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBodies, type Bodies } from "../../src/pipeline/body-limit.ts";
import { dial, post, says, statusesIn, type Wire } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { sign, startWebhookServer, type WebhookServer } from "../support/webhook-server.ts";

const most = 64 * 1024;
const unproven = "X-Line-Signature: unproven";

let bodies: Bodies;
let server: WebhookServer;
beforeEach(async () => {
  bodies = createBodies({ all: most });
  server = await startWebhookServer({ bodies });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Sends a part of a body, and waits until it is held or refused. */
async function holds(bytes: number): Promise<Wire> {
  const wire = await dial(server.origin);
  const before = server.answered.length;
  const held = bodies.held;
  wire.socket.write(post("/webhook", unproven, "Content-Length: 1000000"));
  wire.socket.write("x".repeat(bytes));
  await until(() => bodies.held >= held + bytes || server.answered.length > before, "the part");
  expect(bodies.held).toBeLessThanOrEqual(most);
  return wire;
}

const body = JSON.stringify({ destination: "U0", events: [] });
const signed = post(
  "/webhook",
  `X-Line-Signature: ${sign(body)}`,
  `Content-Length: ${body.length}`,
);

test("over the total limit the largest body is refused, and a signed webhook is still accepted", async () => {
  const half = await dial(server.origin);
  half.socket.write(signed + body.slice(0, 10));
  await until(() => bodies.held > 0, "the half");
  const wires: Wire[] = [];
  for (let count = 0; count < 10; count++) wires.push(await holds(10_000 + count));
  expect(server.answered).toEqual([503, 503, 503, 503]);
  await until(() => wires.filter(({ over }) => over).length === 4, "the refusals");
  expect(wires.flatMap(({ heard }) => statusesIn(heard))).toEqual([503, 503, 503, 503]);
  half.socket.write(body.slice(10));
  await until(() => half.over, "the answer");
  expect(statusesIn(half.heard)).toEqual([200]);
  for (const { socket } of wires) socket.destroy();
  await until(() => bodies.held === 0, "the end of all");
});

test("a body in chunks of one byte is refused at the same limit", async () => {
  const received = await says(
    server.origin,
    post("/webhook", unproven, "Transfer-Encoding: chunked"),
    "1\r\nx\r\n".repeat(300),
  );
  expect(statusesIn(received)).toEqual([503]);
  expect(bodies.held).toBe(0);
});

test("the body of an unsigned request is not held", async () => {
  const wire = await dial(server.origin);
  wire.socket.write(
    post("/webhook", "Content-Length: 1000000").replace("Connection: close\r\n", ""),
  );
  await until(() => server.answered.length === 1, "the answer");
  wire.socket.write("x".repeat(10_000));
  expect(statusesIn(await says(server.origin, signed, body))).toEqual([200]);
  expect(server.answered).toEqual([401, 200]);
  expect(bodies.held).toBe(0);
  wire.socket.destroy();
});
