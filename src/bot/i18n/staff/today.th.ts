/** The messages of the owner's day in Thai. */
import type { TodayMessages } from "./today-keys.ts";

export const th: TodayMessages = {
  "staff.help.today": "ดูสรุปวันนี้ รายการที่รอ และเรื่องที่ควรดู",
  "staff.day.title.today": "วันนี้ {at, date, day}",
  "staff.day.title.yesterday": "เมื่อวาน {at, date, day}",
  "staff.day.title.week": "7 วัน {from, date, day} ถึง {until, date, day}",
  "staff.day.answers": "ตอบ {count, number} ครั้ง ให้ {people, number} คน",
  "staff.day.most": "ถามบ่อย: {what}",
  "staff.day.notUnderstood": "ไม่เข้าใจ: {count, number} ครั้ง",
  "staff.day.unanswered": "ที่ยังไม่มีคำตอบ: {what}",
  "staff.day.gifts": "แจกคูปอง: {count, number} ใบ",
  "staff.day.points": "เพิ่ม {added, number} แต้ม · ตัด {burned, number} แต้ม",
  "staff.day.used": "ใช้คูปอง: {count, number} ใบ",
  "staff.day.redemptions": "แลกแต้ม: {count, number} ครั้ง",
  "staff.day.byRule": "ของขวัญต้อนรับ: {welcome, number} ใบ · ของขวัญวันเกิด: {birthday, number} ใบ",
  "staff.day.joining": "แนะนำวิธีสมัคร: {invited, number} คน · สมัครแล้ว: {joined, number} คน",
  "staff.day.open": "ที่ค้างอยู่ตอนนี้",
  "staff.day.waiting": "รออนุมัติ รอผล หรือรอตรวจสอบ: {count, number} รายการ",
  "staff.day.short": "{set}: เหลือ {left, number} ใบ",
  "staff.day.short.more": "และอีก {count, number} ชุดคูปองที่ใกล้หมด",
  "staff.day.short.unread": "ตอนนี้ยังอ่านจำนวนคูปองที่เหลือไม่ได้",
  "staff.day.odd": "เรื่องที่ควรดู",
  "staff.day.odd.own":
    "{who} ทำรายการให้สมาชิกที่เป็นบัญชี LINE ของตัวเอง: {orders, number} รายการ คูปอง {gifts, number} ใบ {points, number} แต้ม",
  "staff.day.odd.pair":
    "{who} ทำรายการให้สมาชิกคนเดียว: {orders, number} รายการ คูปอง {gifts, number} ใบ {points, number} แต้ม",
  "staff.day.odd.gifts": "{who} แจกคูปอง {amount, number} ใบ ปกติวันละ {average, number} ใบ",
  "staff.day.odd.points": "{who} เพิ่ม {amount, number} แต้ม ปกติวันละ {average, number} แต้ม",
  "staff.day.odd.guesses": "มีการลองรหัสอีก {count, number} ครั้งหลังจากผิดหลายครั้ง",
  "staff.day.odd.parked": "ตอบไม่สำเร็จ {count, number} รายการ ผู้ดูแลระบบดูได้ด้วยคำสั่ง “parked”",
  "staff.day.odd.on": "{at, date, day} · {what}",
  "staff.day.odd.more": "และอีก {count, number} รายการ ดูได้ใน Studio",
  "staff.day.movements": "ดูรายการ",
};
