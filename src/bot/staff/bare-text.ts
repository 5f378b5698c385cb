/** Answers what staff write without a slash: a coupon's code is checked, a card or phone number, or its end, is looked for. */
import { isLoopback } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { plainNumber, withoutFraming } from "../../text/digits.ts";
import type { Reply } from "../context.ts";
import type { AnswerRules } from "../i18n/answers/answer-reader.ts";
import { askableIntents, routeToIntent } from "../intents/intents.ts";
import { isTopic, question, topics } from "../intents/questions/questions.ts";
import { isCommand, normalizeEvent, withoutEmojiNames } from "../routing/text-normalizer.ts";
import { phraseList, plain, thaiPhraseList } from "../routing/text-router.ts";
import * as ui from "../views/flex-components.ts";
import { commandButton, memberReference } from "./next-actions.ts";
import type { CommandContext } from "./command.ts";
import { find } from "./commands/find.ts";
import { gift } from "./commands/gift.ts";
import { check, couponFacts, couponReply, couponWithHolder } from "./commands/use.ts";
import { findMembersByEnding, isNumber, isNumberEnding } from "./member-search.ts";
import { listedName, memberFacts } from "./member-text.ts";
import { chooser } from "./staff-views.ts";

type NamedCommand = Pick<CommandContext, "command" | "args">;

/**
 * @returns the command that the text stands for, whether or not the role has it, or the reply; null for a text that names
 * none of these, or a choice that the role may not see. @throws {LoyaltyError}
 */
export async function namedByBareText(
  ctx: CommandContext,
  written: string,
): Promise<NamedCommand | Reply | null> {
  const without = written.replace(/^[#＃]/, "");
  switch (meaningOf(written)) {
    case "shown set":
      return { command: gift, args: { set: written } };
    case "number":
      return { command: find, args: { who: without } };
    case "code":
      return { command: check, args: { code: written } };
    case "number or code":
      return ctx.mayUse(check.name) && ctx.mayUse(find.name) ? numberOrCode(ctx, without) : null;
    case null:
      return null;
  }
}

/** A number of the last list of sets, such as `#2`. */
const shownSetPattern = /^[#＃]\d{1,3}$/;
/** One word with a digit. */
const codePattern = /^(?=.*\d)[\p{L}\p{M}\d_./+-]{6,50}$/u;
/** As many digits as both the end of a number and a coupon's code have. */
const eitherPattern = /^\d{6,7}$/;

type Meaning = "shown set" | "number" | "code" | "number or code";

/** Whether staff who write a text name a coupon, a card or a person by it. */
const isBareName = (text: string): boolean => meaningOf(text) !== null;

/** @returns null for a text that is none of them. */
function meaningOf(written: string): Meaning | null {
  const bare = plainNumber(withoutFraming(written));
  if (shownSetPattern.test(bare)) return "shown set";
  const number = bare.replace(/^[#＃]/, "");
  if (eitherPattern.test(number)) return "number or code";
  if (isNumberEnding(number) || isNumber(number)) return "number";
  return codePattern.test(bare) ? "code" : null;
}

/** What six or seven digits name: a coupon, members, or a choice between both. @throws {LoyaltyError} */
async function numberOrCode(
  ctx: CommandContext,
  written: string,
): Promise<NamedCommand | Reply | null> {
  const { loyalty, signal, t } = ctx;
  const coupon = await couponWithHolder({ ...ctx, command: check, args: { code: written } });
  if ("messages" in coupon) return { command: find, args: { who: written } };
  const { rows: members } = await findMembersByEnding(loyalty, written, signal);
  if (members.length === 0) return couponReply({ ...ctx, command: check }, coupon);
  const options = [
    {
      title: t("staff.bare.coupon"),
      facts: couponFacts(ctx, coupon),
      action: commandButton(ctx, t("staff.bare.coupon"), check.name, { code: written }),
    },
    ...members.map((member) => ({
      title: listedName(member),
      facts: memberFacts(member),
      action: commandButton(ctx, listedName(member), "member", { who: memberReference(member) }),
    })),
  ];
  return { messages: [chooser(ctx, t("staff.bare.several", { written }), options)] };
}

// The commands that staff also write as words, without a slash: what they do names nothing else.

/** By the name of the command, with an argument behind it. No request of members has these words. */
export const commandWords = {
  cancel: [
    ...phraseList(`
      cancel, cancel it, cancel this, cancel that, cancel please
      キャンセル, キャンセルする, キャンセルします, やめる, やめます, 取り消し, 取消し
      取消, 取消掉, 我要取消, 不做了, 算了
    `),
    ...thaiPhraseList("ยกเลิก, ขอยกเลิก, ยกเลิกก่อน, ไม่ทำ, ไม่ทำแล้ว, ไม่เอาแล้ว"),
  ],
  undo: [
    ...phraseList(`
      undo, undo it, undo this, undo that, undo last, undo the last, undo my last order, undo please
      元に戻す, 元に戻して, 元に戻したい, 元に戻してください, もとに戻す, もどす, 戻す
      復原, 還原, 撤銷, 我要復原
    `),
    ...thaiPhraseList(`
      ยกเลิกรายการ, ยกเลิกรายการนี้, ยกเลิกรายการล่าสุด, ยกเลิกรายการที่แล้ว, ยกเลิกล่าสุด, ขอยกเลิกรายการ
      ขอยกเลิกรายการล่าสุด
    `),
  ],
  today: [
    ...phraseList(`
      today's summary, todays summary, summary of today, daily summary, how was today, today's numbers, todays numbers
      今日のまとめ, 本日のまとめ, 今日の集計, 本日の集計, 今日の状況
      今日摘要, 今天摘要, 今日總結, 今天的狀況, 今日報表
    `),
    ...thaiPhraseList("สรุปวันนี้, สรุปยอดวันนี้, ยอดวันนี้, วันนี้เป็นยังไงบ้าง, ขอสรุปวันนี้, รายงานวันนี้"),
  ],
  "today yesterday": [
    ...phraseList(`
      yesterday's summary, yesterdays summary, summary of yesterday, how was yesterday
      昨日のまとめ, 昨日の集計
      昨日摘要, 昨天摘要, 昨日總結, 昨日報表
    `),
    ...thaiPhraseList("สรุปเมื่อวาน, สรุปยอดเมื่อวาน, ยอดเมื่อวาน, รายงานเมื่อวาน"),
  ],
  "today week": [
    ...phraseList(`
      weekly summary, this week's summary, this weeks summary, summary of the week, how was this week
      今週のまとめ, 今週の集計, 一週間のまとめ
      本週摘要, 這週摘要, 本週總結, 本週報表
    `),
    ...thaiPhraseList("สรุปสัปดาห์นี้, สรุปอาทิตย์นี้, สรุปยอดสัปดาห์นี้, ยอดสัปดาห์นี้, รายงานสัปดาห์นี้"),
  ],
} as const;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(commandWords).flatMap(([name, words]) =>
    words.map((word) => [word, name] as const),
  ),
);

/** The command that these words are; undefined for any other text. */
export function commandInWords(written: string): { name: string; rest: string } | undefined {
  const [name, rest = ""] = names.get(plain(written))?.split(" ") ?? [];
  return name === undefined ? undefined : { name, rest };
}

// What the bot says of the shop's own answers: which phrases it understands already, and what their buttons can ask for.

/** @param allowHttp whether pictures may be at http addresses of this machine, which an embedded LINE loads. */
export const answerRules = (allowHttp: boolean): AnswerRules => ({
  understoodAs,
  isIntent: (name) => askableIntents.includes(name),
  isPicture: (url) =>
    ui.pictureUrl({ allowHttp: allowHttp && isLoopback(URL.parse(url)?.hostname ?? "") }, url) !==
    null,
});

function understoodAs(phrase: string): string | null {
  const event = normalizeEvent({
    type: "message",
    webhookEventId: "",
    timestamp: 0,
    message: { id: "", type: "text", text: phrase },
  } satisfies LineEvent);
  if (isCommand(event)) return "a command of staff";
  const command = commandInWords(phrase);
  if (command !== undefined) return `/${command.name}`;
  const named = withoutEmojiNames(event);
  const routed = routeToIntent(event) ?? (named === event ? null : routeToIntent(named));
  if (routed?.intent === question.name) {
    const topic = routed.details["topic"];
    // Where only a person can help, the shop may know better.
    return isTopic(topic) && topics[topic].needsPerson ? null : `${question.name} ${topic}`;
  }
  if (routed) return routed.intent;
  return isBareName(phrase) ? "a number or code that staff look for" : null;
}
