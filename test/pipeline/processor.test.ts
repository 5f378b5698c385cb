/** The processing of an event that was interrupted once its reply was stored, and of one that can't be answered. */
import { expect, test } from "vitest";
import type { QueuedEvent } from "../../src/pipeline/events.ts";
import { processEvent, type ProcessorServices } from "../../src/pipeline/processor.ts";
import type { ReplyOutcome } from "../../src/line/messaging-client.ts";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { StoreError } from "../../src/store/errors.ts";
import { createLog } from "../../src/observability/log.ts";
import { manualClock } from "../support/clock.ts";

/** An event, and services that record what becomes of it. @param answer the bot's answer. */
function setUp(answer: ProcessorServices["bot"]["handle"]) {
  const clock = manualClock();
  const sent: string[] = [];
  const ended: (number | string)[] = [];
  const services: ProcessorServices = {
    inbox: {
      recordAttempt: async () => null,
      saveReply: async () => {},
      markProcessed: (id) => void ended.push(id),
      park: (_id, reason) => void ended.push(reason),
      assertHolding() {},
      assertOwner: async () => {},
    },
    notices: { replied() {} },
    onProcessed() {},
    bot: { handle: answer, errorReply: async () => sorry, rateLimitReply: async () => sorry },
    messaging: {
      async reply(_token, { json }) {
        sent.push(json);
        if (sent.length === 1) throw new Error("interrupted");
        return { kind: "sent", requestId: undefined };
      },
      push: () => Promise.reject(new Error("pushed")),
      startLoading: async () => {},
    },
    pushFallback: false,
    clock,
    log: createLog("silent"),
  };
  const queued: QueuedEvent = {
    id: 1,
    account: "A",
    chat: "U1",
    event: { type: "message", webhookEventId: "1", timestamp: 0, replyToken: "token" },
    receivedAt: clock.now(),
    attempts: 1,
    savedReply: null,
    rateLimit: null,
  };
  const slot = { stopping: new AbortController().signal, idle: (wait: Promise<void>) => wait };
  return { clock, services, queued, slot, sent, ended };
}

const textReply = (text: string) =>
  serializeMessages([{ type: "text", text }], { allowHttpImages: false });
const sorry = { intent: "apology", reply: textReply("sorry"), writes: [] };

test("an event with a saved reply is only sent when it is retried in the same process", async () => {
  const reply = textReply("hello");
  const writes = [{ kind: "following", lineId: "U1", following: true }] as const;
  const handled: string[] = [];
  const { services, queued, slot, sent, ended } = setUp(async (_account, { webhookEventId }) => {
    handled.push(webhookEventId);
    return { intent: "help", reply, writes };
  });
  await expect(processEvent(services, queued, slot)).rejects.toThrow("interrupted");
  await processEvent(services, queued, slot);
  expect([handled, sent, ended]).toEqual([["1"], [reply.json, reply.json], [1]]);
});

test("nothing is sent before the reply is stored", async () => {
  const reply = textReply("hello");
  const writes = [{ kind: "following", lineId: "U1", following: true }] as const;
  const { services, queued, slot, sent } = setUp(async () => ({ intent: "help", reply, writes }));
  const stored = Promise.withResolvers<void>();
  services.inbox.saveReply = () => stored.promise;
  sent.push("an earlier reply");
  const processing = processEvent(services, queued, slot);
  await new Promise(setImmediate);
  expect(sent).toHaveLength(1);
  stored.resolve();
  await processing;
  expect(sent.slice(1)).toEqual([reply.json]);
});

test.each<[string, number, ReplyOutcome, string, boolean]>([
  ["may have replied", 2, { kind: "too_late" }, "unknown", true],
  ["may have replied", 2, { kind: "refused", status: 401, reason: "credentials" }, "unknown", true],
  ["may have replied", 2, { kind: "refused", status: 400, reason: "message" }, "unknown", true],
  ["hasn't replied", 1, { kind: "too_late" }, "pushed", true],
  ["hasn't replied", 1, { kind: "unknown" }, "unknown", true],
  ["hasn't replied", 1, { kind: "refused", status: 400, reason: "message" }, "refused", false],
])(
  "an attempt before %s: attempt %i whose reply ends as %j",
  async (_, attempts, outcome, end, isSeen) => {
    const { services, queued, slot, ended } = setUp(async () => sorry);
    const seen: boolean[] = [];
    services.notices.replied = (_account, _eventId, mayBeSeen) => void seen.push(mayBeSeen);
    services.pushFallback = true;
    services.messaging.reply = async () => outcome;
    services.messaging.push = async () => {
      ended.push("pushed");
      return { kind: "sent", requestId: undefined };
    };
    const event = { ...queued.event, source: { type: "user", userId: "U1" } };
    await processEvent(services, { ...queued, event, attempts }, slot);
    expect(ended[0]).toBe(end);
    expect(seen).toEqual([isSeen]);
  },
);

test("an event that the bot can't answer gets an apology, and is parked", async () => {
  const { clock, services, queued, slot, sent, ended } = setUp(() =>
    Promise.reject(new Error("a fault of the bot")),
  );
  sent.push("an earlier reply");
  const seen: boolean[] = [];
  services.notices.replied = (_account, _eventId, mayBeSeen) => void seen.push(mayBeSeen);
  const processing = processEvent(services, queued, slot);
  let isOver = false;
  void processing.finally(() => (isOver = true));
  while (!isOver) {
    clock.turn(1000);
    await new Promise(setImmediate);
  }
  expect(await processing).toMatchObject({ outcome: "failed" });
  expect(sent.slice(1)).toEqual([sorry.reply.json]);
  expect(ended).toEqual(["failed"]);
  // What an attempt had claimed isn't in the apology.
  expect(seen).toEqual([false]);
});

test("a reply that was stored though the store's answer was lost is sent, and not made anew", async () => {
  const [first, other] = [textReply("with a notice"), textReply("without")];
  const writes = [{ kind: "carried", eventId: "1", ids: [1] }] as const;
  const answers = [
    { intent: "help", reply: first, writes },
    { intent: "help", reply: other, writes: [] },
  ];
  const { clock, services, queued, slot, sent, ended } = setUp(
    async () => answers.shift() ?? sorry,
  );
  let stored: string | null = null;
  services.inbox.saveReply = async (_event, messages) => {
    stored = messages;
    throw new StoreError("unavailable", "the connection was lost");
  };
  services.inbox.recordAttempt = async () => stored;
  sent.push("an earlier reply");
  const processing = processEvent(services, queued, slot);
  await new Promise(setImmediate);
  clock.turn(1000);
  await processing;
  expect(sent.slice(1)).toEqual([first.json]);
  expect(ended).toEqual([1]);
});

test("an event that another replica takes over meanwhile is neither replied to, pushed nor ended", async () => {
  const answer = { intent: "help", reply: textReply("hello"), writes: [] };
  const { services, queued, slot, ended } = setUp(() => Promise.resolve(answer));
  queued.event.source = { type: "user", userId: "U1" };
  const attempts: number[] = [];
  let mayAttempt = 1;
  services.pushFallback = true;
  services.inbox.assertHolding = () => {
    if (attempts.length === mayAttempt) throw new StoreError("fenced", "taken over");
  };
  services.inbox.assertOwner = async () => {
    throw new StoreError("fenced", "taken over");
  };
  services.messaging.reply = async (_token, _prepared, { beforeAttempt }) => {
    beforeAttempt?.();
    attempts.push(1);
    return { kind: "too_late" };
  };
  const fenced = { code: "fenced" };
  // Before the push in place of the reply, which the fake refuses.
  await expect(processEvent(services, queued, slot)).rejects.toMatchObject(fenced);
  attempts.length = 0;
  mayAttempt = 0;
  await expect(processEvent(services, queued, slot)).rejects.toMatchObject(fenced);
  expect([attempts, ended]).toEqual([[], []]);
  // Between two attempts at that push.
  services.inbox.assertOwner = async () => {};
  services.messaging.reply = async () => ({ kind: "too_late" });
  services.messaging.push = async (_to, _prepared, _key, { beforeAttempt }) => {
    beforeAttempt?.();
    return { kind: "sent", requestId: undefined };
  };
  await expect(processEvent(services, queued, slot)).rejects.toMatchObject(fenced);
  expect(ended).toEqual([]);
});
