/** The messages of the statistics, in Japanese. */
import type { StatisticsMessages } from "./statistics-keys.ts";

export const ja: StatisticsMessages = {
  "statistics.label": "統計",
  "statistics.period": "期間",
  "statistics.today": "今日",
  "statistics.days": "{days, number}日間",
  "statistics.csv": "CSVでダウンロード",
  "statistics.between": "{first}～{last}",
  "statistics.counted": "{first}～{last}。名前・チャット・文章を残さずにボットが数えた件数です。",
  "statistics.empty":
    "この期間の記録はまだありません。会員からの質問が、ここに内容別に集計されます。",
  "statistics.none": "一致するものはありません",
  "statistics.byIntent": "内容別の応答",
  "statistics.byLanguage": "言語別の応答",
  "statistics.taps": "リッチメニューのタップ",
  "statistics.byDay": "{name}（日別）",
  "statistics.unknownLanguage": "不明",
  "statistics.menu":
    "{tile}・{menu, select, member {会員} stranger {未入会の人} staff {スタッフ} cashier {レジ担当} manager {店長} other {{menu}}}のメニュー",
  "statistics.unanswered": "誰も答えられなかった質問",
  "statistics.unanswered.about":
    "3人以上が尋ねた文章です。個人に関わるおそれのあるものは除いています。",
  "statistics.unanswered.empty": "この期間にはありません。",
  "statistics.unanswered.count": "{people, number}人、{times, number}回",
  "statistics.answer": "回答を書く",
  "statistics.answer.label": "「{text}」への回答を書く",
  "shop.label": "お店",
  "shop.waiting":
    "{count, number}件の指示が、承認・応答・確認を待っています。ボットに /pending と送ってください。",
  "shop.odd": "確認したいこと",
  "shop.orders": "指示",
  "shop.orders.none": "残っている指示はありません。",
  "shop.figure.answers": "応答",
  "shop.figure.people": "応答した人数",
  "shop.figure.notUnderstood": "理解できなかった数",
  "shop.figure.gifts": "贈ったクーポン",
  "shop.figure.couponsUsed": "使われたクーポン",
  "shop.figure.pointsAdded": "追加したポイント",
  "shop.figure.pointsBurned": "差し引いたポイント",
  "shop.figure.redemptions": "ポイント交換",
  "shop.figure.welcomeGifts": "入会特典",
  "shop.figure.birthdayGifts": "誕生日特典",
  "shop.figure.invited": "入会方法を案内した人",
  "shop.figure.joined": "入会した人",
};
