/** How people ask in English: intent → phrasings. */
import { lines, type Phrasings } from "./lines.ts";

export const en: Phrasings = {
  card: lines(`
    membership card please
    card
    My card
    MEMBERSHIP CARD
    ｃａｒｄ
    show my card
    my QR code
    barcode 📇
    card number?
    membreship card
    ขอดู card
    Card!
    my card
    Show me my card, please
    membership card
    barcode
    crad
    ดู card
    💳 card
  `),
  coupons: lines(`
    copons
    How do I use my coupon?
    my gifts
    use my coupon
    check voucher please
    what coupons can I use
    coupons
    Coupon
    my coupons!
    ＣＯＵＰＯＮＳ
    What coupons do I have?
    any coupons?
    check my coupons
    cupons
    🎟️ coupons
    มี couponไหม
    Coupons?
    my coupons
    vouchers
    show me my coupons
    Do I have any coupons?
    coupon
    cupon
    🎁 coupons
  `),
  rewards: lines(`
    How far to next reward?
    How far to the next reward?
    how many points to go
    I'd like to redeem points
    can i redeem my points?
    rewards
    Rewards!
    redeem
    REDEEM
    ｒｅｗａｒｄｓ
    my rewards
    redeem points
    Redeem my points, please
    show me the rewards
    What can I redeem?
    What can I get for my points?
    How do I redeem points?
    How can I use my points?
    use my points
    🎁 rewards
    rewrads
    reedem
    แลก point
    any rewards?
  `),
  check: lines(`
    check please
    check coupon please
    check ABC123 please
    check coupon
    check
    check ABC123
    Check: abc-123!
    ＣＨＥＣＫ　ＡＢＣ１２３
    coupon code SAKURA50
    verify AB12-CD34
    ABC-12345
    chekc ABC123
    check ABC123 🙏
    เช็ค code ABC123
    CHECK abc-123
    check: ABC123
    check coupon ABC123
    check my code
    verify ABC123
    Is my code valid?
    chek ABC123
    ABC123
    LATTE-2026-XYZ
  `),
  history: lines(`
    history
    My history
    HISTORY.
    ｈｉｓｔｏｒｙ
    transactions
    points history
    recent transactions
    histroy
    ดู history
    History.
    my history
    transaction history
    show me my history
    recent activity
    Where did my points go?
    history (hello)
  `),
  campaigns: lines(`
    do you have any promotions?
    campaigns
    Promotions
    promo?
    ｐｒｏｍｏｓ
    any promotions?
    What offers are there?
    special offers ✨
    promtion
    มี promotion ไหม
    promotions
    Promo!
    offers
    What’s on?
    special offers
    campain
    ＰＲＯＭＯ
    ดู promotion
  `),
  balance: lines(`
    how much points i got
    can I see my points?
    could you show me my points please
    Hi, points please
    check my balance please
    how many points do I have left?
    points
    Points
    POINTS!!
    ｐｏｉｎｔｓ
    ＢＡＬＡＮＣＥ
    my   points
    "points"
    points?
    points…
    💰 points 💰
    points ❤️
    points (hello)
    (hello)points
    How many points do I have?
    how many points have I got??
    What’s my balance?
    what's my balance
    show me my points.
    My points, please
    points please
    Check my points
    balence
    pionts
    ดู point
    point ของฉัน
  `),
  language: lines(`
    language
    Languages
    LANGUAGE.
    ｌａｎｇｕａｇｅ
    change language
    Change the language!
    langauge
    English please
    in English
    🌐 language
    change ภาษา
  `),
  help: lines(`
    can you help me?
    help
    Help?
    HELP!!!
    ｈｅｌｐ
    menu
    help me
    Help, please
    What can you do?
    how does this work?
    hlep
    🆘 help
    help หน่อย
  `),
  register: lines(`
    register
    Register!
    please register me
    I want to register
    how do I register?
    Sign up 🙏
    i would like to sign up
    how can i join
    Join now
    I'm not a member yet
    not registered
    regsiter
    สมัคร member ค่ะ
  `),
  registered: lines(`
    I have registered
    I’ve registered!
    I signed up
    i just registered 😊
    I have registerd
  `),
  greeting: lines(`
    hello
    Hello!
    HI
    hey there 👋
    ｈｅｌｌｏ
    Good morning
    good evening :)
    hii
    hallo
    Sawasdee krub
    hello ค่ะ
    excuse me
    I have a question
  `),
  thanks: lines(`
    thanks
    Thank you!
    THANK YOU SO MUCH
    thx 🙏
    ok, thanks
    Okay thank you.
    many thanks
    cheers
    thnaks
    thank you ค่ะ
    Thanks for your help!
  `),
  contact: lines(`
    can I have your phone number?
    contact
    Contact us
    talk to staff
    Talk to a person, please
    can I talk to someone?
    I want to speak to someone
    human please
    live agent
    customer service
    phone number?
    contcat
    คุยกับ admin
  `),
  "small-talk": lines(`
    hahahahaha
    Ok
    OK!
    okay 👍
    k
    got it!
    Yes
    no
    Bye
    bye bye!
    Good night
    haha
    LOL
    sure
    Never mind
    see you
    Great!!
    no problem
  `),
  "points-expiry": lines(`
    When do my points expire?
    do my points expire?
    points expiry
    How long are my points valid?
    WHEN DO POINTS EXPIRE
  `),
  "no-reminders": lines(`
    No reminders
    no more reminders please
    Stop reminders!
    please stop reminding me
    Don't remind me
  `),
};
