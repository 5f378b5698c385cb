/** The messages by which staff undo an order in Thai. */
import type { UndoMessages } from "./undo-keys.ts";

export const th: UndoMessages = {
  "staff.help.undo": "ยกเลิกรายการล่าสุดของคุณ",
  "staff.undo": "ยกเลิกรายการนี้",
  "staff.undo.expired": "เลยเวลายกเลิกรายการนี้แล้ว (ทำได้ภายใน 15 นาที) ไม่มีการเปลี่ยนแปลง",
  "staff.undo.none": "คุณไม่มีรายการที่ยังยกเลิกได้ (ทำได้ภายใน 15 นาที เฉพาะรายการที่มีปุ่ม “ยกเลิกรายการนี้”)",
  "staff.ask.undo": "ยกเลิกรายการนี้ใช่ไหม",
  "staff.yes.undo": "ยกเลิกรายการนี้",
  "staff.what.undo.give": "ยกเลิกการแจก {set} {count, number} ใบ ให้ {who}",
  "staff.what.undo.add": "ยกเลิกการเพิ่ม {points, number} แต้ม ให้ {who}",
  "staff.what.undo.burn": "ยกเลิกการตัด {points, number} แต้ม ของ {who}",
  "staff.what.undo.remove": "ยกเลิกการนำออก: ให้ {who} กลับมาเป็น{role}",
  "staff.undone.give": "ยกเลิกการแจกแล้ว: เรียกคืน {set} {count, number} ใบ จาก {who}",
  "staff.undone.add": "ยกเลิกการเพิ่มแต้มแล้ว: เรียกคืน {points, number} แต้ม จาก {who}",
  "staff.undone.burn": "ยกเลิกการตัดแต้มแล้ว: คืน {points, number} แต้ม ให้ {who}",
  "staff.undone.remove": "ยกเลิกการนำออกแล้ว: {who} กลับมาเป็น{role}แล้ว",
};
