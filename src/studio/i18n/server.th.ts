/** What the studio's server writes for people, in Thai. */
import type { ServerMessages } from "./server-keys.ts";

export const th: ServerMessages = {
  "login.wrong": "รหัสผ่านไม่ถูกต้องค่ะ",
  "login.first": "กรุณาเข้าสู่ระบบก่อนค่ะ",
  "login.tooMany.client": "ลองหลายครั้งเกินไปแล้วค่ะ กรุณารอ 15 นาที",
  "login.tooMany.queue": "ตอนนี้มีการลองรหัสผ่านมากเกินไปค่ะ กรุณาลองใหม่ในอีก 1 นาที",
  "login.link.used": "ลิงก์นี้ใช้ไปแล้วหรือหมดอายุแล้วค่ะ พิมพ์ /studio หาบอทเพื่อรับลิงก์ใหม่",
};
