/** The commands that staff also write as words, without a slash: what they do names nothing else. */
import { phraseList, plain, thaiPhraseList } from "../routing/text-router.ts";

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
