/** What the studio keeps in memory is bounded by its size: records of events, runs of stories, streams of slow pages. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { HttpExchange } from "../../../src/observability/http-exchange.ts";
import { createEventRecorder } from "../../../src/studio/server/event-recorder.ts";
import { createEventStream, type EventStream } from "../../../src/studio/server/event-stream.ts";
import { createLastRuns } from "../../../src/studio/server/last-runs.ts";
import type { StudioChange } from "../../../src/studio/server/api-types.ts";
import type { StoryRun } from "../../../src/studio/server/story-types.ts";
import { createLineWorld, somchai } from "../../emulators/line/line-world.ts";
import { manualClock } from "../../support/clock.ts";
import { until } from "../../support/until.ts";

/** A page that has opened the stream. */
function openPage(stream: EventStream, { closed = false, isAllowed = true } = {}) {
  const request = new EventEmitter();
  const response = { closed, writableLength: 0, set() {}, write() {}, end() {} };
  stream.open(request as never, response as never, async () => isAllowed);
  return { leave: () => request.emit("close") };
}

test("a page that left before its stream was opened isn't kept", () => {
  const clock = manualClock();
  using stream = createEventStream([], clock);
  openPage(stream, { closed: true });
  expect(clock.waiting).toBe(0);
});

test("a page that comes while the last one is being ended leaves no timer behind", async () => {
  const clock = manualClock();
  using stream = createEventStream([], clock);
  const ended = openPage(stream, { isAllowed: false });
  await stream.recheck();
  const next = openPage(stream);
  ended.leave();
  expect(clock.waiting).toBe(1);
  next.leave();
  expect(clock.waiting).toBe(0);
});

test("calls of events are kept up to 20 million characters, those of the newest event whole", async () => {
  await using world = await createLineWorld(manualClock());
  const { line } = world;
  const { promise: listening, resolve: listen } =
    Promise.withResolvers<(made: HttpExchange, id: string | undefined) => void>();
  const recorder = createEventRecorder({
    line,
    platform: null,
    calls: { during: (_id, work) => work(), listen },
    forget: () => {},
  });
  const called = await listening;
  const ids: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const { webhookEventId } = await line.act(somchai, { type: "text", text: "points" });
    ids.push(webhookEventId);
    for (const page of [1, 2]) {
      called(
        {
          call: "getProfile",
          method: "GET",
          url: `http://127.0.0.1/profiles?page=${page}`,
          at: 0,
          ms: 1,
          status: 200,
          requestBody: null,
          responseText: JSON.stringify({ text: "x".repeat(499_980) }),
        },
        webhookEventId,
      );
    }
  }
  const kept = recorder.recorded(ids);
  expect(kept).toHaveLength(40);
  const calls = kept.flatMap((event) => event.calls);
  expect(calls.reduce((sum, { answer }) => sum + answer.length, 0)).toBeLessThanOrEqual(20_000_000);
  expect(calls.length).toBeGreaterThan(36);
  expect(kept.at(-1)?.calls.map(({ url }) => url.at(-1))).toEqual(["1", "2"]);
});

const runOf = (name: string, text: string): StoryRun => ({
  name,
  title: name,
  language: "own",
  outcome: "new",
  steps: [{ line: 1, text, kind: "act", reply: [{ type: "text", text: "x".repeat(400_000) }] }],
  ms: 1,
});

test("runs of stories are kept up to 10 million characters, and a story that was changed or deleted has none", () => {
  const runs = createLastRuns();
  const names = Array.from({ length: 60 }, (_, index) => `story-${index}`);
  for (const name of names) {
    const run = runOf(name, "points");
    runs.set("text", run, JSON.stringify(run));
  }
  const kept = names.filter((name) => runs.find(name, "own", "text"));
  expect(kept).toEqual(names.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.length * 400_000).toBeLessThanOrEqual(10_000_000);
  expect(runs.find("story-59", "own", "another text")).toBeNull();
  expect(runs.find("story-59", "th", "text")).toBeNull();
  runs.delete("story-59");
  expect(runs.find("story-59", "own", "text")).toBeNull();
});

test("a page that takes nothing, as on a sleeping machine, is let go, and the others read on", async () => {
  const listeners = new Set<(change: StudioChange) => void>();
  const source = {
    watch: (listener: (change: StudioChange) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  using stream = createEventStream([source], manualClock());
  let closed = 0;
  const server = createServer((request, response) => {
    response.on("close", () => (closed += 1));
    Object.assign(response, {
      set: (headers: Record<string, string>) =>
        response.setHeaders(new Map(Object.entries(headers))),
    });
    stream.open(request as never, response as never, async () => true);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const sleeping = connect(port, "127.0.0.1");
  sleeping.on("error", () => {});
  onTestFinished(() => void sleeping.destroy());
  sleeping.pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const reader = (await fetch(`http://127.0.0.1:${port}/`)).body!.getReader();
  let read = 0;
  const reading = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      read += part.value.length;
    }
  })().catch(() => {});
  const text = "x".repeat(200_000);
  const size = JSON.stringify({ type: "faults", faults: [], text }).length;
  let sent = 0;
  await until(() => {
    // One that reads is waited for.
    if (read >= sent * size) {
      const change = { type: "faults", faults: [], text } as StudioChange;
      for (const notify of listeners) notify(change);
      sent += 1;
    }
    return closed > 0;
  }, "the end of the page that takes nothing");
  await until(() => read >= sent * size, "the page that reads");
  expect(closed).toBe(1);
  await reader.cancel();
  await reading;
});
