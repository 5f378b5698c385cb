/** The messages of the owner's day in Japanese. */
import type { TodayMessages } from "./today-keys.ts";

export const ja: TodayMessages = {
  "staff.help.today": "今日のまとめ・保留中の件・確認したい件を見る",
  "staff.day.title.today": "今日 {at, date, day}",
  "staff.day.title.yesterday": "昨日 {at, date, day}",
  "staff.day.title.week": "7日間 {from, date, day}～{until, date, day}",
  "staff.day.answers": "回答：{count, number}件（{people, number}名）",
  "staff.day.most": "多い質問：{what}",
  "staff.day.notUnderstood": "理解できなかったメッセージ：{count, number}件",
  "staff.day.unanswered": "回答のない質問：{what}",
  "staff.day.gifts": "渡したクーポン：{count, number}枚",
  "staff.day.points": "加算：{added, number}ポイント・使用：{burned, number}ポイント",
  "staff.day.used": "使われたクーポン：{count, number}枚",
  "staff.day.redemptions": "ポイント交換：{count, number}件",
  "staff.day.byRule": "入会プレゼント：{welcome, number}枚・誕生日プレゼント：{birthday, number}枚",
  "staff.day.joining": "入会案内：{invited, number}名・入会：{joined, number}名",
  "staff.day.open": "現在の状況",
  "staff.day.waiting": "承認待ち・結果待ち・要確認：{count, number}件",
  "staff.day.short": "{set}：残り{left, number}枚",
  "staff.day.short.more": "ほか{count, number}件のセットも残りわずかです",
  "staff.day.short.unread": "クーポンの残数をただいま確認できません。",
  "staff.day.odd": "確認したい件",
  "staff.day.odd.own":
    "{who}：自分のLINEアカウントの会員へ{orders, number}件、クーポン{gifts, number}枚、{points, number}ポイント",
  "staff.day.odd.pair":
    "{who}：同じ会員へ{orders, number}件、クーポン{gifts, number}枚、{points, number}ポイント",
  "staff.day.odd.gifts":
    "{who}：クーポン{amount, number}枚を渡しました。ふだんは1日{average, number}枚です",
  "staff.day.odd.points":
    "{who}：{amount, number}ポイントを加算しました。ふだんは1日{average, number}ポイントです",
  "staff.day.odd.guesses": "誤りが続いた後も、コードが{count, number}回試されました",
  "staff.day.odd.parked":
    "{count, number}件のメッセージに回答できませんでした。運用担当者が「parked」で確認できます。",
  "staff.day.odd.on": "{at, date, day}・{what}",
  "staff.day.odd.more": "ほか{count, number}件はStudioでご覧ください",
  "staff.day.movements": "内容を見る",
};
