/** The messages of the replies in Japanese. */
import type { Catalogue } from "./message-keys.ts";
import { ja as staff } from "./staff/messages.ja.ts";

export const ja: Catalogue = {
  number: "{number, number}",

  "apology.failed":
    "申し訳ありません。こちらで問題が発生しました。少し時間をおいて、もう一度お試しください。",
  "apology.platform":
    "申し訳ありません。ただいま会員システムに接続できません。少し時間をおいて、もう一度お試しください。",
  "apology.unread":
    "申し訳ありません。会員システムからの情報を確認できません。続くようでしたら、スタッフにお声がけください。",
  "apology.absent":
    "申し訳ありません。現在こちらではご案内できません。お気軽にスタッフへお尋ねください。",
  "apology.late":
    "お待たせして申し訳ありません。ただいま混み合っています。お手数ですが、もう一度お送りください。",
  "apology.flood":
    "メッセージをたくさんお送りいただいたため、お返事が追いついておりません。30秒ほどおいて、もう一度お送りください。",
  "gift.welcome":
    "ご入会ありがとうございます！{set}をプレゼントいたしました。「クーポン」と送るとご覧いただけます。",
  "gift.birthday":
    "お誕生日おめでとうございます！{set}をプレゼントいたしました。「クーポン」と送るとご覧いただけます。",
  "reminder.coupon": "{name}の有効期限が近づいています。",
  "reminder.points":
    "{points, number}ポイントの有効期限が近づいています。{end}までご利用いただけます。",
  "reminder.none": "お知らせ不要",
  "reminder.ended": "承知いたしました。今後、期限のお知らせはお送りいたしません。",
  "late.body":
    "お待たせして申し訳ありません。ただいま混み合っています。下のボタンから回答をご確認ください。",
  "late.button": "回答を見る",
  "contact.label": "お問い合わせ",
  "contact.body": "スタッフがご用件を承ります。下のボタンからお気軽にご連絡ください。",
  "contact.hours": "営業時間内に、店頭のスタッフがご用件を承ります。お気軽にお声がけください。",
  "question.collectPoints":
    "お会計のときに会員証をご提示ください。スタッフがポイントを加算します。貯まったポイントは、このトークで特典と交換していただけます。",
  "question.missingPoints":
    "ご不便をおかけして申し訳ありません。レシートをスタッフにお見せいただければ、ポイントを確認いたします。加算されたポイントは「履歴」でご覧いただけます。",
  "question.otherPhone":
    "電話番号の変更は、スタッフが承ります。ポイントはそのままお使いいただけます。",
  "question.lostPhone":
    "ポイントはそのまま残っていますので、ご安心ください。新しい端末でも、同じLINEアカウントでこのトークを開けばご利用いただけます。LINEアカウントが変わった場合は、スタッフが会員情報をおつなぎします。",
  "question.closeMembership":
    "退会のお手続きは、スタッフが承ります。これまでのご利用、誠にありがとうございました。",
  "question.refund": "スタッフがご用件を承ります。レシートをお手元にご用意ください。",
  "question.complaint": "ご不快な思いをおかけして申し訳ありません。スタッフがお話を承ります。",
  "question.stopMessages":
    "このトークの通知は、LINEのトークメニューからオフにできます。アカウントのブロックも同じ場所からできます。スタッフもお手伝いいたします。",
  "pointsExpiry.title": "ポイントの有効期限は次のとおりです。",
  "pointsExpiry.unknown":
    "ポイントの有効期限は、こちらではご案内できません。スタッフにお尋ねください。",
  "smallTalk.body": "ご用がありましたら、いつでもお声がけください。",
  "as-of.time": "{at, time, clock}時点の情報です。ただいま最新の情報を取得できません。",
  "as-of.date":
    "{at, date, day} {at, time, clock}時点の情報です。ただいま最新の情報を取得できません。",

  "balance.alt": "{name}様、現在の残高は{points, number}ポイントです",
  "balance.alt.nameless": "現在の残高は{points, number}ポイントです",
  "balance.alt.card": "{card} {points, number}ポイント",
  "balance.goal": "「{reward}」まであと{points, number}ポイント",
  "balance.enough": "今すぐ交換できる特典{count, number}件",
  "balance.points": "ポイント",
  "balance.unread": "このカードのポイントは現在表示できません。",
  "balance.empty":
    "{name}様はまだカードをお持ちでないようです。お気軽にスタッフへお声がけください。",
  "balance.empty.nameless":
    "まだカードをお持ちでないようです。お気軽にスタッフへお声がけください。",
  "balance.more": "ほか{count, number}枚",
  "balance.label": "ポイント",
  "balance.number": "カード番号",
  "balance.card": "会員証を表示",

  "fact.points": "{points, number}ポイント",
  "fact.day": "{at, date, day}",
  "fact.line": "{label}：{value}",

  "card.label": "会員証",
  "card.alt": "会員証：{cards}",
  "card.alt.one": "{card}、カード番号 {number}",
  "card.hint": "レジでご提示ください。",
  "card.hint.number": "レジでこの番号をスタッフにお伝えください。",
  "card.unread": "このカードの番号は現在表示できません。",
  "card.code.hint": "このコードは1分間、1回限り有効です。上の番号もご利用いただけます。",
  "card.code.renew": "新しいコード",

  "coupons.label": "クーポン",
  "coupons.alt": "ご利用いただけるクーポン：{coupons}",
  "coupons.alt.one": "{coupon}（{until}）",
  "coupons.empty": "現在ご利用いただけるクーポンはありません。またのご来店をお待ちしております。",
  "coupons.partial":
    "ただいまクーポンの一部を読み込めませんでした。表示のほかにもクーポンがある場合があります。",
  "coupons.more": "ほか{count, number}枚",
  "coupons.show": "クーポンを表示",
  "coupon.name": "クーポン",
  "coupon.today": "本日まで",
  "coupon.todayAt": "本日{end, time, clock}まで",
  "coupon.until": "{last, date, day}まで",
  "coupon.untilAt": "{end, date, day} {end, time, clock}まで",
  "coupon.endless": "期限なし",
  "coupon.startUnread": "開始日を確認できません。スタッフにお尋ねください。",
  "coupon.endUnread": "期限を確認できません。スタッフにお尋ねください。",
  "coupon.daysLeft": "残り{days, number}日間",
  "coupon.free": "無料",
  "coupon.percent": "{value, number}%引き",
  "coupon.amount": "割引額：{value, number}",
  "coupon.hint": "レジでご提示ください。",
  "coupon.copy": "コードをコピー",
  "coupon.terms": "ご利用条件",
  "coupon.alt": "ご利用いただけるクーポンです：{name}、コード {code}（{until}）",

  "rewards.label": "ポイント交換",
  "rewards.alt": "ポイントと交換できる特典：{rewards}",
  "rewards.alt.one": "{reward}（{points, number}ポイント）",
  "rewards.empty": "現在、ポイントと交換できる特典はありません。次回のご案内をお待ちください。",
  "rewards.partial":
    "ただいま特典の一部を読み込めませんでした。表示のほかにも特典がある場合があります。",
  "rewards.price": "{points, number}ポイント",
  "rewards.missing": "あと{points, number}ポイント",
  "rewards.left": "残り{count, number}枚",
  "rewards.validity": "交換から{days, number}日間有効",
  "rewards.redeem": "交換する",
  "rewards.more": "ほか{count, number}件",

  "check.label": "コードの確認",
  "check.ask": "「確認」に続けてコードをお送りください。例：確認 ABC123",
  "check.elsewhere":
    "このコードはこちらではご利用いただけません。入力に間違いがないかご確認いただくか、スタッフにお尋ねください。",
  "check.notGiven":
    "このクーポンはまだお渡ししていません。スタッフがお渡しすると、ご利用いただけます。お気軽にお声がけください。",
  "check.used": "「{name}」はすでにご利用済みです。",
  "check.usedAt": "「{name}」は{at, date, day} {at, time, clock}にご利用済みです。",
  "check.expired": "「{name}」は有効期限が切れました。",
  "check.expiredOn": "「{name}」の有効期限は{last, date, day}でした。期限が切れています。",
  "check.expiredAt":
    "「{name}」の有効期限は{end, date, day} {end, time, clock}でした。期限が切れています。",
  "check.early": "「{name}」はまだご利用いただけません。開始日はスタッフにお尋ねください。",
  "check.earlyUntil":
    "「{name}」は{start, date, day} {start, time, clock}からご利用いただけます。もうしばらくお待ちください。",
  "check.voided":
    "「{name}」は取り消されたため、ご利用いただけません。ご不明な点はスタッフにお尋ねください。",
  "check.unusable": "「{name}」は現在ご利用いただけません。スタッフにお尋ねください。",
  "check.slow":
    "短い間に多くのコードをお送りいただきました。{minutes, number}分ほどおいてもう一度お試しいただくか、スタッフにお尋ねください。",

  "history.label": "履歴",
  "history.title": "ポイント履歴",
  "history.empty": "まだポイントの履歴はありません。",
  "history.empty.since":
    "{at, date, day}以降、ポイントの獲得・利用はありません。それより前の履歴は、ただいま読み込めません。",
  "history.since":
    "{at, date, day}以降の履歴の一部です。それより前の履歴は、ただいま読み込めません。",
  "history.added": "{points, number}ポイント獲得しました",
  "history.burned": "{points, number}ポイント利用しました",
  "history.collected": "ポイント獲得",
  "history.spent": "ポイント利用",
  "history.reference": "参照番号 {reference}",
  "history.redeemed": "特典と交換：{reward}",
  "history.voided": "取り消し済み",
  "history.when": "{at, date, day} {at, time, clock}",
  "history.balance": "残高 {points, number}ポイント",
  "history.more": "以前の履歴を見る",

  "redeem.ask": "「{reward}」と交換しますか？",
  "redeem.price": "{points, number}ポイント",
  "redeem.balance": "残高：{before, number}ポイント → {after, number}ポイント",
  "redeem.from": "ご利用のカード：{card}",
  "redeem.cards": "「{reward}」との交換に使うカードをお選びください。",
  "redeem.undoable": "クーポンを使う前なら15分以内に取り消せます。ポイントはお返しします。",
  "redeem.repriced": "ご覧になったときから必要なポイントが変わりました。",
  "redeem.yes": "交換する",
  "redeem.no": "今はしない",
  "redeem.absent": "申し訳ありません。この特典は現在交換できません。ポイントは減っていません。",
  "redeem.missing":
    "申し訳ありません。この特典にはあと{points, number}ポイント必要です。ポイントは減っていません。",
  "redeem.expired":
    "この確認は期限が切れたため、何も交換していません。もう一度特典をお選びください。",
  "redeem.cancelled": "かしこまりました。交換していません。ポイントは減っていません。",
  "redeem.untouched": "ポイントは減っていません。",
  "redeem.tooFew": "申し訳ありません。「{reward}」に必要なポイントがカードにありません。",
  "redeem.gone": "申し訳ありません。「{reward}」は交換できなくなりました。",
  "redeem.failed": "申し訳ありません。「{reward}」と交換できませんでした。",
  "redeem.impossible":
    "申し訳ありません。「{reward}」はここでは交換できません。スタッフまでお声がけください。",
  "redeem.limit.day": "本日の交換回数の上限に達しました。また明日ご利用ください。",
  "redeem.limit.set": "「{reward}」はお一人様の交換回数の上限に達しました。",
  "redeem.busy": "別の特典の交換を処理しています。少し待ってからもう一度お試しください。",
  "redeem.busy.review":
    "「{reward}」の交換がどうなったか確認できていません。スタッフが対応を終えるまで、ほかの特典とは交換できません。スタッフにお問い合わせください。",
  "redeem.checking":
    "会員システムからの回答がなく、「{reward}」と交換できたかまだ確認できていません。クーポンをお渡しするか、ポイントをお返しします。分かり次第お知らせします。",
  "redeem.review":
    "「{reward}」の交換がどうなったか確認できませんでした。スタッフが調べていますので、いつでもお問い合わせください。",
  "redeem.closed":
    "「{reward}」の交換はスタッフが対応しました。ご不明な点はスタッフにお問い合わせください。",
  "redeem.refunding":
    "申し訳ありません。「{reward}」をお渡しできませんでした。{points, number}ポイントをお返ししています。完了次第お知らせします。",
  "redeem.refunded": "{points, number}ポイントをお返ししました。",
  "redeem.done": "交換しました：{reward}",
  "redeem.already": "すでに交換済みです：{reward}",
  "redeem.spent": "{points, number}ポイント使用",
  "redeem.left": "{points, number}ポイント使用、残高{balance, number}ポイント",
  "redeem.undo": "取り消す",
  "redeem.undo.expired": "もう取り消せません。スタッフにお申し付けください。",
  "redeem.undoing":
    "「{reward}」の取り消しについて、会員システムからの回答を待っています。{points, number}ポイントをお返しできましたらお知らせします。",
  "redeem.undone": "「{reward}」を取り消し、{points, number}ポイントをお返ししました。",
  "redeem.balance.after": "現在の残高は{balance, number}ポイントです。",
  "redeem.used": "このクーポンは使用済みのため、取り消せません。",
  "redeem.notUndone":
    "今は取り消せませんでした。何も変わっていません。少し待ってからもう一度お試しください。",

  "campaigns.label": "キャンペーン",
  "campaigns.empty": "現在開催中のキャンペーンはありません。次回のご案内をお待ちください。",
  "campaigns.partial":
    "ただいまキャンペーンの一部を読み込めませんでした。表示のほかにもキャンペーンがある場合があります。",
  "campaigns.alt": "開催中のキャンペーン：{campaigns}",
  "campaigns.alt.one": "{campaign}（{when}）",
  "campaigns.between": "{start, date, day}～{last, date, day}",
  "campaigns.from": "{start, date, day}から",
  "campaigns.until": "{last, date, day}まで",
  "campaigns.today": "本日まで",
  "campaigns.open": "詳しく見る",
  "campaigns.more": "ほか{count, number}件",

  "help.title": "ご用件をお選びください",
  "help.body": "次の言葉を送るか、ボタンを押してください。",
  "help.label": "ヘルプ",
  "help.balance": "ポイント：カードとポイントを見る",
  "help.card": "会員証：レジで会員証を提示する",
  "help.coupons": "クーポン：ご利用いただけるクーポンを見る",
  "help.rewards": "ポイント交換：ポイントと交換できる特典を見る",
  "help.check": "確認 ABC123：クーポンコードを確認する",
  "help.history": "履歴：ポイントの履歴を見る",
  "help.campaigns": "キャンペーン：開催中のキャンペーンを見る",
  "help.language": "言語：表示する言語を選ぶ",
  "help.contact": "スタッフに連絡：スタッフに問い合わせる",
  "help.help": "ヘルプ：この案内を見る",

  "greeting.hello":
    "{name}様、{business}へようこそ！ポイントの確認など、いつでもお気軽にメッセージをお送りください。",
  "greeting.back": "{name}様、おかえりなさい！またお会いできてうれしいです。",
  "greeting.nameless": "{business}へようこそ！次の中からお選びください。",
  "greeting.chat": "{name}様、いつもありがとうございます。ご用件をお選びください。",
  "greeting.chat.nameless": "いつもありがとうございます。ご用件をお選びください。",
  "thanks.body":
    "こちらこそ、ありがとうございます。ほかにもご用件がございましたら、お気軽にどうぞ。",

  "join.title": "{business}へようこそ",
  "join.body":
    "このLINEアカウントの会員情報が見つかりませんでした。会員登録をしていただくと、ポイントやクーポンをご利用いただけます。",
  "join.staff": "ご登録はスタッフがご案内いたします。",
  "join.rewards": "会員になると交換できる特典",
  "join.button": "会員登録をする",
  "join.registered": "登録しました",
  "join.again.title": "まだ確認できません",
  "join.again.body":
    "このLINEアカウントの会員情報がまだ見つかりません。登録後、反映まで少し時間がかかることがあります。しばらくしてからもう一度お試しいただくか、スタッフにお尋ねください。",
  "registered.found":
    "{name}様、ありがとうございます。会員登録を確認できました！次の中からお選びください。",
  "registered.found.nameless":
    "ありがとうございます。会員登録を確認できました！次の中からお選びください。",

  "service.ambiguous":
    "会員情報をこちらに表示できません。お手数ですが、スタッフに会員情報の確認をお申し付けください。",
  "service.inactive":
    "現在、会員資格が有効ではありません。お手数ですが、スタッフにお尋ねください。",

  "language.label": "言語",
  "language.body": "どの言語でご案内しましょうか？",
  "language.chosen": "これからは{language}でご案内します。",

  "menu.bar": "メニュー",

  "group.private": "会員情報は、個別のトークでご案内します。下のボタンからどうぞ。",
  "group.hello": "{business}です。よろしくお願いします！ご用の際は、個別のトークへお気軽にどうぞ。",
  "group.button": "トークを開く",

  "wordless.body":
    "ありがとうございます！こちらでは文字のメッセージのみ承っております。次の中からお選びください。",
  "unknown.body": "申し訳ありません。内容を理解できませんでした。次の中からお選びください。",
  "fallback.short": "恐れ入りますが、次の中からお選びください。",
  "fallback.buttons": "こちらはスタッフがご用件を承ります。または、次の中からお選びください。",

  ...staff,
};
