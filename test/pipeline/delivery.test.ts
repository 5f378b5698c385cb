/** What delivery does when it is broken off between deciding and the end. */
import { expect, test } from "vitest";
import { createDelivery } from "../../src/pipeline/processor.ts";
import { prepare } from "../../src/line/messages/prepare-reply.ts";
import { createLog } from "../../src/observability/log.ts";
import type { Inbox, OpenEvent } from "../../src/store/inbox.ts";
import { handClock } from "../support/clock.ts";

test("an event that was decided is only sent when it comes again in the same process", async () => {
  const clock = handClock();
  const reply = prepare([{ type: "text", text: "hello" }], { allowHttpImages: false });
  const writes = [{ kind: "following", lineId: "U1", following: true }] as const;
  const asked: string[] = [];
  const answer = async (_account: string, { webhookEventId }: { webhookEventId: string }) => {
    asked.push(webhookEventId);
    return { intent: "help", reply, writes };
  };
  const sent: string[] = [];
  const ended: number[] = [];
  const delivery = createDelivery({
    inbox: {
      decide: async () => {},
      done: (id) => void ended.push(id),
    } as Pick<Inbox, "decide" | "done"> as Inbox,
    notices: { replied() {} },
    bot: { handle: answer, apologise: answer, beLate: answer, calmDown: answer },
    sender: {
      async reply(_token, { json }) {
        sent.push(json);
        if (sent.length === 1) throw new Error("broken off");
        return { kind: "sent", requestId: undefined };
      },
      push: () => Promise.reject(new Error("pushed")),
      startLoading: async () => {},
    },
    flood: { excessOf: () => undefined },
    pushFallback: false,
    clock,
    log: createLog("silent"),
  });
  const event = { type: "message", webhookEventId: "1", timestamp: 0, replyToken: "token" };
  const receivedAt = clock.now();
  const row: OpenEvent = {
    id: 1,
    account: "A",
    chat: "U1",
    event,
    receivedAt,
    attempts: 1,
    decided: null,
  };
  const { signal } = new AbortController();
  await expect(delivery.deliver(row, signal)).rejects.toThrow("broken off");
  await delivery.deliver(row, signal);
  expect([asked, sent, ended]).toEqual([["1"], [reply.json, reply.json], [1]]);
});
