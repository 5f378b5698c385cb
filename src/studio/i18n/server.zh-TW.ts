/** What the studio's server writes for people, in Traditional Chinese. */
import type { ServerMessages } from "./server-keys.ts";

export const zhTW: ServerMessages = {
  "login.wrong": "密碼不正確",
  "login.first": "請先登入",
  "login.tooMany.client": "嘗試次數過多，請等 15 分鐘再試。",
  "login.tooMany.queue": "目前嘗試登入的次數過多，請在 1 分鐘後再試。",
  "login.link.used": "這個連結已經用過，或已過期。傳送 /studio 給機器人即可取得新連結。",
};
