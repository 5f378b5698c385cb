/** The answers of the demo's shop, with its pictures: where LINE is embedded, they are in effect until others are published. */
import type { Answer } from "../bot/i18n/answers/answer.ts";
import type { AnswerTexts } from "../bot/i18n/answers/answer-book.ts";

/** `picture`: the name of a drawing that the embedded platform serves. */
const answers: Readonly<Record<string, Answer & { picture: string }>> = {
  hours: {
    phrases: {
      en: [
        "opening hours",
        "hours",
        "business hours",
        "what time do you open",
        "when do you open",
        "what time do you close",
        "when do you close",
        "are you open today",
      ],
      th: ["เวลาเปิดปิด", "เปิดกี่โมง", "ร้านเปิดกี่โมง", "ปิดกี่โมง", "ร้านปิดกี่โมง", "เวลาทำการ", "วันนี้เปิดไหม"],
      ja: [
        "営業時間",
        "営業時間は",
        "何時から",
        "何時に開きますか",
        "何時まで",
        "何時までやってますか",
        "今日やってますか",
      ],
      "zh-TW": ["營業時間", "幾點開", "幾點開門", "幾點關門", "開到幾點", "今天有開嗎"],
    },
    reply: {
      en: "We are open every day from 8:00 to 20:00, {name}. The kitchen closes at 19:30.",
      th: "ร้านเปิดทุกวัน 8:00–20:00 น. ครัวปิด 19:30 น. ค่ะ คุณ{name}",
      ja: "{name}様、毎日8:00〜20:00に営業しております。お食事のラストオーダーは19:30です。",
      "zh-TW": "{name}，我們每天 8:00 至 20:00 營業，餐點供應到 19:30。",
    },
    picture: "clock",
  },
  address: {
    phrases: {
      en: [
        "address",
        "where are you",
        "where are you located",
        "location",
        "how do i get there",
        "directions",
      ],
      th: ["ที่อยู่ร้าน", "ร้านอยู่ที่ไหน", "ร้านอยู่ไหน", "แผนที่", "พิกัดร้าน", "ไปร้านยังไง"],
      ja: ["住所", "お店の場所", "場所はどこですか", "どこにありますか", "地図", "アクセス"],
      "zh-TW": ["地址", "店在哪裡", "你們在哪裡", "地圖", "怎麼去"],
    },
    reply: {
      en: "Sakura Cafe, 12 Soi Sukhumvit 31, Bangkok: five minutes from BTS Phrom Phong, exit 5.",
      th: "Sakura Cafe 12 ซอยสุขุมวิท 31 กรุงเทพฯ เดินจาก BTS พร้อมพงษ์ ทางออก 5 ประมาณ 5 นาทีค่ะ",
      ja: "Sakura Cafe：バンコク、スクンビット・ソイ31、12番地。BTSプロンポン駅5番出口から徒歩5分です。",
      "zh-TW": "Sakura Cafe：曼谷素坤逸路31巷12號，從 BTS Phrom Phong 站5號出口步行5分鐘。",
    },
    picture: "map",
    buttons: [
      {
        label: { en: "Open the map", th: "เปิดแผนที่", ja: "地図を開く", "zh-TW": "開啟地圖" },
        url: "https://www.google.com/maps/search/?api=1&query=BTS+Phrom+Phong",
      },
    ],
  },
  parking: {
    phrases: {
      en: ["parking", "car park", "is there parking", "do you have parking", "where can i park"],
      th: ["ที่จอดรถ", "มีที่จอดรถไหม", "จอดรถที่ไหน", "จอดรถได้ไหม"],
      ja: ["駐車場", "駐車場はありますか", "車はどこに停められますか"],
      "zh-TW": ["停車場", "停車", "有停車場嗎", "哪裡可以停車"],
    },
    reply: {
      en: "There are eight places behind the cafe, free for two hours. Show your card at the till.",
      th: "มีที่จอดรถ 8 คันหลังร้าน จอดฟรี 2 ชั่วโมง แสดงบัตรสมาชิกที่เคาน์เตอร์ได้เลยค่ะ",
      ja: "店舗裏に8台分ございます。2時間まで無料です。レジで会員証をご提示ください。",
      "zh-TW": "店後方有八個車位，兩小時內免費，結帳時請出示會員卡。",
    },
    picture: "parking",
    buttons: [
      {
        label: { en: "My card", th: "บัตรของฉัน", ja: "会員証", "zh-TW": "我的會員卡" },
        intent: "card",
      },
    ],
  },
  wifi: {
    phrases: {
      en: ["wifi", "wi-fi", "wifi password", "is there wifi", "do you have wifi"],
      th: ["wifi", "wi-fi", "ไวไฟ", "รหัส wifi", "รหัสไวไฟ", "มี wifi ไหม"],
      ja: ["wifi", "wi-fi", "ワイファイ", "wifiのパスワード", "wifiはありますか"],
      "zh-TW": ["wifi", "wi-fi", "無線網路", "wifi密碼", "有wifi嗎"],
    },
    reply: {
      en: "The network is SakuraGuest. The password is on your receipt, and changes every day.",
      th: "เครือข่าย SakuraGuest รหัสผ่านอยู่ในใบเสร็จ และเปลี่ยนทุกวันค่ะ",
      ja: "ネットワークはSakuraGuestです。パスワードはレシートに記載され、毎日変わります。",
      "zh-TW": "網路名稱是 SakuraGuest，密碼印在收據上，每天更換。",
    },
    picture: "wifi",
  },
  menu: {
    phrases: {
      en: [
        "food menu",
        "drinks menu",
        "your menu",
        "what do you serve",
        "what do you have",
        "food",
        "drinks",
      ],
      th: ["เมนูอาหาร", "เมนูเครื่องดื่ม", "มีเมนูอะไรบ้าง", "อาหาร", "เครื่องดื่ม"],
      ja: ["フードメニュー", "ドリンクメニュー", "お食事", "飲み物", "どんなメニューがありますか"],
      "zh-TW": ["餐點", "餐點菜單", "飲料", "飲料菜單", "有什麼吃的"],
    },
    reply: {
      en: "Coffee from Doi Chang, matcha, toast and cakes from our own oven, and a lunch of the day until 14:00.",
      th: "กาแฟดอยช้าง มัทฉะ โทสต์และเค้กอบเอง และมื้อกลางวันประจำวันถึง 14:00 น. ค่ะ",
      ja: "ドイチャーンのコーヒー、抹茶、自家製のトーストとケーキ、14時までの日替わりランチがございます。",
      "zh-TW": "有清萊 Doi Chang 咖啡、抹茶、自製吐司與蛋糕，以及供應到 14:00 的每日午餐。",
    },
    picture: "latte",
    buttons: [
      {
        label: { en: "My coupons", th: "คูปองของฉัน", ja: "クーポン", "zh-TW": "我的優惠券" },
        intent: "coupons",
      },
      {
        label: { en: "Rewards", th: "ของรางวัล", ja: "特典", "zh-TW": "兌換好禮" },
        intent: "rewards",
      },
    ],
  },
  allergies: {
    phrases: {
      en: [
        "allergies",
        "allergens",
        "allergy",
        "food allergy",
        "nuts",
        "gluten",
        "gluten free",
        "vegan",
        "is it halal",
      ],
      th: ["แพ้อาหาร", "สารก่อภูมิแพ้", "แพ้ถั่ว", "กลูเตน", "มังสวิรัติ", "อาหารเจ", "ฮาลาล"],
      ja: ["アレルギー", "アレルギー表示", "ナッツ", "グルテン", "ヴィーガン", "ハラール"],
      "zh-TW": ["過敏", "過敏原", "堅果", "麩質", "素食", "清真"],
    },
    reply: {
      en: "Our cakes may hold milk, eggs, wheat and nuts. Please tell the staff before you order: they have the list of each dish.",
      th: "เค้กของเราอาจมีนม ไข่ แป้งสาลี และถั่ว กรุณาแจ้งพนักงานก่อนสั่ง เรามีรายการส่วนผสมของทุกเมนูค่ะ",
      ja: "ケーキには乳、卵、小麦、ナッツが含まれることがあります。ご注文の前にスタッフへお知らせください。各メニューの一覧をご用意しています。",
      "zh-TW": "我們的蛋糕可能含有奶、蛋、小麥與堅果。點餐前請告訴店員，每道餐點都有成分表。",
    },
    picture: "nuts",
    buttons: [
      {
        label: { en: "Talk to staff", th: "ติดต่อพนักงาน", ja: "スタッフに連絡", "zh-TW": "聯絡店員" },
        intent: "contact",
      },
    ],
  },
};

/** @param origin of the embedded platform, which serves the pictures; null = there is none. */
export const demoAnswers = (origin: string | null): AnswerTexts =>
  Object.fromEntries(
    Object.entries(answers).map(([name, { picture, ...answer }]) => {
      const url = origin === null ? {} : { picture: `${origin}/pictures/${picture}.png` };
      return [name, JSON.stringify({ ...answer, ...url })];
    }),
  );
