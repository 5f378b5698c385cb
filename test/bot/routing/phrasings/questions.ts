/** How people ask the programme's own questions, and name a language: language → intent and variant → phrasings. */
import { lines, type Phrasings } from "./lines.ts";

const en: Phrasings = {
  "question collect-points": lines(`
    How do I collect points?
    How can I earn points please
    where can i collect points
    HOW DO I GET POINTS??
  `),
  "question missing-points": lines(`
    My points are missing!
    my points are gone
    where are my points?
    I didn't get my points
    I didn’t get my points
    points not added...
    I forgot to collect my points
  `),
  "question other-phone": lines(`
    I have a new phone number
    can i change my phone number
    Change my phone number please
    phone number changed
    wrong phone number!
  `),
  "question lost-phone": lines(`
    I lost my phone
    I got a new phone
    new phone
    my phone was stolen!!
    transfer my points to a new phone
  `),
  "question close-membership": lines(`
    I want to cancel my membership
    delete my account please
    close my membership
    how do i delete my account?
    quit membership
  `),
  "question refund": lines(`
    Refund
    I want a refund!
    can i get a refund please
    I want my money back
    return policy?
  `),
  "question complaint": lines(`
    I want to complain
    I have a complaint.
    the staff was rude
    bad service!
    I'd like to make a complaint
  `),
  "question stop-messages": lines(`
    STOP
    stop sending me messages
    unsubscribe
    Don't send me messages
    Don’t send me messages!
    turn off notifications
  `),
  "language en": lines(`
    english
    English please
    speak english
    can you speak English?
    ภาษาอังกฤษ
    英文
    英語でお願いします
    เปลี่ยนเป็นภาษาอังกฤษค่ะ
  `),
};

const th: Phrasings = {
  "question collect-points": lines(`
    สะสมแต้มยังไงคะ
    วิธีสะสมแต้ม
    ได้แต้มยังไงครับ
    เก็บแต้มยังไง?
  `),
  "question missing-points": lines(`
    แต้มหายค่ะ
    แต้มไม่เข้า
    แต้มหาย
    ทำไมไม่ได้แต้มคะ
    คะแนนหายไปไหนครับ
    ลืมสะสมแต้ม
  `),
  "question other-phone": lines(`
    ขอเปลี่ยนเบอร์โทรค่ะ
    เปลี่ยนเบอร์
    มีเบอร์ใหม่ครับ
    เปลี่ยนเบอร์โทรยังไงคะ
  `),
  "question lost-phone": lines(`
    โทรศัพท์หายค่ะ
    เปลี่ยนเครื่องใหม่
    ทำมือถือหายครับ
    เปลี่ยนไลน์ใหม่
  `),
  "question close-membership": lines(`
    ขอยกเลิกสมาชิกค่ะ
    ลบบัญชี
    ลบข้อมูลส่วนตัวด้วยค่ะ
    ไม่อยากเป็นสมาชิกแล้ว
  `),
  "question refund": lines(`
    ขอคืนเงินค่ะ
    คืนเงินได้ไหมคะ
    อยากคืนสินค้าครับ
    ขอเงินคืนด้วยค่ะ
  `),
  "question complaint": lines(`
    ร้องเรียน
    ขอร้องเรียนค่ะ
    พนักงานพูดไม่ดี
    บริการแย่!!
  `),
  "question stop-messages": lines(`
    หยุดส่งข้อความ
    ไม่ต้องส่งมาแล้วค่ะ
    ปิดการแจ้งเตือนครับ
    เลิกส่งมาได้แล้ว
  `),
  "language th": lines(`
    ภาษาไทย
    ไทย
    ขอภาษาไทยค่ะ
    speak thai
    タイ語
    泰文
  `),
};

const ja: Phrasings = {
  "question collect-points": lines(`
    ポイントの貯め方は？
    ポイントはどうやって貯めますか
    いくらで１ポイントですか？
    ポイントをつけてください
  `),
  "question missing-points": lines(`
    ポイントが消えた
    ポイントがついていません。
    ポイントが反映されません
    ポイントをつけ忘れた
  `),
  "question other-phone": lines(`
    電話番号を変更したいです
    電話番号が変わりました
    携帯番号を変更したい
    すみません、電話番号が変わりました
  `),
  "question lost-phone": lines(`
    スマホをなくしました
    機種変更しました！
    携帯が壊れました
    引き継ぎをお願いします
  `),
  "question close-membership": lines(`
    退会したいです
    退会したいのですが
    解約
    アカウントを削除したい
  `),
  "question refund": lines(`
    返金してください
    返品できますか？
    払い戻しをお願いします
    お金を返してください
  `),
  "question complaint": lines(`
    クレーム
    苦情があります
    対応が悪かったです
    店員の態度が悪い
  `),
  "question stop-messages": lines(`
    配信停止
    配信を止めてください
    もう送らないでください
    通知を止めて
  `),
  "language ja": lines(`
    日本語
    日本語でお願いします
    にほんご
    in japanese please
    ภาษาญี่ปุ่น
    日文
    改成日文
  `),
};

const zhTW: Phrasings = {
  "question collect-points": lines(`
    怎麼集點？
    請問如何累積點數
    消費多少一點
    集點方式
  `),
  "question missing-points": lines(`
    點數不見了
    點數不見了嗎
    我的點數不見了！
    沒收到點數
    忘記集點
  `),
  "question other-phone": lines(`
    我換電話了
    我要改電話
    請問怎麼改電話
    更改手機號碼
  `),
  "question lost-phone": lines(`
    手機不見了
    我換手機了
    手機掉了！
    換line帳號
  `),
  "question close-membership": lines(`
    我要退會
    取消會員
    怎麼退會？
    刪除帳號謝謝
  `),
  "question refund": lines(`
    我要退款
    可以退款嗎？
    請問怎麼退貨
    退錢
  `),
  "question complaint": lines(`
    我要客訴
    投訴
    店員態度很差
    服務很差！
  `),
  "question stop-messages": lines(`
    不要再傳訊息給我
    取消訂閱
    請關閉通知
    退訂
  `),
  "language zh-TW": lines(`
    中文
    請說中文
    繁體中文
    chinese please
    中国語でお願いします
    ภาษาจีน
  `),
};

export const questions = { en, th, ja, "zh-TW": zhTW };
