/** Japanese. */
import type { Catalogue } from "./keys.ts";

export const ja: Catalogue = {
  number: "{number, number}",

  "apology.failed":
    "申し訳ありません。こちらで問題が発生しました。少し時間をおいて、もう一度お試しください。",
  "apology.platform":
    "申し訳ありません。ただいま会員システムに接続できません。少し時間をおいて、もう一度お試しください。",
  "apology.late":
    "お待たせして申し訳ありません。ただいま混み合っています。もう一度お送りいただけますか。",
  "contact.label": "お問い合わせ",

  "balance.title": "{name}さんのポイント",
  "balance.alt": "{name}さん：{cards}",
  "balance.alt.card": "{card} {points, number}ポイント",
  "balance.points": "ポイント",
  "balance.empty":
    "{name}さんはまだカードをお持ちでないようです。お気軽にスタッフへお声がけください。",
  "balance.more": "ほか{count, number}枚",
  "balance.label": "ポイント",
  "balance.number": "カード番号",

  "help.title": "ご用件をお選びください",
  "help.body":
    "次の言葉を送るか、ボタンを押してください。\n・ポイント – カードとポイントを見る\n・ヘルプ – この案内を見る",
  "help.label": "ヘルプ",

  "join.title": "{business}へようこそ",
  "join.body":
    "このLINEアカウントの会員情報が見つかりませんでした。会員登録をすると、ポイントやクーポンをご利用いただけます。",
  "join.button": "会員登録をする",

  "service.ambiguous":
    "会員情報をこちらに表示できません。お手数ですが、スタッフに会員情報の確認をお申し付けください。",
  "service.inactive":
    "現在、会員資格が有効ではありません。お手数ですが、スタッフにお尋ねください。",

  "unknown.body": "申し訳ありません、うまく理解できませんでした。こちらからお選びください。",
};
