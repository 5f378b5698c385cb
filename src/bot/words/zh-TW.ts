/** Traditional Chinese. */
import type { Catalogue } from "./keys.ts";

export const zhTW: Catalogue = {
  number: "{number, number}",

  "apology.failed": "很抱歉，我們這邊發生了一點問題，請稍後再試一次。",
  "apology.platform": "很抱歉，目前無法連上會員系統，請稍後再試一次。",
  "apology.late": "很抱歉讓您久等了，目前訊息較多，麻煩您再傳送一次。",
  "contact.label": "聯絡我們",
  "as-of.time": "這是 {at, time, clock} 的資料，目前暫時無法取得最新資料。",
  "as-of.date": "這是 {at, date, day} {at, time, clock} 的資料，目前暫時無法取得最新資料。",

  "balance.alt": "{name}：{cards}",
  "balance.alt.card": "{card} {points, number} 點",
  "balance.points": "點",
  "balance.empty": "{name} 您好，您目前還沒有會員卡，歡迎向店員詢問辦卡方式。",
  "balance.more": "還有 {count, number} 張卡",
  "balance.label": "點數",
  "balance.number": "卡號",

  "help.title": "需要什麼協助呢？",
  "help.body": "請傳送以下文字，或直接點選按鈕：",
  "help.label": "說明",
  "help.balance": "點數 – 查看會員卡與點數",
  "help.language": "語言 – 選擇語言",
  "help.help": "說明 – 顯示這份清單",

  "greeting.hello": "{name} 您好，歡迎來到 {business}！想查點數，隨時傳訊息給我們。",
  "greeting.back": "{name} 您好，歡迎回來！很高興再次見到您。",
  "greeting.nameless": "您好，歡迎來到 {business}！您可以試試以下選項：",

  "join.title": "歡迎來到 {business}",
  "join.body": "目前找不到與此 LINE 帳號連結的會員資料。加入會員即可累積點數、領取優惠券。",
  "join.button": "加入會員",
  "join.registered": "我已註冊",
  "join.again.title": "還沒找到您的會員資料",
  "join.again.body":
    "目前仍找不到與此 LINE 帳號連結的會員資料。註冊後可能需要一點時間，請稍後再試，或洽詢店員。",
  "registered.found": "{name} 您好，謝謝您！已找到您的會員資料，您可以試試以下選項：",

  "service.ambiguous": "目前無法在這裡顯示您的會員資料，麻煩請店員協助確認。",
  "service.inactive": "您的會員資格目前未啟用，請洽詢店員，我們很樂意為您服務。",

  "language.label": "語言",
  "language.body": "您希望我們使用哪種語言？",
  "language.chosen": "好的，之後會以{language}回覆您。",

  "group.private": "會員資料只在一對一聊天中提供，請點選下方按鈕繼續。",
  "group.hello": "大家好，這裡是 {business}！需要協助時，歡迎在一對一聊天中傳訊息給我們。",
  "group.button": "開啟聊天",

  "wordless.body": "謝謝您！我們目前只能閱讀文字訊息，可以試試以下選項：",
  "unknown.body": "不好意思，我們不太明白您的意思，可以試試以下選項：",
};
