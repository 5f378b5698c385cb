/** How people ask in English: intent → phrasings, one a line. */
import { lines } from "./lines.ts";

export const en = {
  balance: lines(`
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
  card: lines(`
    card
    Card!
    my card
    ｃａｒｄ
    Show me my card, please
    membership card
    card number?
    barcode
    my QR code
    crad
    ดู card
    💳 card
  `),
  coupons: lines(`
    coupons
    Coupons?
    my coupons
    ＣＯＵＰＯＮＳ
    vouchers
    show me my coupons
    Do I have any coupons?
    check my coupons
    coupon
    cupon
    🎁 coupons
    check coupon
  `),
  check: lines(`
    check
    check ABC123
    CHECK abc-123
    check: ABC123
    check coupon ABC123
    check my code
    verify ABC123
    Is my code valid?
    chek ABC123
    ABC123
    LATTE-2026-XYZ
    เช็ค code ABC123
  `),
  history: lines(`
    history
    History.
    my history
    transaction history
    show me my history
    recent activity
    Where did my points go?
    histroy
    ｈｉｓｔｏｒｙ
    history (hello)
  `),
  campaigns: lines(`
    campaigns
    promotions
    Promo!
    offers
    What’s on?
    any promotions?
    special offers
    campain
    ＰＲＯＭＯ
    ดู promotion
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
  registered: lines(`
    I have registered
    I’ve registered!
    I signed up
    i just registered 😊
    I have registerd
  `),
};
