/** What the studio's server writes for people, in Japanese. */
import type { ServerMessages } from "./server-keys.ts";

export const ja: ServerMessages = {
  "login.wrong": "パスワードが違います",
  "login.first": "先にログインしてください",
  "login.tooMany.client": "試行回数が多すぎます。15分ほどお待ちください。",
  "login.tooMany.queue": "ただいまログインが混み合っています。1分後にもう一度お試しください。",
  "login.link.used":
    "このリンクは使用済みか、有効期限が切れています。ボットに /studio と送ると、新しいリンクが届きます。",
};
