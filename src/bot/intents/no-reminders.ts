/** Ends all reminders of a person, for good. */
import { never, ruleKey } from "../../store/rule-keys.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";
import { noRemindersIntent, reminderSamples } from "../views/reminder-view.ts";

export const noReminders: Intent = {
  name: noRemindersIntent,
  access: "anyone",
  phrases: {
    en: phraseList(`
      no reminders, no more reminders, stop reminders, stop the reminders, end reminders, turn off reminders
      reminders off, don't remind me, do not remind me, stop reminding me
    `),
    th: thaiPhraseList(`
      ไม่ต้องเตือน, ไม่ต้องเตือนแล้ว, ไม่ต้องเตือนอีก, เลิกเตือน, หยุดเตือน
    `),
    ja: phraseList(`
      お知らせ不要, リマインド不要, リマインダー不要, リマインド停止, リマインダー停止, リマインドを止めて
    `),
    "zh-TW": phraseList(`
      不要提醒, 不用提醒, 不要再提醒, 停止提醒, 取消提醒, 關閉提醒, 不需要提醒
    `),
  },
  answer: (context) => ({
    messages: [view(context)],
    writes: [
      { kind: "rule_keys", keys: [{ key: ruleKey("noReminders", context.lineId), until: never }] },
    ],
  }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }, ...reminderSamples(ctx)],
};

const view = (ctx: RenderContext): Message =>
  withNextSteps(ctx, { type: "text", text: ctx.t("reminder.ended") }, menuSteps);
