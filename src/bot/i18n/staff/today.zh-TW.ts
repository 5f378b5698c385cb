/** The messages of the owner's day in Traditional Chinese. */
import type { TodayMessages } from "./today-keys.ts";

export const zhTW: TodayMessages = {
  "staff.help.today": "查看今日摘要、待處理與值得留意的事項",
  "staff.day.title.today": "今天 {at, date, day}",
  "staff.day.title.yesterday": "昨天 {at, date, day}",
  "staff.day.title.week": "7 天 {from, date, day} 至 {until, date, day}",
  "staff.day.answers": "回覆 {count, number} 筆，共 {people, number} 位",
  "staff.day.most": "最常詢問：{what}",
  "staff.day.notUnderstood": "無法理解：{count, number} 筆",
  "staff.day.unanswered": "尚無回答的問題：{what}",
  "staff.day.gifts": "贈送優惠券：{count, number} 張",
  "staff.day.points": "增加 {added, number} 點 · 扣除 {burned, number} 點",
  "staff.day.used": "使用優惠券：{count, number} 張",
  "staff.day.redemptions": "點數兌換：{count, number} 次",
  "staff.day.byRule": "入會禮：{welcome, number} 張 · 生日禮：{birthday, number} 張",
  "staff.day.joining": "詢問如何加入：{invited, number} 位 · 已加入：{joined, number} 位",
  "staff.day.open": "目前狀況",
  "staff.day.waiting": "等待核准、結果或確認：{count, number} 筆",
  "staff.day.short": "{set}：剩 {left, number} 張",
  "staff.day.short.more": "另有 {count, number} 組優惠券即將用完",
  "staff.day.short.unread": "目前無法讀取優惠券的剩餘張數。",
  "staff.day.odd": "值得留意",
  "staff.day.odd.own":
    "{who} 為自己 LINE 帳號的會員：{orders, number} 筆，優惠券 {gifts, number} 張，{points, number} 點",
  "staff.day.odd.pair":
    "{who} 為同一位會員：{orders, number} 筆，優惠券 {gifts, number} 張，{points, number} 點",
  "staff.day.odd.gifts": "{who} 贈送了 {amount, number} 張優惠券，平常每天 {average, number} 張",
  "staff.day.odd.points": "{who} 增加了 {amount, number} 點，平常每天 {average, number} 點",
  "staff.day.odd.guesses": "多次輸入錯誤後，代碼又被嘗試 {count, number} 次",
  "staff.day.odd.parked": "有 {count, number} 筆訊息無法回覆，系統管理者可用「parked」查看。",
  "staff.day.odd.on": "{at, date, day} · {what}",
  "staff.day.odd.more": "另有 {count, number} 項，請在 Studio 查看",
  "staff.day.movements": "查看紀錄",
};
