/** How people ask, language by language, one phrasing a line; and what only looks like asking. */
import type { Language } from "../../src/config.ts";

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Language → intent → phrasings. A new intent adds a row to each language. */
export const phrasings: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    balance: lines(`
      points
      Points
      POINTS!!
      ｐｏｉｎｔｓ
      ＢＡＬＡＮＣＥ
      my   points
      "points"
      points?
      points…
      💰 points 💰
      points ❤️
      points (hello)
      (hello)points
      How many points do I have?
      how many points have I got??
      What’s my balance?
      what's my balance
      show me my points.
      My points, please
      points please
      Check my points
      balence
      pionts
      ดู point
      point ของฉัน
    `),
    language: lines(`
      language
      Languages
      LANGUAGE.
      ｌａｎｇｕａｇｅ
      change language
      Change the language!
      langauge
      English please
      in English
      🌐 language
      change ภาษา
    `),
    help: lines(`
      help
      Help?
      HELP!!!
      ｈｅｌｐ
      menu
      help me
      Help, please
      What can you do?
      how does this work?
      hlep
      🆘 help
      help หน่อย
    `),
    registered: lines(`
      I have registered
      I’ve registered!
      I signed up
      i just registered 😊
      I have registerd
    `),
  },
  th: {
    balance: lines(`
      แต้ม
      แต้มค่ะ
      แต้มครับ
      แต้ม ค่ะ
      เเต้ม
      เเต้มค่ะ
      คะเเนน
      คะแนน
      ยอดแต้ม
      แต้มสะสม
      เช็คแต้ม
      เช็คแต้มหน่อย
      เช็คแต้มหน่อยค่ะ
      เช็กแต้มหน่อยครับ
      ขอดูแต้มหน่อยนะคะ
      ขอเช็คแต้มค่ะ
      อยากดูแต้ม
      แต้มเท่าไหร่คะ?
      มีกี่แต้มครับ
      เหลือกี่แต้มคะ
      แต้มคงเหลือ
      “แต้ม”
      แต้ม🙏
      ❤️แต้ม❤️
      แต้ม!!!
      แต้ม(love)
      แค้ม
      พอยท์
      เช็ค point
      เช็คｐｏｉｎｔ
    `),
    language: lines(`
      ภาษา
      ภาษาค่ะ
      เปลี่ยนภาษา
      เปลี่ยนภาษาหน่อยครับ
      ขอเปลี่ยนภาษาหน่อยค่ะ
      ภาษาไทย
      ภาสา
      ภาษาอังกฤษครับ
    `),
    help: lines(`
      ช่วยเหลือ
      ช่วยเหลือค่ะ
      ช่วยด้วย
      ช่วยด้วยครับ
      เมนู
      เมนูค่ะ
      ขอเมนูหน่อย
      วิธีใช้
      ใช้ยังไงคะ
      ทำอะไรได้บ้างคะ
      เมนุ
    `),
    registered: lines(`
      สมัครแล้ว
      สมัครแล้วค่ะ
      สมัครแล้วครับ
      สมัครเเล้ว
      สมัครสมาชิกแล้วนะคะ
      ลงทะเบียนแล้วครับ
    `),
  },
  ja: {
    balance: lines(`
      ポイント
      ﾎﾟｲﾝﾄ
      ポイント。
      ポイント！
      「ポイント」
      残高
      残高は？
      ポイントは？
      ポイント残高
      マイポイント
      ポイント確認
      ポイントを見せてください
      ポイント教えて
      ポイントを教えてください。
      何ポイントありますか？
      今何ポイント？
      ポイント✨
      ポイント(^^)
      ポイント♪
      ポイントー
      ぽいんと
      ポインと
      ｐｏｉｎｔを見る
    `),
    language: lines(`
      言語
      言語。
      言語設定
      言語を変更したい
      言語切り替え
      日本語
      日本語でお願いします
      げんご
    `),
    help: lines(`
      ヘルプ
      ﾍﾙﾌﾟ
      へるぷ
      ヘルプ！
      メニュー
      ﾒﾆｭｰ
      使い方
      使い方を教えてください
      何ができますか？
      助けて😢
      メニュ
    `),
    registered: lines(`
      登録しました
      登録しました！
      登録済みです。
      会員登録しました
      登録完了
    `),
  },
  "zh-TW": {
    balance: lines(`
      點數
      點數。
      點數？
      「點數」
      餘額
      我的點數
      查點數
      查詢點數
      點數查詢
      我要查點數
      請幫我查點數
      我有幾點？
      我有多少點數？
      還有多少點
      剩多少點？
      紅利點數
      積分
      点数
      余额
      典數
      點數💰
      點數 ❤️
      我的point
      查ＰＯＩＮＴ
    `),
    language: lines(`
      語言
      語言！
      语言
      切換語言
      我要換語言
      語言設定
      中文
      繁體中文
      請用中文
    `),
    help: lines(`
      說明
      說明？
      说明
      幫助
      選單
      菜单
      使用說明
      怎麼用？
      可以做什麼？
      我需要幫助！
      說名
    `),
    registered: lines(`
      我已註冊
      我已經註冊了！
      註冊好了
      我已加入會員
      已注冊
    `),
  },
};

/** Near misses: what looks like a request and must stay unknown. */
export const nearMisses = lines(`
  pointless
  point of sale
  checkpoint
  powerpoint
  po ints
  pint
  balance sheet
  balanced
  my points are gone
  points to baht
  helpful
  helpless
  helpdesk
  menus plural
  body language
  languages of asia
  not registered
  i have not registered
  unregistered
  hello
  thank you
  1,250
  แต้มไม่เข้า
  แต้มหาย
  แต้มต่อ
  แต้มแลกอะไรได้บ้าง
  คะแนนสอบ
  ภาษาดอกไม้
  ไม่ช่วยเหลือ
  เมนูอาหาร
  เมนูแนะนำ
  ยังไม่ได้สมัคร
  สมัครยังไง
  ค่ะ
  ครับ
  หน่อย
  ポイント交換
  ポイントが消えた
  ポイントカード
  チャームポイント
  残高不足
  ヘルプデスク
  ランチメニュー
  言語学
  登録していません
  登録したい
  點數不見了
  點數換什麼
  點數卡
  餘額不足
  說明書
  菜單推薦
  語言學校
  我還沒註冊
  怎麼註冊
`);
