/** How people ask in Traditional Chinese: intent → phrasings. */
import { lines, type Phrasings } from "./lines.ts";

export const zhTW: Phrasings = {
  card: lines(`
    會員卡
    會員卡。
    我的會員卡
    出示會員卡
    條碼
    QRCODE
    ｑｒｃｏｄｅ
    卡號？
    会员卡
    會元卡
    卡片
    我的條碼
    QR碼
    💳會員卡
  `),
  coupons: lines(`
    優惠券
    優惠卷
    優惠劵
    我的優惠券！
    有什麼優惠券？
    可用的優惠券
    折價券
    优惠券
    優會券
    優惠券🎫
    我的優惠券
    查優惠券
    查詢優惠券
    有優惠券嗎？
    我有哪些優惠券
    優惠券🎁
  `),
  check: lines(`
    查詢
    查詢 ABC123
    查詢ABC123
    查詢優惠券 ABC123
    優惠碼：ＡＢＣ１２３
    驗證優惠券 ABC123
    查序號 ABC-1234
    查询 ABC123
    查尋 ABC123
    查詢：ABC123
    查代碼
    查優惠碼 ABC123
    驗證代碼 ABC123
    查詢　ＡＢＣ１２３
  `),
  history: lines(`
    紀錄
    記錄
    消費紀錄
    點數明細
    查詢紀錄
    交易紀錄？
    我的紀錄
    记录
    紀祿
    點數紀錄
    我想看紀錄
    紀錄！
    紀綠
  `),
  campaigns: lines(`
    活動
    活動！
    最新活動
    有什麼活動？
    優惠活動
    促銷
    現在有什麼活動
    活动
    活洞
    活動？
    有優惠嗎
    好康
    查詢活動
  `),
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
};
