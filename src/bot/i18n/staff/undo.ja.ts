/** The messages by which staff undo an order in Japanese. */
import type { UndoMessages } from "./undo-keys.ts";

export const ja: UndoMessages = {
  "staff.help.undo": "自分の直前の操作を元に戻す",
  "staff.undo": "元に戻す",
  "staff.undo.expired": "元に戻せるのは15分以内です。何も変更されていません。",
  "staff.undo.none":
    "元に戻せる操作はありません。元に戻せるのは、結果に「元に戻す」ボタンがある操作で、15分以内です。",
  "staff.ask.undo": "元に戻しますか？",
  "staff.yes.undo": "元に戻す",
  "staff.what.undo.give": "クーポンの受け渡しを元に戻す：{set} {count, number}枚 → {who}",
  "staff.what.undo.add": "ポイント加算を元に戻す：{points, number}ポイント、{who}",
  "staff.what.undo.burn": "ポイント使用を元に戻す：{points, number}ポイント、{who}",
  "staff.what.undo.remove": "スタッフ解除を元に戻す：{who}を再び{role}に",
  "staff.undone.give": "受け渡しを元に戻しました：{who}から{set}を{count, number}枚回収",
  "staff.undone.add": "ポイント加算を元に戻しました：{who}から{points, number}ポイント回収",
  "staff.undone.burn": "ポイント使用を元に戻しました：{who}に{points, number}ポイント返還",
  "staff.undone.remove": "スタッフ解除を元に戻しました：{who}は再び{role}です",
};
