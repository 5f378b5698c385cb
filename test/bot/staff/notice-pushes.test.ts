/** Notices that are pushed while the job that pushes them is stopped. */
import { expect, test } from "vitest";
import { createNoticePushes } from "../../../src/bot/staff/orders/notice-pushes.ts";
import type { RenderContext } from "../../../src/bot/context.ts";
import { serializeMessages } from "../../../src/line/messages/prepare-reply.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { StoredNotice } from "../../../src/store/notices.ts";
import { manualClock } from "../../support/clock.ts";
import { until } from "../../support/until.ts";

// As where its replica's clock is found to be wrong: the next leader pushes it under the same key.
test("a push whose job is stopped begins no further attempt, and stays claimed", async () => {
  const clock = manualClock();
  const news = { kind: "ended", confirmation: "order" };
  const notice = {
    id: 1,
    lineId: "U1",
    notice: news,
    pushKey: "key",
    pushedAt: null,
  } as StoredNotice;
  const ended: unknown[] = [];
  const refused: unknown[] = [];
  const attempted = Promise.withResolvers<void>();
  const next = Promise.withResolvers<void>();
  const logged: string[] = [];
  const job = createNoticePushes({
    account: "A",
    notices: {
      pushable: async () => [notice],
      beginPush: async () => true,
      endPush: async (...end) => void ended.push(end),
    },
    reader: { view: async () => ({ type: "text", text: "hello" }) },
    renderContextFor: async () => ({}) as RenderContext,
    prepare: (messages) => serializeMessages(messages, { allowHttpImages: false }),
    messaging: {
      async push(_to, _prepared, _key, { beforeAttempt }) {
        beforeAttempt?.();
        attempted.resolve();
        await next.promise;
        try {
          beforeAttempt?.();
        } catch (error) {
          refused.push(error);
          throw error;
        }
        return { kind: "sent", requestId: undefined };
      },
    },
    pushesAll: true,
    reminders: null,
    clock,
    log: createLog("info", { write: (line) => void logged.push(line) }),
  });
  job.start();
  await until(() => clock.waiting > 0, "the timer");
  clock.turn(60_000);
  await attempted.promise;
  const stopped = job.stop();
  next.resolve();
  await stopped;
  expect(refused).toHaveLength(1);
  expect(ended).toEqual([]);
  expect(logged.join("")).not.toContain("notice push failed");
});
