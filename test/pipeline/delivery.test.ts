/** What delivery does when it is broken off between deciding and the end. */
import { expect, test } from "vitest";
import { createProcessor } from "../../src/pipeline/processor.ts";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { createLog } from "../../src/observability/log.ts";
import type { Inbox, QueuedEvent } from "../../src/store/inbox.ts";
import { handClock } from "../support/clock.ts";

test("an event that was decided is only sent when it comes again in the same process", async () => {
  const clock = handClock();
  const reply = serializeMessages([{ type: "text", text: "hello" }], { allowHttpImages: false });
  const writes = [{ kind: "following", lineId: "U1", following: true }] as const;
  const asked: string[] = [];
  const answer = async (_account: string, { webhookEventId }: { webhookEventId: string }) => {
    asked.push(webhookEventId);
    return { intent: "help", reply, writes };
  };
  const sent: string[] = [];
  const ended: number[] = [];
  const delivery = createProcessor({
    inbox: {
      saveReply: async () => {},
      markProcessed: (id) => void ended.push(id),
    } as Pick<Inbox, "saveReply" | "markProcessed"> as Inbox,
    notices: { replied() {} },
    bot: { handle: answer, errorReply: answer, lateReply: answer, rateLimitReply: answer },
    sender: {
      async reply(_token, { json }) {
        sent.push(json);
        if (sent.length === 1) throw new Error("broken off");
        return { kind: "sent", requestId: undefined };
      },
      push: () => Promise.reject(new Error("pushed")),
      startLoading: async () => {},
    },
    flood: { verdictOf: () => undefined },
    pushFallback: false,
    clock,
    log: createLog("silent"),
  });
  const event = { type: "message", webhookEventId: "1", timestamp: 0, replyToken: "token" };
  const receivedAt = clock.now();
  const row: QueuedEvent = {
    id: 1,
    account: "A",
    chat: "U1",
    event,
    receivedAt,
    attempts: 1,
    savedReply: null,
  };
  const { signal } = new AbortController();
  await expect(delivery.process(row, signal)).rejects.toThrow("broken off");
  await delivery.process(row, signal);
  expect([asked, sent, ended]).toEqual([["1"], [reply.json, reply.json], [1]]);
});
