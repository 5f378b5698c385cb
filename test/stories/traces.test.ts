/** What an operator sees of an event's stages and calls: a line of the log, and spans at a collector. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

interface Trace {
  outcome: string;
  ms: number;
  spans: { name: string; at: number; ms: number; outcome?: string }[];
}

const traces = () =>
  world.logged
    .map((line) => JSON.parse(line) as Trace & { msg: string })
    .filter(({ msg }) => msg === "trace");
const names = ({ spans }: Trace) => spans.map(({ name }) => name);

test("TRACE_CALLS writes one line an event with its stages and calls, and nobody's name", async () => {
  world = await createWorld({ TRACE_CALLS: "on" });
  world.platform.faults.add({ kind: "latency", ms: 200 });
  await world.line.act(world.lineId("somchai"), { type: "text", text: "points" });
  await world.advanceTime(250);
  await world.settle();

  const [trace] = traces();
  expect(trace).toMatchObject({ type: "message", intent: "balance", outcome: "sent" });
  expect(names(trace!)).toEqual(expect.arrayContaining(["wait", "answer", "deliver"]));
  const call = (name: string) => trace!.spans.find((span) => span.name === name);
  expect(call("platform getProfile")).toMatchObject({ outcome: "ok" });
  expect(call("LINE /v2/bot/message/reply")).toMatchObject({ outcome: "200" });
  const answer = call("answer")!;
  expect(answer.ms).toBeGreaterThanOrEqual(200);
  for (const { at, ms } of trace!.spans) expect(at + ms).toBeLessThanOrEqual(trace!.ms);

  await world.advanceTime(1000);
  await world.sendText("olivia", "ABC123 0812345678");
  expect(traces()).toHaveLength(2);
  const secrets = demoPeople.flatMap(({ lineId, displayName }) => [lineId, displayName]);
  for (const secret of [...secrets, "ABC123", "0812345678"])
    expect(JSON.stringify(traces())).not.toContain(secret);
});

test("of many events at once some are traced, and each of these whole", async () => {
  world = await createWorld({ TRACE_CALLS: "on" });
  const people = ["somchai", "olivia", "hina", "yijun"];
  await Promise.all(
    people.map((label) => world.line.act(world.lineId(label), { type: "text", text: "points" })),
  );
  await world.settle();
  expect(traces()).toHaveLength(1);
  expect(names(traces()[0]!)).toContain("deliver");
  await world.advanceTime(100);
  await world.sendText("hina", "points");
  expect(traces()).toHaveLength(2);
});

test("without it nothing is traced", async () => {
  world = await createWorld();
  await world.sendText("somchai", "points");
  expect(traces()).toEqual([]);
});

test("a collector gets the same as spans, with the headers that it asks for; one that is gone holds up nothing", async () => {
  const received: { path: string; token: string | undefined; body: string }[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const token = request.headers["x-token"];
      received.push({ path: request.url ?? "", token: String(token), body });
      response.end("{}");
    });
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  world = await createWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-token=a%20b",
  });
  await world.sendText("somchai", "points");
  expect(traces()).toEqual([]);
  await world.restart();

  const [request] = received;
  expect(request).toMatchObject({ path: "/v1/traces", token: "a b" });
  const sent = JSON.parse(request!.body) as {
    resourceSpans: {
      scopeSpans: { spans: { name: string; spanId: string; parentSpanId?: string }[] }[];
    }[];
  };
  const spans = sent.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((one) => one.spans),
  );
  const root = spans.find(({ name }) => name === "event message")!;
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(children.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["wait", "answer", "deliver", "platform getProfile"]),
  );
  for (const { lineId, displayName } of demoPeople) {
    expect(request!.body).not.toContain(lineId);
    expect(request!.body).not.toContain(displayName);
  }

  collector.closeAllConnections();
  collector.close();
  expect(await world.sendText("hina", "points")).toHaveLength(1);
  await world.restart();
  expect(await world.sendText("hina", "points")).toHaveLength(1);
  expect(world.logged.join("\n")).toContain("the trace collector takes nothing");
});
