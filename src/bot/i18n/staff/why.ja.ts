/** Why a write wasn't done, for staff in Japanese. */
import type { WhyMessages } from "./why-keys.ts";

export const ja: WhyMessages = {
  "staff.why.MEMBER_INACTIVE": "この会員は利用停止中です。",
  "staff.why.COUPON_SET_NOT_ACTIVE": "このクーポンセットは現在渡せません。",
  "staff.why.MEMBER_LIMIT_REACHED": "この会員は上限まで受け取っています。",
  "staff.why.OUT_OF_STOCK": "残りのクーポンが足りません。",
  "staff.why.NOT_FOUND": "会員システムに見つかりません。",
  "staff.why.CARD_MOVED": "このカードは現在この会員のものではありません。何も変更されていません。",
  "staff.why.UNCHECKED": "確認した内容が今も正しいか調べられませんでした。何も変更されていません。",
  "staff.why.SET_CHANGED":
    "確認のあとにクーポンセットが変更されました。会員には何も変更されていません。",
  "staff.why.REF_NO_TAKEN": "この参照番号はすでに使われています。",
  "staff.why.POINTS_ALREADY_SPENT": "ポイントがすでに使われています。",
  "staff.why.COUPON_USED": "このクーポンは使用済みです。",
  "staff.why.COUPON_EXPIRED": "このクーポンは期限切れです。",
  "staff.why.COUPON_VOIDED": "このクーポンは回収済みです。",
  "staff.why.COUPON_NOT_STARTED": "このクーポンはまだ使えません。",
  "staff.why.COUPON_NOT_GIVEN": "このクーポンは誰にも渡されていません。",
  "staff.why.COUPON_OTHER_MEMBER": "このクーポンは現在、別の会員のものです。",
  "staff.why.UNREACHED": "会員システムに接続できませんでした。何も変更されていません。",
  "staff.why.UNSENDABLE":
    "番号かコードが長すぎる、または数値が大きすぎるため、会員システムに送信できません。何も変更されていません。",
  "staff.why.NOT_CONFIGURED":
    "ボットに会員システムでこの操作を行う設定がありません。システム管理者にお知らせください。何も変更されていません。",
  "staff.why.PERSON": "担当者が未実行と確認しました。",
  "staff.why.LAST_OWNER": "オーナーがいなくなってしまいます。",
  "staff.why.STAFF_AGAIN": "別の役割で再び参加しています。",
  "staff.why.OWNER_BY_SETTINGS": "ボットの設定によるオーナーです。",
  "staff.why.PRICE_CHANGED": "ほかの人が交換ポイントを変更しました。/rewardsで確認してください。",
  "staff.why.TEST": "テストのため何も送信していません。",
  "staff.why.other": "会員システムに拒否されました。何も変更されていません。",
};
