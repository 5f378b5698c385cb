/** The words of a text in any of the four languages, without those that say nothing of what is asked. */
import { plain } from "../../../text/plain.ts";

/** Words that questions of all kinds have. */
const common = new Set(
  `
  a about all also am an and any are as at be been by can can't could do does did don't for from get give go got had
  has have hello help here hey hi how how's i i'd i'm if in into is it it's its just know let like many may me much my
  need no not now of off ok on one or our out please pls see shall she should so some tell than thank thanks that
  that's the their them then there they this time to today too tomorrow until up us want was we were what what's when
  where where's which who whose why will with would yes you your you're
  อยาก จะ ที่ มี ไหม มั้ย ได้ อะไร ไง ยังไง อย่างไร เท่าไหร่ เท่าไร กี่ เมื่อไหร่ เมื่อไร ไหน นี้ นั้น ค่ะ คะ ครับ คับ นะ
  จ้า หรือ และ กับ ของ ให้ ไป มา เป็น อยู่ ขอ หน่อย ด้วย ทราบ รู้ บอก ถาม สอบถาม ร้าน ทาง ใน ตอน วัน วันนี้ พรุ่งนี้ เปล่า
  ไม่ แล้ว ก็ ว่า คือ การ ความ ต้อง ทำ ใช้ ดู เรา ผม ฉัน หนู คุณ บ้าง เลย ที ละ ล่ะ
  は が を に で と も の へ や か な ね よ から まで より です ます ました ません でしょう だ た て ください 下さい あり ある ない
  いる いい いつ どこ 何 なに なん どう どの どれ いくら 誰 こと もの する し さ れ お ご 教え 知り たい できる でき 今日 明日
  的 了 嗎 吗 呢 吧 啊 是 有 沒有 没有 在 我 你 您 他 們 我們 你們 請 請問 想 要 可以 能 會 什麼 什么 怎麼 怎么 哪 哪裡 哪里 幾
  多少 幾點 這 那 個 和 跟 與 及 也 都 就 到 去 來 不 沒 很 說 問 知道 今天 明天 現在 店 店家 一下 麻煩
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Made once: that takes longer than to split a text. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** @returns each word once, in its folded form; none with a single Latin letter or digit. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(plain(text))) {
    if (isWordLike && !common.has(segment) && !/^[a-z\d]$/.test(segment))
      words.add(singular(segment));
  }
  return words;
}

/** An English plural is the same word. */
const singular = (word: string): string =>
  /^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word;
