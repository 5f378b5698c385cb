/** Why a write wasn't done, for staff in Chinese. */
import type { WhyMessages } from "./why-keys.ts";

export const zhTW: WhyMessages = {
  "staff.why.MEMBER_INACTIVE": "這位會員未啟用。",
  "staff.why.COUPON_SET_NOT_ACTIVE": "這組優惠券目前無法贈送。",
  "staff.why.MEMBER_LIMIT_REACHED": "這位會員已達這組優惠券的上限。",
  "staff.why.OUT_OF_STOCK": "剩餘的優惠券不足。",
  "staff.why.NOT_FOUND": "會員系統已找不到這個項目。",
  "staff.why.CARD_MOVED": "這張卡已不屬於這位會員，沒有任何變更。",
  "staff.why.UNCHECKED": "無法確認先前的內容是否仍然正確，沒有任何變更。",
  "staff.why.SET_CHANGED": "詢問之後優惠券組已被修改，這位會員沒有任何變更。",
  "staff.why.REF_NO_TAKEN": "這個單號已被使用。",
  "staff.why.POINTS_ALREADY_SPENT": "這些點數已被使用。",
  "staff.why.COUPON_USED": "優惠券已使用。",
  "staff.why.COUPON_EXPIRED": "優惠券已過期。",
  "staff.why.COUPON_VOIDED": "優惠券已收回。",
  "staff.why.COUPON_NOT_STARTED": "優惠券還不能使用。",
  "staff.why.COUPON_NOT_GIVEN": "這張優惠券尚未贈送給任何人。",
  "staff.why.COUPON_OTHER_MEMBER": "這張優惠券現在屬於另一位會員。",
  "staff.why.UNREACHED": "無法連上會員系統，沒有任何變更。",
  "staff.why.UNSENDABLE": "其中的號碼或代碼太長，或數值太大，無法送到會員系統。沒有任何變更。",
  "staff.why.NOT_CONFIGURED":
    "機器人尚未設定在會員系統執行這項操作，請通知機器人的管理者。沒有任何變更。",
  "staff.why.PERSON": "同仁已確認沒有執行。",
  "staff.why.LAST_OWNER": "這樣就沒有負責人了。",
  "staff.why.STAFF_AGAIN": "對方已以其他職務重新加入。",
  "staff.why.OWNER_BY_SETTINGS": "對方是機器人設定中的負責人。",
  "staff.why.PRICE_CHANGED": "有人先變更了兌換點數，請用 /rewards 查看。",
  "staff.why.TEST": "這是測試，沒有傳送任何內容。",
  "staff.why.other": "會員系統拒絕了，沒有任何變更。",
};
