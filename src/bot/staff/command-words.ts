/** The commands that staff also write as words, without a slash: what they do names nothing else. */
import { phraseList, thaiPhraseList } from "../routing/phrases.ts";
import { plain } from "../routing/text-router.ts";

/** By the name of the command. No request of members has these words. */
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
} as const;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(commandWords).flatMap(([name, words]) =>
    words.map((word) => [word, name] as const),
  ),
);

/** The name of the command that these words are; undefined for any other text. */
export const commandInWords = (written: string): string | undefined => names.get(plain(written));
