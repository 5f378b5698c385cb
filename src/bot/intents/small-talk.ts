/** Answers small words that ask for nothing, such as "ok", "bye" or laughter. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, withNextSteps } from "../views/next-steps.ts";

export const smallTalk: Intent = {
  name: "small-talk",
  access: "anyone",
  asksForNothing: true,
  phrases: {
    en: phraseList(`
      ok, okay, okey, okie, oki, okk, okok, ok ok, k, kk, okay okay, ok then, okay then, ok got it, okay got it, got it, i got it, gotcha
      i see, oh i see, i understand, understood, noted, well noted, roger, copy that, alright, all right, right, sure, sure thing
      of course, yes, yeah, yea, yep, yup, yes yes, ya, no, nope, nah, no no, not really, maybe, never mind, nevermind, nvm, no problem
      no worries, np, that's all, that is all, nothing, nothing else, that's fine, fine, good, great, nice, cool, perfect, awesome
      wonderful, excellent, amazing, wow, oh, ah, aha, sorry, my bad, bye, bye bye, byebye, goodbye, good bye, see you
      see ya, see you later, see you soon, later, take care, good night, goodnight, gn, night, have a nice day, have a good day
      haha, hahaha, hahahaha, hahahahaha, hahahahahaha, hehe, hehehe, hihi, lol, lmao, rofl, ha ha, xd, you too, same to you, congrats
      happy new year, merry christmas, i love you, love you, omg, done, deal, agreed, test, testing, ok ค่ะ, ok ครับ, okค่ะ, okครับ
    `),
    th: [
      ...phraseList(
        "ค่ะ, คะ, ค่า, ครับ, คับ, ครับผม, คร้าบ, จ้า, จ้ะ, จ๊ะ, จร้า, ค่ะๆ, ครับๆ, ค้าบ, ฮะ, นะคะ, นะครับ, 55, 555, 5555, 55555, 555555, 5555555, 55555555, 555555555, 5555555555",
      ),
      ...thaiPhraseList(`
      โอเค, โอเคๆ
      โอเช, โอเคร, ตกลง, ได้, ได้เลย, รับทราบ, ทราบแล้ว
      เข้าใจ, เข้าใจแล้ว, อ๋อ, อ่อ, อ้อ, เออ, อือ, อืม, อืมๆ, อือๆ, ใช่, ใช่แล้ว
      ไม่, ไม่ใช่, ไม่เป็นไร, ไม่มี, ไม่มีแล้ว, ไม่มีอะไร, ไม่มีอะไรแล้ว
      แค่นี้, แค่นี้แหละ, เรียบร้อย, เรียบร้อยแล้ว, เยี่ยม, เยี่ยมเลย, ดีมาก, ดีเลย, สุดยอด, เจ๋ง, ว้าว, จริงดิ, จริงหรอ
      บาย, บายๆ, บ๊ายบาย, ลาก่อน, แล้วเจอกัน, เจอกัน, เจอกันใหม่, ไว้เจอกัน, ไว้คราวหน้า, ฝันดี
      ราตรีสวัสดิ์, นอนแล้ว, ฮ่า, ฮ่าๆ, ฮ่าๆๆ, ฮ่าๆๆๆ, ฮ่าๆๆๆๆ, ฮ่าฮ่า, ฮ่าฮ่าฮ่า, อิอิ, คิคิ, ฮิฮิ, หุหุ
      คิดถึง, สู้ๆ, จุ๊บๆ, เอ่อ, อุ๊ย, เช่นกัน, ทดสอบ, เทส, สวัสดีปีใหม่, สุขสันต์วันเกิด
    `),
    ],
    ja: phraseList(`
      はい, はーい, はいはい, はい、そうです, ええ, うん, うんうん, いいえ, いえ, いや, いいえ大丈夫です, いえ、大丈夫です, 大丈夫, 大丈夫です, 結構です, 了解, 了解です, 了解しました
      了解いたしました, りょ, りょうかい, りょうかいです, 承知しました, 承知いたしました, 承知です, 分かりました, わかりました, わかった, 分かった, かしこまりました
      なるほど, なるほどです, そうですか, そうなんですね, そうですね, そうです, そうなんだ, へえ, へー, ほう, おお, おー, オッケー, オーケー, オッケーです, おっけー, おけ, おけです, オケ
      ok, okです, いいね, いいですね, いいです, 良いです, よかった, よかったです, 最高, すごい, すごいですね, さすが, うれしい, 嬉しい, 嬉しいです, やった, わーい
      特にないです, 特にありません, 特になし, なし, ないです, ありません, またね, また, また今度, また来ます, また行きます, また後で, では, ではまた, それでは, じゃあね, じゃあ, じゃまた
      バイバイ, ばいばい, さようなら, さよなら, 失礼しました, おやすみ, おやすみなさい, お休みなさい, 笑, 笑笑, w, ww, www, wwww, wwwww, wwwwww, 草, ははは, あはは, ふふ, うふふ, えへへ
      ごめん, ごめんなさい, ごめんね, 間違えました, まちがえました, すみませんでした, 頑張って, がんばって, お疲れ様でした, おつかれ, あけましておめでとう, あけましておめでとうございます
      メリークリスマス, テスト, てすと, うーん, えーと, あ, ああ, そっか, ですね
    `),
    "zh-TW": phraseList(`
      好, 好的, 好喔, 好哦, 好啊, 好呀, 好吧, 好啦, 好唷, 好滴, 好der, 好的好的, 好好, 好好好, 好了, 好耶, 嗯, 嗯嗯, 恩, 恩恩, 嗯哼, 喔, 喔喔, 哦, 哦哦, 噢, 喔好, 哦好, 喔喔好, 是, 是的, 是啊, 對, 對啊, 對的
      對對, 沒錯, 不是, 不, 不用, 不用了, 不要, 不要了, 沒有, 沒有了, 沒事, 沒事了, 沒關係, 沒問題, 不會, 不客氣, 知道了, 我知道了, 知道, 了解, 了解了, 瞭解, 明白, 明白了, 我明白了, 懂了, 收到
      原來如此, 這樣啊, 這樣喔, 是喔, 是哦, 真的嗎, 真的假的, 可以, 可以喔, 行, 沒差, 都可以, 隨便, 太好了, 太棒了, 真棒, 很棒, 讚, 讚讚, 讚啦, 厲害, 哇, 哇塞, 開心, 酷
      再見, 掰, 掰掰, 掰囉, 拜拜, 拜, 88, 881, 下次見, 改天見, 明天見, 先這樣, 就這樣, 這樣就好, 晚安囉, 晚安喔, 晚安啦, 睡覺了, 哈, 哈哈, 哈哈哈, 哈哈哈哈, 哈哈哈哈哈, 哈哈哈哈哈哈, 呵呵, 嘿嘿, 嘻嘻, 呵, 笑死, xd, xdd, xddd
      抱歉, 對不起, 打錯了, 打錯, 傳錯了, 加油, 辛苦了, 恭喜, 新年快樂, 聖誕快樂, 生日快樂, 愛你, 測試, 試試, ok的, ok喔, ok啊, 歐給, 哎呀, 好的收到, 好的了解, 好的沒問題
    `),
  },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
};

const view = (ctx: RenderContext): Message =>
  withNextSteps(ctx, { type: "text", text: ctx.t("smallTalk.body") }, menuSteps);
