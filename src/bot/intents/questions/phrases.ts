/** How the programme's own questions are asked in each language. */
import { phraseList } from "../../routing/text-router.ts";

/** How the programme's own questions are asked in English. */
export const en = {
  "collect-points": phraseList(`
    how do i collect points, how to collect points, how can i collect points, how do i earn points, how to earn points
    how can i earn points, how do i get points, how to get points, how can i get points, how do i get more points
    how can i get more points, how do points work, how does it work with points, where can i collect points
    how do i collect stamps, collect points, earn points, get points, get more points, earn more points
    how many points do i get, how are points calculated, what gives points, how do i collct points, how to erm points
  `),
  "missing-points": phraseList(`
    my points are missing, points are missing, points missing, missing points, my points are gone, my points are lost
    my points disappeared, points disappeared, where are my points, i didn't get my points, i did not get my points
    i didn't get points, i did not get any points, i didn't receive my points, i have not received my points
    i haven't received my points, points not added, my points were not added, points were not added, points not received
    points not showing, my points are not showing, my points are wrong, my points don't show up, no points added
    forgot to collect points, i forgot to collect my points, i forgot to collect points, points not credited
    my poinst are missing, mising points
  `),
  "other-phone": phraseList(`
    change my phone number, change phone number, change my number, change number, update my phone number
    update phone number, i changed my phone number, i changed my number, i have a new phone number, i have a new number
    new phone number, my phone number changed, my phone number has changed, phone number changed, another phone number
    different phone number, my phone number is wrong, wrong phone number, how do i change my phone number
    how can i change my phone number, how to change phone number, edit my phone number, change mobile number
    change my mobile number, chnage phone number, chage my phone number
  `),
  "lost-phone": phraseList(`
    i lost my phone, lost my phone, lost phone, my phone was stolen, my phone is broken, my phone broke, i have a new phone
    i got a new phone, new phone, new device, i changed my phone, i changed phones, change phone, changed phone
    switch phone, switching phones, moving to a new phone, transfer to new phone, transfer my points to a new phone
    transfer my card to a new phone, how do i move to a new phone, how do i use a new phone, new line account
    i have a new line account, i changed my line account, lost my line account, i lst my phone, lost my phne
  `),
  "close-membership": phraseList(`
    close my membership, cancel my membership, cancel membership, close membership, end my membership, end membership
    quit membership, quit my membership, leave the programme, leave the program, i want to leave the programme
    i want to cancel my membership, i want to close my membership, delete my account, delete account, close my account
    close account, cancel my account, remove my account, delete my data, delete my membership, remove me, unregister me
    how do i cancel my membership, how to cancel membership, how do i delete my account, how to delete my account
    cancle my membership, delte my account
  `),
  refund: phraseList(`
    refund, refunds, refund please, i want a refund, i'd like a refund, i need a refund, can i get a refund, can i have a refund
    how do i get a refund, how to get a refund, how can i get a refund, get a refund, get my money back, my money back
    i want my money back, money back, give me my money back, give my money back, return an item, return item, return a product
    i want to return this, i want to return something, can i return this, returns, return policy, refund policy
    refnd, refudn, reufnd
  `),
  complaint: phraseList(`
    complaint, complaints, complain, i want to complain, i'd like to complain, i would like to complain, i have a complaint
    make a complaint, file a complaint, submit a complaint, how do i complain, where can i complain, how to complain
    how can i make a complaint, i want to make a complaint, i'd like to make a complaint, bad service, poor service
    terrible service, the service was bad, the staff was rude, the staff were rude, rude staff, i am not happy, i'm not happy
    i am unhappy, i'm unhappy, not satisfied, i am not satisfied, i'm not satisfied, feedback, give feedback, leave feedback
    complant, complait, compliant please
  `),
  "stop-messages": phraseList(`
    stop, stop messages, stop messaging me, stop sending messages, stop sending me messages, stop texting me
    stop the messages, please stop sending messages, unsubscribe, unsubscribe me, opt out, no more messages, no messages
    don't send me messages, do not send me messages, don't message me, do not message me, stop spam, stop spamming
    stop spamming me, stop notifications, turn off notifications, turn off messages, mute, too many messages
    how do i stop messages, how do i unsubscribe, how to unsubscribe, stop promotions, stop advertising, no ads
    unsubscibe, unsubcribe, stop mesages
  `),
};

/** How the programme's own questions are asked in Japanese. */
export const ja = {
  "collect-points": phraseList(`
    ポイントの貯め方, ポイントの貯め方は, ポイントの貯め方を教えて, ポイントの貯め方を教えてください, ポイントのため方, ポイントを貯める, ポイントを貯めたい
    ポイントを貯めるには, ポイントはどうやって貯める, ポイントはどうやって貯めますか, ポイントはどうやって貯めるの, ポイントはどうすれば貯まる
    ポイントはどうすれば貯まりますか, どうやってポイントを貯める, どうやってポイントを貯めますか, どうすればポイントが貯まりますか, ポイント貯め方
    ポイントをもらうには, ポイントのもらい方, ポイントはどうやってもらえますか, ポイントはいつもらえますか, ポイントの付け方, ポイントを付けたい
    ポイントをつけて, ポイントをつけたい, いくらで1ポイント, いくらで1ポイントですか, ポイント還元率, スタンプの貯め方, ポイントの溜め方, ポイントの貯めかた
  `),
  "missing-points": phraseList(`
    ポイントが消えた, ポイントが消えました, ポイントがない, ポイントがありません, ポイントがなくなった, ポイントが無くなった, ポイントがなくなりました
    ポイントが付いていない, ポイントがついていない, ポイントが付いていません, ポイントがついていません, ポイントがつかない, ポイントが付かない
    ポイントがつきません, ポイントが付きません, ポイントが入っていない, ポイントが入っていません, ポイントが入らない, ポイントが反映されない
    ポイントが反映されません, ポイントが反映されていない, ポイントが足りない, ポイントが少ない, ポイントが減っている, ポイントが減った, ポイントが間違っている
    ポイントをもらっていない, ポイントもらえてない, ポイントをつけ忘れた, ポイントを付け忘れた, ポイントつけ忘れ, ポイント付け忘れ, ポイント未反映, ぽいんとがない
  `),
  "other-phone": phraseList(`
    電話番号変更, 電話番号の変更, 電話番号を変更, 電話番号を変更したい, 電話番号を変更したいです, 電話番号を変えたい, 電話番号を変えたいです, 電話番号が変わった
    電話番号が変わりました, 電話番号が変わったのですが, 番号変更, 番号が変わった, 番号が変わりました, 番号を変えたい, 携帯番号変更, 携帯番号を変更したい
    携帯番号が変わりました, 携帯の番号が変わった, 携帯の番号が変わりました, 新しい電話番号, 新しい番号, 電話番号が違う, 電話番号が違います, 電話番号が間違っている
    電話番号の変更方法, 電話番号の変更方法は, 別の電話番号, 登録番号を変更したい, 電話番号をかえたい, 電話番号変更したい
  `),
  "lost-phone": phraseList(`
    携帯をなくした, 携帯をなくしました, スマホをなくした, スマホをなくしました, スマホを紛失, スマホを紛失した, スマホを紛失しました, 携帯を紛失しました, 携帯紛失
    スマホ紛失, 電話をなくした, スマホが壊れた, スマホが壊れました, 携帯が壊れた, 携帯が壊れました, スマホを盗まれた, 機種変更, 機種変更した, 機種変更しました, 機種変
    機種変した, 機種変更したい, 機種変更したのですが, 機種変更する場合は, 携帯を変えた, 携帯を変えました, スマホを変えた, スマホを変えました, スマホを買い替えた
    スマホを買い替えました, 新しいスマホ, 新しい携帯, 引き継ぎ, 引継ぎ, 引き継ぎしたい, ポイントの引き継ぎ, ポイントを引き継ぎたい, アカウントの引き継ぎ
    lineのアカウントが変わった, lineアカウントを変えた, lineが変わりました, 機種変こう, 引きつぎ
  `),
  "close-membership": phraseList(`
    退会, 退会したい, 退会したいです, 退会したいのですが, 退会する, 退会します, 退会方法, 退会方法は, 退会の方法, 退会するには, 退会手続き, 退会できますか
    退会希望, 退会させてください, 会員をやめたい, 会員をやめたいです, 会員を辞めたい, 会員を辞めたいです, 会員登録を解除, 会員登録を解除したい, 会員登録を取り消したい
    会員登録を削除したい, 解約, 解約したい, 解約したいです, 解約方法, アカウント削除, アカウントを削除, アカウントを削除したい, アカウントを消したい, データを削除してほしい
    個人情報を削除したい, 個人情報の削除, たいかい, たいかいしたい, 退会しい
  `),
  refund: phraseList(`
    返金, 返金したい, 返金してほしい, 返金してほしいです, 返金して, 返金してください, 返金をお願いします, 返金希望, 返金できますか, 返金できる, 返金方法, 返金について
    返金してもらえますか, 返金してもらいたい, お金を返して, お金を返してください, お金を返してほしい, 返品, 返品したい, 返品したいです, 返品できますか, 返品できる
    返品方法, 返品について, 返品をお願いします, 払い戻し, 払い戻ししたい, 払い戻してほしい, 払い戻しできますか, 払戻し, リファンド, へんきん, 返近
  `),
  complaint: phraseList(`
    クレーム, クレームです, クレームを入れたい, クレームを言いたい, クレームしたい, 苦情, 苦情です, 苦情を言いたい, 苦情を申し立てたい, 苦情を入れたい, 苦情の窓口
    苦情窓口, 苦情があります, 不満, 不満があります, 文句を言いたい, 接客が悪い, 接客が悪かった, 接客が悪かったです, 対応が悪い, 対応が悪かった, 対応が悪かったです
    店員の態度が悪い, 店員の態度が悪かった, 店員の態度が悪かったです, スタッフの態度が悪い, スタッフの態度が悪かった, サービスが悪い, サービスが悪かった
    ご意見, 意見を言いたい, 意見があります, 要望, 要望があります, フィードバック, くれーむ, クレイム
  `),
  "stop-messages": phraseList(`
    配信停止, 配信停止したい, 配信を停止, 配信を停止したい, 配信を止めて, 配信を止めてください, 配信を止めたい, 配信停止してください, 配信停止希望, メッセージ停止
    メッセージを止めて, メッセージを止めてください, メッセージを止めたい, メッセージを送らないで, メッセージを送らないでください, メッセージはいりません, メッセージいらない
    送らないで, 送らないでください, もう送らないで, もう送らないでください, 通知を止めて, 通知を止めたい, 通知をオフ, 通知オフ, 通知を切りたい, 通知停止, 通知はいらない
    通知いらない, 広告を止めて, 広告いらない, 宣伝いらない, 停止, ストップ, 購読解除, 登録を解除したい, 配信てい止, メッセージ多すぎ
  `),
};

/** How the programme's own questions are asked in Thai. */
export const th = {
  "collect-points": phraseList(`
    สะสมแต้มยังไง, สะสมแต้มอย่างไร, สะสมแต้มไง, วิธีสะสมแต้ม, สะสมแต้ม, ขอสะสมแต้ม, อยากสะสมแต้ม, สะสมคะแนนยังไง
    สะสมคะแนนอย่างไร, วิธีสะสมคะแนน, สะสมคะแนน, ได้แต้มยังไง, ได้แต้มอย่างไร, รับแต้มยังไง, รับแต้มอย่างไร, วิธีรับแต้ม
    เก็บแต้มยังไง, เก็บแต้ม, วิธีเก็บแต้ม, ทำยังไงถึงได้แต้ม, ทำยังไงให้ได้แต้ม, ซื้อเท่าไหร่ได้แต้ม, กี่บาทได้หนึ่งแต้ม, กี่บาทได้ 1 แต้ม
    คิดแต้มยังไง, แต้มคิดยังไง, เพิ่มแต้มยังไง, สะสมพอยท์ยังไง, สะสมพ้อยยังไง, สะสมแตมยังไง
  `),
  "missing-points": phraseList(`
    แต้มหาย, แต้มหายไป, แต้มหายไปไหน, แต้มไม่เข้า, แต้มไม่ขึ้น, แต้มยังไม่เข้า, แต้มยังไม่ขึ้น, แต้มไม่ครบ, แต้มขาด, แต้มผิด
    ไม่ได้แต้ม, ไม่ได้รับแต้ม, ยังไม่ได้แต้ม, ยังไม่ได้รับแต้ม, ทำไมไม่ได้แต้ม, ทำไมแต้มไม่เข้า, ทำไมแต้มหาย, แต้มของฉันหาย, แต้มของฉันหายไปไหน
    คะแนนหาย, คะแนนหายไป, คะแนนหายไปไหน, คะแนนไม่เข้า, คะแนนไม่ขึ้น, คะแนนไม่ครบ, ไม่ได้คะแนน, ไม่ได้รับคะแนน
    ลืมสะสมแต้ม, ลืมสะสมคะแนน, ลืมให้แต้ม, พนักงานไม่ได้ให้แต้ม, แต้มไม่เช้า, แต้มหาน
  `),
  "other-phone": phraseList(`
    เปลี่ยนเบอร์, เปลี่ยนเบอร์โทร, เปลี่ยนเบอร์โทรศัพท์, เปลี่ยนเบอร์มือถือ, ขอเปลี่ยนเบอร์, ขอเปลี่ยนเบอร์โทร, ขอเปลี่ยนเบอร์โทรศัพท์
    อยากเปลี่ยนเบอร์, อยากเปลี่ยนเบอร์โทร, ต้องการเปลี่ยนเบอร์, ต้องการเปลี่ยนเบอร์โทร, เปลี่ยนเบอร์ยังไง, เปลี่ยนเบอร์โทรยังไง
    เปลี่ยนเบอร์ใหม่, เปลี่ยนเป็นเบอร์ใหม่, เบอร์ใหม่, มีเบอร์ใหม่, เบอร์โทรใหม่, แก้เบอร์โทร, แก้ไขเบอร์โทร, แก้ไขเบอร์โทรศัพท์, แก้เบอร์
    เบอร์ผิด, เบอร์โทรผิด, เบอร์ไม่ตรง, อัปเดตเบอร์โทร, อัพเดทเบอร์โทร, ย้ายเบอร์, เปลื่ยนเบอร์, เปลียนเบอร์, เปลี่ยนเบอ
  `),
  "lost-phone": phraseList(`
    โทรศัพท์หาย, มือถือหาย, ทำโทรศัพท์หาย, ทำมือถือหาย, โทรศัพท์โดนขโมย, มือถือโดนขโมย, โทรศัพท์พัง, มือถือพัง, โทรศัพท์เสีย, มือถือเสีย
    เปลี่ยนโทรศัพท์, เปลี่ยนมือถือ, เปลี่ยนเครื่อง, เปลี่ยนเครื่องใหม่, เปลี่ยนโทรศัพท์ใหม่, เปลี่ยนมือถือใหม่, โทรศัพท์ใหม่, มือถือใหม่, เครื่องใหม่
    ย้ายเครื่อง, ย้ายโทรศัพท์, ย้ายเครื่องใหม่, ซื้อโทรศัพท์ใหม่, ซื้อมือถือใหม่, เปลี่ยนไลน์, เปลี่ยนไลน์ใหม่, ไลน์ใหม่, เปลี่ยนบัญชีไลน์, ไลน์เก่าหาย
    เปลี่ยน line, line ใหม่, โทรสับหาย, โทรศัพหาย, โทรศัพท์หาน, เปลี่ยนโทรสับ
  `),
  "close-membership": phraseList(`
    ยกเลิกสมาชิก, ขอยกเลิกสมาชิก, อยากยกเลิกสมาชิก, ต้องการยกเลิกสมาชิก, ยกเลิกการเป็นสมาชิก, ขอยกเลิกการเป็นสมาชิก, ยกเลิกสมาชิกยังไง
    เลิกเป็นสมาชิก, ไม่อยากเป็นสมาชิกแล้ว, ไม่เป็นสมาชิกแล้ว, ออกจากสมาชิก, ขอออกจากสมาชิก, ออกจากการเป็นสมาชิก, ลาออกจากสมาชิก
    ลบบัญชี, ขอลบบัญชี, อยากลบบัญชี, ต้องการลบบัญชี, ลบบัญชียังไง, ปิดบัญชี, ขอปิดบัญชี, ลบข้อมูล, ลบข้อมูลของฉัน, ขอลบข้อมูล, ลบข้อมูลส่วนตัว
    ขอลบข้อมูลส่วนตัว, ลบสมาชิก, ยกเลิกบัตรสมาชิก, ยกเลิกสมาชิค, ยกเลิกสมาชก, ยกเลิกสามชิก
  `),
  refund: phraseList(`
    คืนเงิน, ขอคืนเงิน, อยากคืนเงิน, ต้องการคืนเงิน, ขอเงินคืน, อยากได้เงินคืน, ต้องการเงินคืน, คืนเงินได้ไหม, คืนเงินได้มั้ย, ขอคืนเงินได้ไหม
    คืนเงินยังไง, ขอคืนเงินยังไง, วิธีขอคืนเงิน, เงินคืน, คืนสินค้า, ขอคืนสินค้า, อยากคืนสินค้า, ต้องการคืนสินค้า, คืนสินค้าได้ไหม, คืนสินค้ายังไง
    คืนของ, ขอคืนของ, อยากคืนของ, คืนของได้ไหม, รีฟันด์, ขอรีฟัน, ขอ refund, คืนเงิณ, ขอคืนเงืน, คือเงิน
  `),
  complaint: phraseList(`
    ร้องเรียน, ขอร้องเรียน, อยากร้องเรียน, ต้องการร้องเรียน, ร้องเรียนยังไง, ร้องเรียนที่ไหน, ร้องเรียนได้ที่ไหน, แจ้งเรื่องร้องเรียน, เรื่องร้องเรียน
    แจ้งปัญหา, ขอแจ้งปัญหา, อยากแจ้งปัญหา, ต้องการแจ้งปัญหา, มีปัญหา, คอมเพลน, ขอคอมเพลน, อยากคอมเพลน, ติชม, ติชมบริการ, เสนอแนะ
    ข้อเสนอแนะ, บริการแย่, บริการไม่ดี, บริการห่วย, พนักงานพูดไม่ดี, พนักงานบริการไม่ดี, พนักงานหยาบคาย, ไม่พอใจ, ไม่พอใจบริการ, ไม่ประทับใจ
    ร้องเรียณ, ร้องเรีน, คอมเพน
  `),
  "stop-messages": phraseList(`
    หยุดส่งข้อความ, เลิกส่งข้อความ, ไม่ต้องส่งข้อความ, ไม่ต้องส่งข้อความมา, ไม่ต้องส่งมา, ไม่ต้องส่งมาแล้ว, อย่าส่งข้อความมา, อย่าส่งมา
    หยุดส่ง, เลิกส่ง, เลิกส่งมาได้แล้ว, ไม่อยากรับข้อความ, ไม่อยากได้ข้อความ, ไม่รับข้อความ, ไม่ต้องการรับข้อความ, ยกเลิกรับข้อความ
    ยกเลิกการรับข้อความ, ยกเลิกข่าวสาร, ไม่รับข่าวสาร, ไม่ต้องการรับข่าวสาร, ปิดการแจ้งเตือน, ปิดแจ้งเตือน, ยกเลิกการแจ้งเตือน, ยกเลิกแจ้งเตือน
    ไม่เอาโฆษณา, หยุดส่งโฆษณา, ไม่ต้องส่งโฆษณา, รำคาญ, ส่งมาบ่อยจัง, ส่งบ่อยเกินไป, หยุดส่งข้อควาท, ปิดแจ้งเตื่อน
  `),
};

/** How the programme's own questions are asked in Traditional Chinese. */
export const zhTW = {
  "collect-points": phraseList(`
    怎麼集點, 如何集點, 要怎麼集點, 怎麼累積點數, 如何累積點數, 要怎麼累積點數, 點數怎麼累積, 點數如何累積, 點數要怎麼累積, 集點方式, 集點方法, 累點方式, 怎麼累點
    如何累點, 集點, 我要集點, 我想集點, 我要累積點數, 怎麼獲得點數, 如何獲得點數, 怎麼得到點數, 怎麼拿點數, 點數怎麼拿, 點數怎麼來, 消費多少一點
    多少錢一點, 多少錢可以集一點, 消費多少可以集點, 點數怎麼算, 點數怎麼計算, 點數如何計算, 點數規則, 集點規則, 怎麼集点, 怎么集点
  `),
  "missing-points": phraseList(`
    點數不見了, 點數不見, 我的點數不見了, 點數消失, 點數消失了, 我的點數消失了, 點數沒了, 點數沒有進來, 點數沒進來, 點數沒入帳, 點數沒有入帳, 點數未入帳, 點數沒累積
    點數沒有累積, 點數沒累積到, 點數少了, 點數變少了, 點數不對, 點數有誤, 點數錯誤, 點數錯了, 沒有點數, 沒拿到點數, 沒有拿到點數, 沒收到點數, 沒有收到點數, 沒集到點
    沒有集到點, 忘記集點, 忘了集點, 我忘記集點, 我忘了集點, 忘記累點, 補點, 可以補點嗎, 我要補點, 想補點, 補登點數, 点数不见了, 點數不建了
  `),
  "other-phone": phraseList(`
    換電話, 換電話號碼, 更換電話, 更換電話號碼, 更改電話, 更改電話號碼, 變更電話, 變更電話號碼, 修改電話, 修改電話號碼, 我要換電話號碼, 我想換電話號碼, 我要改電話
    我要更改電話, 改電話, 改電話號碼, 改手機號碼, 換手機號碼, 更換手機號碼, 更改手機號碼, 變更手機號碼, 修改手機號碼, 我換電話了, 我換號碼了, 我換手機號碼了, 換號碼
    換門號, 更換門號, 電話換了, 號碼換了, 新電話號碼, 新號碼, 新的電話號碼, 電話號碼錯了, 電話號碼錯誤, 怎麼改電話, 怎麼換電話號碼, 如何更改電話號碼, 换电话, 換電話号碼
  `),
  "lost-phone": phraseList(`
    手機不見了, 手機不見, 我的手機不見了, 手機掉了, 我手機掉了, 手機遺失, 手機遺失了, 手機丟了, 手機弄丟了, 手機被偷, 手機被偷了, 手機壞了, 我手機壞了, 換手機, 換手機了
    我換手機, 我換手機了, 我換了手機, 換新手機, 我換新手機, 我換新手機了, 新手機, 我要換手機, 換手機怎麼辦, 換機, 換手機點數會不見嗎, 手機換了, 轉移手機, 轉移帳號
    換line, 換line帳號, 換帳號, 我換line了, 我換帳號了, 新的line帳號, line帳號不見了, 手基不見了, 换手机
  `),
  "close-membership": phraseList(`
    取消會員, 我要取消會員, 我想取消會員, 退出會員, 我要退出會員, 我想退出會員, 退會, 我要退會, 我想退會, 怎麼退會, 如何退會, 要怎麼退會, 怎麼取消會員, 如何取消會員
    要怎麼取消會員, 終止會員, 終止會員資格, 取消會員資格, 不想當會員了, 不當會員了, 刪除帳號, 我要刪除帳號, 我想刪除帳號, 怎麼刪除帳號, 如何刪除帳號, 刪除會員, 註銷會員
    註銷帳號, 刪除資料, 刪除我的資料, 刪除個資, 我要刪除個資, 關閉帳號, 退会員, 取消会员, 退會圓
  `),
  refund: phraseList(`
    退款, 我要退款, 我想退款, 想退款, 可以退款嗎, 能退款嗎, 怎麼退款, 如何退款, 要怎麼退款, 申請退款, 我要申請退款, 退錢, 我要退錢, 我想退錢, 可以退錢嗎, 怎麼退錢, 請退錢
    把錢還我, 還我錢, 退費, 我要退費, 可以退費嗎, 怎麼退費, 退貨, 我要退貨, 我想退貨, 可以退貨嗎, 怎麼退貨, 如何退貨, 退貨方式, 退換貨, 退款流程, 退貨流程, 退筷, 退款款, 我要退歀
  `),
  complaint: phraseList(`
    客訴, 我要客訴, 我想客訴, 投訴, 我要投訴, 我想投訴, 怎麼投訴, 如何投訴, 哪裡可以投訴, 抱怨, 我要抱怨, 申訴, 我要申訴, 我想申訴, 怎麼申訴, 如何申訴, 投訴電話, 客訴電話
    服務很差, 服務態度很差, 服務態度不好, 服務不好, 店員態度很差, 店員態度不好, 店員很兇, 店員沒禮貌, 態度很差, 態度不好, 我很不滿, 我不滿意, 不滿意, 我要反應問題
    我要反映問題, 反應問題, 反映問題, 意見回饋, 意見反映, 我有意見, 給意見, 建議, 我有建議, 投诉, 客素
  `),
  "stop-messages": phraseList(`
    停止訊息, 停止傳訊息, 不要再傳訊息, 不要再傳訊息給我, 不要傳訊息, 不要傳訊息給我, 別再傳訊息, 別傳訊息, 別再傳了, 不要再傳了, 不要再傳, 不要傳了, 不要再發訊息
    不想收到訊息, 不想再收到訊息, 不想收訊息, 不要收到訊息, 取消訂閱, 退訂, 我要退訂, 取消通知, 關閉通知, 停止通知, 不要通知, 不要通知我, 怎麼關閉通知, 如何關閉通知
    怎麼取消通知, 停止推播, 取消推播, 關閉推播, 不要推播, 不要廣告, 停止廣告, 不要再傳廣告, 訊息太多, 訊息太多了, 太吵了, 停止, 取消订阅, 取消訂悅
  `),
};
