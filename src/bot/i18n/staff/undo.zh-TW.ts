/** The messages by which staff undo an order in Traditional Chinese. */
import type { UndoMessages } from "./undo-keys.ts";

export const zhTW: UndoMessages = {
  "staff.help.undo": "復原您上一筆操作",
  "staff.undo": "復原",
  "staff.undo.expired": "復原期限為 15 分鐘，現已超過，沒有任何變更。",
  "staff.undo.none": "目前沒有可復原的操作：結果附有「復原」按鈕的操作，15 分鐘內可以復原。",
  "staff.ask.undo": "要復原嗎？",
  "staff.yes.undo": "復原",
  "staff.what.undo.give": "復原贈送：{set} {count, number} 張給 {who}",
  "staff.what.undo.add": "復原加點：{points, number} 點，{who}",
  "staff.what.undo.burn": "復原扣點：{points, number} 點，{who}",
  "staff.what.undo.remove": "復原移除：{who} 恢復為{role}",
  "staff.undone.give": "已復原贈送：從 {who} 收回 {set} {count, number} 張",
  "staff.undone.add": "已復原加點：從 {who} 收回 {points, number} 點",
  "staff.undone.burn": "已復原扣點：退還 {points, number} 點給 {who}",
  "staff.undone.remove": "已復原移除：{who} 恢復為{role}",
};
