/** The messages of what staff are asked and told while they create a coupon set in Japanese. */
import type { NewSetMessages } from "./new-set-keys.ts";

export const ja: NewSetMessages = {
  "staff.newset.start":
    "続けて名前を入力するか、すべてを1行で入力してください：\n/newset 秋のラテ item x100 30d\n/newset 秋の割引 amount 50 unlimited 2026-12-31",
  "staff.newset.type": "どんなクーポンですか？",
  "staff.newset.value": "割引の値はいくつですか？",
  "staff.newset.quantity": "何枚ですか？",
  "staff.newset.validity": "いつまで使えますか？",
  "staff.newset.type.item": "無料クーポン",
  "staff.newset.type.amount": "金額割引",
  "staff.newset.type.percent": "%割引",
  "staff.newset.type.other": "その他",
  "staff.newset.reads.percent": "{value, number}%割引",
  "staff.newset.reads.amount": "割引額：{value, number}",
  "staff.newset.reads.quantity": "{count, number}枚",
  "staff.newset.fault.type":
    "「{written}」という種類はありません。item、amount、percent、other のいずれかを入力してください。",
  "staff.newset.fault.percent":
    "「{written}」は指定できません。割引率は{min, number}から{max, number}までの数です。",
  "staff.newset.fault.amount":
    "「{written}」は指定できません。金額は0より大きく{max, number}以下、小数は2桁までです。",
  "staff.newset.fault.quantity":
    "「{written}」は指定できません。1から{max, number}までの整数か unlimited を入力してください。",
  "staff.newset.fault.validity":
    "「{written}」は指定できません。1d から {max, number}d までの日数、2027-01-31 のような今日以降の日付、または endless を入力してください。",
  "staff.newset.fault.unexpected":
    "「{written}」はここでは使えません。種類のあとには、値（amount と percent のみ）、枚数、有効期間を一度ずつ入力してください。",
};
