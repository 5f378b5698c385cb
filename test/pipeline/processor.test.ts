/** The processing of an event whose reply was stored before the processing was interrupted. */
import { expect, test } from "vitest";
import type { QueuedEvent } from "../../src/pipeline/events.ts";
import { processEvent, type ProcessorServices } from "../../src/pipeline/processor.ts";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { createLog } from "../../src/observability/log.ts";
import { handClock } from "../support/clock.ts";

test("an event with a saved reply is only sent when it is retried in the same process", async () => {
  const clock = handClock();
  const reply = serializeMessages([{ type: "text", text: "hello" }], { allowHttpImages: false });
  const writes = [{ kind: "following", lineId: "U1", following: true }] as const;
  const handled: string[] = [];
  const answer = async (_account: string, { webhookEventId }: { webhookEventId: string }) => {
    handled.push(webhookEventId);
    return { intent: "help", reply, writes };
  };
  const sent: string[] = [];
  const processed: number[] = [];
  const services: ProcessorServices = {
    inbox: {
      recordAttempt: () => Promise.reject(new Error("recorded")),
      saveReply: async () => {},
      markProcessed: (id) => void processed.push(id),
      park: () => {
        throw new Error("parked");
      },
    },
    notices: { replied() {} },
    bot: { handle: answer, errorReply: answer, rateLimitReply: answer },
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
  };
  const slot = { stopping: new AbortController().signal, idle: (wait: Promise<void>) => wait };
  await expect(processEvent(services, queued, slot)).rejects.toThrow("interrupted");
  await processEvent(services, queued, slot);
  expect([handled, sent, processed]).toEqual([["1"], [reply.json, reply.json], [1]]);
});
