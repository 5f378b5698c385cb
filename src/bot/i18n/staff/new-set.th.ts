/** The messages of what staff are asked and told while they create a coupon set in Thai. */
import type { NewSetMessages } from "./new-set-keys.ts";

export const th: NewSetMessages = {
  "staff.newset.start":
    "กรุณาพิมพ์ชื่อต่อท้าย หรือพิมพ์ทั้งหมดในบรรทัดเดียว:\n/newset ลาเต้ฤดูฝน item x100 30d\n/newset ส่วนลดฤดูฝน amount 50 unlimited 2026-12-31",
  "staff.newset.type": "เป็นคูปองแบบไหน",
  "staff.newset.value": "มูลค่าเท่าไร",
  "staff.newset.quantity": "จำนวนกี่ใบ",
  "staff.newset.validity": "คูปองใช้ได้นานเท่าไร",
  "staff.newset.type.item": "ของฟรี",
  "staff.newset.type.amount": "ลดเป็นเงิน",
  "staff.newset.type.percent": "ลดเป็นเปอร์เซ็นต์",
  "staff.newset.type.other": "อื่น ๆ",
  "staff.newset.reads.percent": "ลด {value, number}%",
  "staff.newset.reads.amount": "ลด {value, number}",
  "staff.newset.reads.quantity": "{count, number} ใบ",
  "staff.newset.fault.type": "ไม่มีคูปองแบบ “{written}” พิมพ์ item, amount, percent หรือ other",
  "staff.newset.fault.percent":
    "ใช้ “{written}” ไม่ได้: เปอร์เซ็นต์ต้องเป็นตัวเลขตั้งแต่ {min, number} ถึง {max, number}",
  "staff.newset.fault.amount":
    "ใช้ “{written}” ไม่ได้: จำนวนเงินต้องมากกว่า 0 และไม่เกิน {max, number} ทศนิยมไม่เกินสองตำแหน่ง",
  "staff.newset.fault.quantity":
    "ใช้ “{written}” ไม่ได้: พิมพ์จำนวนเต็มตั้งแต่ 1 ถึง {max, number} หรือ unlimited",
  "staff.newset.fault.validity":
    "ใช้ “{written}” ไม่ได้: พิมพ์จำนวนวันตั้งแต่ 1d ถึง {max, number}d วันที่ตั้งแต่วันนี้เป็นต้นไป เช่น 2027-01-31 หรือ endless",
  "staff.newset.fault.unexpected":
    "“{written}” ใช้ตรงนี้ไม่ได้ หลังแบบคูปองให้ใส่มูลค่า (เฉพาะ amount และ percent) จำนวน และอายุการใช้งาน อย่างละหนึ่งครั้ง",
};
