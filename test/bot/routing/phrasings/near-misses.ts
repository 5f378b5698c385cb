/** What looks like a request and must stay unknown. */
import { lines } from "./lines.ts";

export const nearMisses = lines(`
  pointless
  point of sale
  checkpoint
  powerpoint
  po ints
  pint
  balance sheet
  balanced
  points to baht
  helpful
  helpless
  helpdesk
  menus plural
  body language
  languages of asia
  unregistered
  cash register
  register my complaint
  signup sheet
  join the queue
  joint
  สมัครงาน
  รับสมัครพนักงาน
  ลงทะเบียนรับประกัน
  登録解除
  チャンネル登録
  入会金はいくら
  註冊商標
  加入購物車
  取消註冊
  1,250
  แต้มต่อ
  คะแนนสอบ
  ภาษาดอกไม้
  ไม่ช่วยเหลือ
  เมนูอาหาร
  เมนูแนะนำ
  หน่อย
  チャームポイント
  残高不足
  ヘルプデスク
  ランチメニュー
  言語学
  餘額不足
  說明書
  菜單推薦
  語言學校
  cards against humanity
  cardigan
  credit card
  discard
  couponing
  i lost my card
  checkpoint charlie
  check-in
  check it out
  historical
  promoted
  prehistory
  0812345678
  8800-0010-0001
  บัตรหาย
  บัตรเครดิต
  บัตรประชาชน
  คูปองหมดอายุ
  เช็คเอาท์
  ประวัติศาสตร์
  โปรแกรม
  โปรดรอ
  カードをなくした
  クレジットカード
  クーポンが使えない
  確認お願いします
  履歴書
  会員証をなくした
  信用卡
  卡片不見了
  優惠券不能用
  查詢一下
  紀錄片
  活動中心
  cardboard
  business card
  card game
  my card is lost
  no coupons
  coupon expired
  checkpoint ahead
  paycheck
  check it out please
  histories
  art history
  WELCOME
  081-234-5678
  +66 81 234 5678
  880000100001
  2026-11-23
  12:30
  A1
  hello 123456
  คูปองใช้ไม่ได้
  เช็คเงินสด
  เช็คหน่อยว่าของมีไหม
  โปรตีน
  會員卡不見了
  優惠券過期了
  查詢訂單
  會議紀錄
  hello kitty
  hello from bangkok
  hi-fi
  high
  history of hi
  good morning vietnam
  no thanks
  no thank you
  thanks for nothing
  thankless
  thanksgiving
  contact lens
  contactless
  contract
  human rights
  agent orange
  staff only
  support group
  i have a question about my bill
  สวัสดีปีใหม่มีโปรอะไร
  ขอบคุณแต่ไม่เอา
  ขอบเขต
  ขอบ
  ไม่ขอบคุณ
  ติดต่อกลับเมื่อไหร่
  พนักงานไม่สุภาพ
  ขาดการติดต่อ
  แอดมินตอบช้า
  ดี
  こんにちは赤ちゃん
  ありがた迷惑
  感謝祭
  スタッフ募集
  電話代
  連絡待ち
  よろしくない
  你好嗎我很好
  早餐
  晚安曲
  謝絕
  感謝狀
  不用謝
  客服態度很差
  電話亭
  聯絡簿
  真人真事
  rewarding
  no reward
  redemption song
  redeem code
  redeemer
  i can't redeem
  pointless rewards
  lost and found reward
  exchange rate
  exchange student
  แลกเงิน
  แลกเปลี่ยน
  แลกไม่ได้
  แลกแต้มไม่ได้
  แลกผิด
  รางวัลออสการ์
  ไม่แลก
  交換留学
  交換ノート
  交換できない
  商品の交換
  特典映像
  景品表示法
  引換券をなくした
  兌換外幣
  兌換不了
  不能兌換
  換貨
  換錢
  交換學生
  贈品沒收到
  please
  can i change my card
  i want 7eleven
  no please
  ได้ไหมคะ
  เช็ค code ค่ะ
  บัตรหายค่ะ
  คูปองใช้ได้ไหมคะ
  お願いします
  確認してください
  キャンセルお願いします
  クーポンが使えないです
  我要取消
  okra
  book
  noodles
  yesterday
  nobody
  bypass
  good morning bangkok
  ok google
  i said no
  556
  5
  test drive
  refundable
  non-refundable
  return ticket
  stopwatch
  bus stop
  phone case
  new phone case
  phone stand
  points of interest
  expired milk
  when does the shop close
  englishman
  english breakfast
  thai food
  chinese tea
  japanese restaurant
  gift wrapping
  gift shop near me
  complimentary
  โอเคไหมถ้าไปพรุ่งนี้
  ไม่เอาน้ำแข็ง
  อาหารไทย
  อาหารญี่ปุ่น
  หมดอายุ
  นมหมดอายุ
  คืนนี้
  หยุดวันไหน
  ร้านหยุดวันไหน
  เบอร์เกอร์
  โทรทัศน์
  ของขวัญปีใหม่
  タイ料理
  日本語学校
  英語教室
  中国語メニュー
  はいどうも
  笑顔
  停止線
  返事
  有効期限切れの牛乳
  電話番号案内
  スマホケース
  好吃
  好喝
  對面
  不要冰
  中文系
  英文菜單
  日文書
  泰文菜單
  停止營業
  手機殼
  退房
  禮物卡
  過期
`);
