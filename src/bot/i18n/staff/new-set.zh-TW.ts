/** The messages of what staff are asked and told while they create a coupon set in Traditional Chinese. */
import type { NewSetMessages } from "./new-set-keys.ts";

export const zhTW: NewSetMessages = {
  "staff.newset.start":
    "請在後面輸入名稱，或用一行輸入全部：\n/newset 秋季拿鐵 item x100 30d\n/newset 秋季折扣 amount 50 unlimited 2026-12-31",
  "staff.newset.type": "是哪一種優惠券？",
  "staff.newset.value": "面額是多少？",
  "staff.newset.quantity": "要多少張？",
  "staff.newset.validity": "可以使用多久？",
  "staff.newset.type.item": "免費商品",
  "staff.newset.type.amount": "折抵金額",
  "staff.newset.type.percent": "減免百分比",
  "staff.newset.type.other": "其他",
  "staff.newset.reads.percent": "{tenths, plural, =0 {免費} other {# 折}}",
  "staff.newset.reads.amount": "折抵 {value, number}",
  "staff.newset.reads.quantity": "{count, number} 張",
  "staff.newset.fault.type": "沒有「{written}」這種優惠券，請輸入 item、amount、percent 或 other。",
  "staff.newset.fault.percent":
    "無法使用「{written}」：百分比必須是 {min, number} 到 {max, number} 的數字。",
  "staff.newset.fault.amount":
    "無法使用「{written}」：金額必須大於 0、不超過 {max, number}，小數最多兩位。",
  "staff.newset.fault.quantity":
    "無法使用「{written}」：請輸入 1 到 {max, number} 的整數，或 unlimited。",
  "staff.newset.fault.validity":
    "無法使用「{written}」：請輸入 1d 到 {max, number}d 的天數、今天以後的日期（例如 2027-01-31），或 endless。",
  "staff.newset.fault.unexpected":
    "「{written}」不適用於此處。類型之後請輸入面額（僅限 amount 與 percent）、數量與使用期限，各一次。",
};
