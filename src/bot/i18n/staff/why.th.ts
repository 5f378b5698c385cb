/** Why a write wasn't done, for staff in Thai. */
import type { WhyMessages } from "./why-keys.ts";

export const th: WhyMessages = {
  "staff.why.MEMBER_INACTIVE": "สมาชิกคนนี้ไม่ได้เปิดใช้งานอยู่",
  "staff.why.COUPON_SET_NOT_ACTIVE": "ตอนนี้แจกชุดคูปองนี้ไม่ได้",
  "staff.why.MEMBER_LIMIT_REACHED": "สมาชิกคนนี้ได้รับครบตามที่ชุดคูปองกำหนดแล้ว",
  "staff.why.OUT_OF_STOCK": "คูปองเหลือไม่พอ",
  "staff.why.NOT_FOUND": "ระบบสมาชิกไม่พบรายการนี้แล้ว",
  "staff.why.CARD_MOVED": "บัตรนี้ไม่ใช่ของสมาชิกคนนี้แล้ว ไม่มีการเปลี่ยนแปลง",
  "staff.why.UNCHECKED": "ตรวจสอบไม่ได้ว่าสิ่งที่ยืนยันไว้ยังถูกต้องอยู่หรือไม่ ไม่มีการเปลี่ยนแปลง",
  "staff.why.SET_CHANGED": "ชุดคูปองนี้ถูกแก้ไขหลังจากที่ถามไปแล้ว ไม่มีการเปลี่ยนแปลงกับสมาชิก",
  "staff.why.REF_NO_TAKEN": "เลขอ้างอิงนี้ถูกใช้แล้ว",
  "staff.why.POINTS_ALREADY_SPENT": "แต้มของรายการนี้ถูกใช้ไปแล้ว",
  "staff.why.COUPON_USED": "คูปองถูกใช้แล้ว",
  "staff.why.COUPON_EXPIRED": "คูปองหมดอายุแล้ว",
  "staff.why.COUPON_VOIDED": "คูปองถูกเรียกคืนแล้ว",
  "staff.why.COUPON_NOT_STARTED": "คูปองยังไม่ถึงวันเริ่มใช้",
  "staff.why.COUPON_NOT_GIVEN": "คูปองนี้ยังไม่ได้แจกให้ใคร",
  "staff.why.COUPON_OTHER_MEMBER": "ตอนนี้คูปองนี้เป็นของคนอื่นแล้ว",
  "staff.why.UNREACHED": "ติดต่อระบบสมาชิกไม่ได้ ไม่มีการเปลี่ยนแปลง",
  "staff.why.UNSENDABLE":
    "ส่งรายการนี้ให้ระบบสมาชิกไม่ได้ เพราะมีตัวเลขหรือรหัสที่ยาวหรือมากเกินไป ไม่มีการเปลี่ยนแปลง",
  "staff.why.NOT_CONFIGURED": "บอตยังไม่ได้ตั้งค่าให้ทำรายการนี้ในระบบสมาชิก กรุณาแจ้งผู้ดูแลบอต ไม่มีการเปลี่ยนแปลง",
  "staff.why.PERSON": "พนักงานยืนยันว่ายังไม่ได้ทำรายการ",
  "staff.why.LAST_OWNER": "จะไม่มีเจ้าของเหลืออยู่",
  "staff.why.STAFF_AGAIN": "เข้าร่วมอีกครั้งในตำแหน่งอื่นแล้ว",
  "staff.why.OWNER_BY_SETTINGS": "เป็นเจ้าของตามการตั้งค่าของบอต",
  "staff.why.PRICE_CHANGED": "มีคนเปลี่ยนราคาไปก่อนแล้ว ดูราคาได้ที่ /rewards",
  "staff.why.TEST": "การทดสอบ: ไม่ได้ส่งอะไร",
  "staff.why.other": "ระบบสมาชิกปฏิเสธ ไม่มีการเปลี่ยนแปลง",
};
