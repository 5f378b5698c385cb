/** The messages of the replies in Thai. */
import type { Catalogue } from "./message-keys.ts";
import { th as staff } from "./staff/messages.th.ts";

export const th: Catalogue = {
  number: "{number, number}",

  "apology.failed": "ขออภัยค่ะ ระบบขัดข้องชั่วคราว กรุณาลองใหม่อีกครั้งในอีกสักครู่นะคะ",
  "apology.platform": "ขออภัยค่ะ ตอนนี้ยังติดต่อระบบสมาชิกไม่ได้ กรุณาลองใหม่อีกครั้งในอีกสักครู่นะคะ",
  "apology.absent": "ขออภัยค่ะ ตอนนี้ยังแสดงรายการนี้ในแชทไม่ได้ สอบถามพนักงานได้เลยนะคะ",
  "apology.late": "ขออภัยที่ให้รอนานค่ะ ช่วงนี้มีข้อความเข้ามามาก รบกวนส่งใหม่อีกครั้งนะคะ",
  "apology.flood": "ข้อความเข้ามาเร็วมากเลยค่ะ รบกวนรอสักครึ่งนาที แล้วค่อยส่งมาใหม่นะคะ",
  "contact.label": "ติดต่อเรา",
  "as-of.time": "ข้อมูล ณ เวลา {at, time, clock} น. ตอนนี้ยังดึงข้อมูลล่าสุดไม่ได้ค่ะ",
  "as-of.date": "ข้อมูล ณ วันที่ {at, date, day} เวลา {at, time, clock} น. ตอนนี้ยังดึงข้อมูลล่าสุดไม่ได้ค่ะ",

  "balance.alt": "คุณ{name}: {cards}",
  "balance.alt.card": "{card} {points, number} แต้ม",
  "balance.points": "แต้ม",
  "balance.empty": "คุณ{name}ยังไม่มีบัตรค่ะ สอบถามพนักงานเพื่อเปิดบัตรได้เลยนะคะ",
  "balance.more": "อีก {count, number} ใบ",
  "balance.label": "แต้ม",
  "balance.number": "หมายเลขบัตร",

  "card.label": "บัตรสมาชิก",
  "card.alt": "บัตรสมาชิกของคุณ: {cards}",
  "card.alt.one": "{card} หมายเลข {number}",
  "card.hint": "แสดงหน้านี้ที่แคชเชียร์ได้เลยค่ะ",
  "card.hint.number": "แจ้งหมายเลขนี้กับพนักงานที่แคชเชียร์ได้เลยค่ะ",

  "coupons.label": "คูปอง",
  "coupons.alt": "คูปองของคุณ: {coupons}",
  "coupons.alt.one": "{coupon} ({until})",
  "coupons.empty": "ตอนนี้ยังไม่มีคูปองที่ใช้ได้ค่ะ แวะมาดูใหม่ได้เสมอนะคะ",
  "coupons.more": "อีก {count, number} ใบ",
  "coupons.show": "เปิดคูปอง",
  "coupon.name": "คูปอง",
  "coupon.today": "หมดเขตวันนี้",
  "coupon.until": "ใช้ได้ถึง {last, date, day}",
  "coupon.endless": "ไม่มีวันหมดอายุ",
  "coupon.hint": "แสดงรหัสนี้ที่แคชเชียร์ได้เลยค่ะ",
  "coupon.copy": "คัดลอกรหัส",
  "coupon.terms": "เงื่อนไข",
  "coupon.alt": "คูปองนี้ใช้ได้ค่ะ: {name} รหัส {code} {until}",

  "check.label": "เช็ครหัสคูปอง",
  "check.ask": "พิมพ์ เช็ค ตามด้วยรหัสคูปองได้เลยค่ะ เช่น เช็ค ABC123",
  "check.elsewhere": "รหัสนี้ใช้ที่นี่ไม่ได้ค่ะ ลองตรวจดูว่าพิมพ์ถูกต้อง หรือสอบถามพนักงานได้เลยนะคะ",
  "check.notGiven": "คูปองนี้ยังไม่ได้มอบให้คุณค่ะ แจ้งพนักงานให้มอบคูปองก่อน แล้วจึงใช้ได้นะคะ",
  "check.used": "คูปอง “{name}” ใช้ไปแล้วค่ะ",
  "check.usedAt": "คูปอง “{name}” ใช้ไปแล้วเมื่อ {at, date, day} เวลา {at, time, clock} น. ค่ะ",
  "check.expired": "คูปอง “{name}” หมดอายุแล้วค่ะ",
  "check.expiredOn": "คูปอง “{name}” ใช้ได้ถึง {last, date, day} หมดอายุแล้วค่ะ",
  "check.early": "คูปอง “{name}” ยังไม่ถึงวันที่เริ่มใช้ค่ะ สอบถามวันเริ่มใช้กับพนักงานได้เลยนะคะ",
  "check.earlyUntil":
    "คูปอง “{name}” เริ่มใช้ได้ตั้งแต่ {start, date, day} เวลา {start, time, clock} น. ค่ะ แล้วพบกันนะคะ",
  "check.voided": "คูปอง “{name}” ถูกยกเลิกแล้วค่ะ หากมีข้อสงสัยสอบถามพนักงานได้เลยนะคะ",
  "check.unusable": "คูปอง “{name}” ยังใช้ไม่ได้ในขณะนี้ค่ะ สอบถามพนักงานได้เลยนะคะ",
  "check.slow":
    "ลองรหัสหลายครั้งติดกันแล้วค่ะ รบกวนลองใหม่ในอีก {minutes, number} นาที หรือสอบถามพนักงานได้เลยนะคะ",

  "history.label": "ประวัติ",
  "history.title": "ประวัติแต้มของคุณ",
  "history.empty": "ยังไม่มีรายการแต้มค่ะ",
  "history.added": "ได้รับ {points, number} แต้ม",
  "history.burned": "ใช้ไป {points, number} แต้ม",
  "history.voided": "ยกเลิกแล้ว",
  "history.when": "{at, date, day} {at, time, clock} น.",
  "history.balance": "คงเหลือ {points, number}",
  "history.more": "ดูรายการก่อนหน้า",

  "campaigns.label": "โปรโมชั่น",
  "campaigns.empty": "ตอนนี้ยังไม่มีโปรโมชั่นค่ะ แวะมาดูใหม่ได้เสมอนะคะ",
  "campaigns.alt": "โปรโมชั่นสำหรับคุณ: {campaigns}",
  "campaigns.between": "{start, date, day} – {last, date, day}",
  "campaigns.from": "ตั้งแต่ {start, date, day}",
  "campaigns.until": "ถึง {last, date, day}",
  "campaigns.today": "วันนี้วันสุดท้าย",
  "campaigns.open": "ดูรายละเอียด",
  "campaigns.more": "อีก {count, number} รายการ",

  "help.title": "มีอะไรให้ช่วยไหมคะ",
  "help.body": "พิมพ์คำเหล่านี้หรือแตะปุ่มได้เลยค่ะ",
  "help.label": "ช่วยเหลือ",
  "help.balance": "แต้ม – ดูบัตรและแต้มสะสม",
  "help.card": "บัตร – แสดงบัตรที่แคชเชียร์",
  "help.coupons": "คูปอง – ดูคูปองที่ใช้ได้",
  "help.check": "เช็ค ABC123 – ตรวจสอบรหัสคูปอง",
  "help.history": "ประวัติ – ดูแต้มที่ได้รับและใช้ไป",
  "help.campaigns": "โปรโมชั่น – ดูโปรโมชั่นสำหรับคุณ",
  "help.language": "ภาษา – เลือกภาษา",
  "help.help": "ช่วยเหลือ – ดูรายการนี้",

  "greeting.hello": "สวัสดีค่ะคุณ{name} ยินดีต้อนรับสู่ {business} อยากดูแต้มเมื่อไหร่ ทักมาได้เลยนะคะ",
  "greeting.back": "ยินดีต้อนรับกลับมาค่ะคุณ{name} ดีใจที่ได้พบกันอีกนะคะ",
  "greeting.nameless": "สวัสดีค่ะ ยินดีต้อนรับสู่ {business} เลือกรายการที่ต้องการได้เลยนะคะ",

  "join.title": "ยินดีต้อนรับสู่ {business}",
  "join.body": "ยังไม่พบสมาชิกที่ผูกกับบัญชี LINE นี้ค่ะ สมัครสมาชิกเพื่อสะสมแต้มและรับคูปองได้เลยนะคะ",
  "join.staff": "สมัครกับพนักงานที่ร้านได้เลยค่ะ",
  "join.button": "สมัครสมาชิก",
  "join.registered": "สมัครแล้ว",
  "join.again.title": "ยังไม่พบข้อมูลสมาชิกค่ะ",
  "join.again.body":
    "ยังไม่พบสมาชิกที่ผูกกับบัญชี LINE นี้ค่ะ หลังสมัครอาจต้องรอสักครู่ ลองใหม่อีกครั้งหรือสอบถามพนักงานได้เลยนะคะ",
  "registered.found": "ขอบคุณค่ะคุณ{name} พบข้อมูลสมาชิกแล้ว เลือกรายการที่ต้องการได้เลยนะคะ",

  "service.ambiguous": "ยังแสดงข้อมูลสมาชิกที่นี่ไม่ได้ค่ะ รบกวนแจ้งพนักงานให้ช่วยตรวจสอบบัญชีนะคะ",
  "service.inactive": "ขณะนี้สมาชิกภาพของคุณยังไม่เปิดใช้งานค่ะ สอบถามพนักงานได้เลยนะคะ",

  "language.label": "ภาษา",
  "language.body": "ต้องการให้เราตอบเป็นภาษาอะไรคะ",
  "language.chosen": "ได้เลยค่ะ ต่อไปเราจะตอบเป็นภาษา{language}นะคะ",

  "menu.bar": "เมนู",

  "group.private": "ข้อมูลสมาชิกเป็นเรื่องส่วนตัว คุยกันต่อในแชทส่วนตัวได้เลยนะคะ",
  "group.hello": "สวัสดีค่ะ {business} ยินดีให้บริการ ทักมาในแชทส่วนตัวได้เลยนะคะ",
  "group.button": "เปิดแชท",

  "wordless.body": "ขอบคุณค่ะ ที่นี่เราอ่านได้เฉพาะข้อความ ลองเลือกจากรายการด้านล่างได้เลยนะคะ",
  "unknown.body": "ขออภัยค่ะ ยังไม่เข้าใจข้อความนี้ ลองเลือกจากรายการด้านล่างได้เลยนะคะ",

  ...staff,
};
