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
  "as-of.time": "{at, time, clock}時点の情報です。ただいま最新の情報を取得できません。",
  "as-of.date":
    "{at, date, day} {at, time, clock}時点の情報です。ただいま最新の情報を取得できません。",

  "balance.alt": "{name}さん：{cards}",
  "balance.alt.card": "{card} {points, number}ポイント",
  "balance.points": "ポイント",
  "balance.empty":
    "{name}さんはまだカードをお持ちでないようです。お気軽にスタッフへお声がけください。",
  "balance.more": "ほか{count, number}枚",
  "balance.label": "ポイント",
  "balance.number": "カード番号",

  "help.title": "ご用件をお選びください",
  "help.body": "次の言葉を送るか、ボタンを押してください。",
  "help.label": "ヘルプ",
  "help.balance": "ポイント – カードとポイントを見る",
  "help.language": "言語 – 表示する言語を選ぶ",
  "help.help": "ヘルプ – この案内を見る",

  "greeting.hello":
    "{name}さん、{business}へようこそ！ポイントなど、いつでもお気軽にお尋ねください。",
  "greeting.back": "{name}さん、おかえりなさい！またお会いできてうれしいです。",
  "greeting.nameless": "{business}へようこそ！次の中からお選びいただけます。",

  "join.title": "{business}へようこそ",
  "join.body":
    "このLINEアカウントの会員情報が見つかりませんでした。会員登録をすると、ポイントやクーポンをご利用いただけます。",
  "join.button": "会員登録をする",
  "join.registered": "登録しました",
  "join.again.title": "まだ確認できません",
  "join.again.body":
    "このLINEアカウントの会員情報がまだ見つかりません。登録後、反映まで少し時間がかかることがあります。しばらくしてからもう一度お試しいただくか、スタッフにお尋ねください。",
  "registered.found":
    "{name}さん、ありがとうございます。会員登録を確認できました！次の中からお選びいただけます。",

  "service.ambiguous":
    "会員情報をこちらに表示できません。お手数ですが、スタッフに会員情報の確認をお申し付けください。",
  "service.inactive":
    "現在、会員資格が有効ではありません。お手数ですが、スタッフにお尋ねください。",

  "language.label": "言語",
  "language.body": "どの言語でご案内しましょうか？",
  "language.chosen": "これからは{language}でご案内します。",

  "group.private": "会員情報は、個別のトークでご案内します。下のボタンからどうぞ。",
  "group.hello": "{business}です。よろしくお願いします！ご用の際は、個別のトークへお気軽にどうぞ。",
  "group.button": "トークを開く",

  "wordless.body":
    "ありがとうございます！こちらでは文字のメッセージだけをお読みしています。次の中からお選びください。",
  "unknown.body": "申し訳ありません、うまく理解できませんでした。こちらからお選びください。",
};
