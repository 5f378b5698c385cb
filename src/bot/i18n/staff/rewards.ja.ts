/** The messages to staff about prices of rewards and redemptions in Japanese. */
import type { RewardMessages } from "./message-keys.ts";

export const ja: RewardMessages = {
  "staff.redeem.who":
    "「{set}」をどなたのポイントと交換しますか？電話番号、名前、カード番号のいずれかを入力してください。",
  "staff.redeem.choose": "特典：{who}",
  "staff.redeem.none": "今渡せるクーポンセットには、交換ポイントのあるものがありません。",
  "staff.redeem.noPrice": "「{set}」には交換ポイントがないため、交換できません。",
  "staff.redeem.busy": "この会員の別の交換がまだ終わっていません。少しお待ちください。",
  "staff.redeem.busy.review":
    "この会員の「{set}」の交換が要確認のままです。先に店長が /pending で回答する必要があります。",
  "staff.redeem.limit.day": "この会員は1日の交換回数の上限に達しています。",
  "staff.redeem.limit.set": "この会員はこのクーポンの交換回数の上限に達しています。",
  "staff.redeem.what": "{set}を{points, number}ポイントと交換：{who}",
  "staff.redeem.doubt.burn": "不明：カード {card} の{points, number}ポイントを使ったかどうか",
  "staff.redeem.doubt.give":
    "不明：カード {card} の{points, number}ポイントでクーポンを渡したかどうか",
  "staff.redeem.doubt.void_coupon":
    "不明：クーポンを取り消したかどうか（その後カード {card} に{points, number}ポイント返還）",
  "staff.redeem.doubt.refund": "不明：カード {card} に{points, number}ポイントを返還したかどうか",
  "staff.redeem.happened.burn": "使用済み：クーポンを渡す",
  "staff.redeem.happened.give": "クーポンは渡された",
  "staff.redeem.happened.void_coupon": "取り消し済み：ポイント返還",
  "staff.redeem.happened.refund": "ポイントは返還済み",
  "staff.redeem.refund": "渡していない：ポイント返還",
  "staff.redeem.close": "終了",
  "staff.redeem.now.asked": "交換していません",
  "staff.redeem.now.working": "処理中",
  "staff.redeem.done": "交換しました：{set}、{points, number}ポイント、{who}",
  "staff.redeem.now.foreign": "ボットの別のバージョンで処理中",
  "staff.redeem.now.done": "交換済み",
  "staff.redeem.now.refused": "交換していません（ポイント変更なし）",
  "staff.redeem.now.refunded": "渡せず、ポイント返還済み",
  "staff.redeem.now.undone": "取り消し、ポイント返還済み",
  "staff.redeem.now.closed": "終了",
  "staff.price.title": "特典の交換ポイント",
  "staff.price.empty": "交換ポイントのあるクーポンセットはまだありません。/rewardで設定できます。",
  "staff.price.more": "ここに表示しきれないものがあります。",
  "staff.price.ask":
    "「{set}」の交換ポイントをいくつにしますか？数字か、設定を取り消す場合はoffを入力してください。",
  "staff.price.wrong": "「{written}」は使えません。0より大きい整数か、offを入力してください。",
  "staff.price.same": "{set}はすでにその交換ポイントです。",
  "staff.price.notSet": "{set}にスタッフが設定した交換ポイントはありません。",
  "staff.price.now": "現在：{price}",
  "staff.price.then": "取り消し後：{price}",
  "staff.price.none": "交換ポイントなし（会員は交換できません）",
  "staff.price.by.staff": "スタッフが設定",
  "staff.price.by.file": "運用担当者が設定",
  "staff.price.by.platform": "会員システムの値",
  "staff.price.hidden": "会員には非表示",
  "staff.price.closed": "現在渡せません",
};
