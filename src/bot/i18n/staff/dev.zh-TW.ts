/** The messages of the dev channel in Traditional Chinese. */
import type { DevMessages } from "./dev-keys.ts";

export const zhTW: DevMessages = {
  "dev.help.title": "僅限測試頻道使用：",
  "dev.help.as": "以該會員的身分回覆",
  "dev.help.nobody": "以非會員的身分回覆",
  "dev.help.preview": "以範例資料顯示回覆",
  "dev.help.replies": "列出所有回覆",
  "dev.help.reset": "回到範例資料",
  "dev.as.usage": "請輸入 /as 加上會員的電話、姓名或卡號；/as nobody 可扮演非會員。",
  "dev.as.member": "接下來會以 {name} 的身分回覆您。",
  "dev.as.nobody": "接下來會以非會員的身分回覆您。",
  "dev.reset": "已回到範例資料。",
  "dev.samplesOnly": "真實會員資料只顯示給行銷人員、店長與負責人，這裡顯示的是範例。",
  "dev.replies": "所有回覆：",
  "dev.held": "這是測試，沒有傳送任何內容。實際上會傳送：",
};
