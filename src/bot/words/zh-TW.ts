/** Traditional Chinese. */
import type { Catalogue } from "./keys.ts";

export const zhTW: Catalogue = {
  number: "{number, number}",

  "apology.failed": "很抱歉，我們這邊發生了一點問題，請稍後再試一次。",
  "apology.platform": "很抱歉，目前無法連上會員系統，請稍後再試一次。",
  "apology.late": "很抱歉讓您久等了，目前訊息較多，麻煩您再傳送一次。",
  "contact.label": "聯絡我們",

  "balance.title": "{name} 的點數",
  "balance.alt": "{name}：{cards}",
  "balance.alt.card": "{card} {points, number} 點",
  "balance.points": "點",
  "balance.empty": "{name} 您好，您目前還沒有會員卡，歡迎向店員詢問辦卡方式。",
  "balance.more": "還有 {count, number} 張卡",
  "balance.label": "點數",
  "balance.number": "卡號",

  "help.title": "需要什麼協助呢？",
  "help.body": "請傳送以下文字，或直接點選按鈕：\n・點數 – 查看會員卡與點數\n・說明 – 顯示這份清單",
  "help.label": "說明",

  "join.title": "歡迎來到 {business}",
  "join.body": "目前找不到與此 LINE 帳號連結的會員資料。加入會員即可累積點數、領取優惠券。",
  "join.button": "加入會員",

  "service.ambiguous": "目前無法在這裡顯示您的會員資料，麻煩請店員協助確認。",
  "service.inactive": "您的會員資格目前未啟用，請洽詢店員，我們很樂意為您服務。",

  "unknown.body": "不好意思，我們不太明白您的意思，可以試試以下選項：",
};
