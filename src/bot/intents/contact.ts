/** Answers "can I talk to a person?": the contact address, else when the shop can be asked. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { menuSteps, wayToPerson } from "../views/next-steps.ts";

export const contact: Intent = {
  name: "contact",
  access: "anyone",
  phrases: {
    en: phraseList(`
      contact, contact us, contact you, contact staff, contact the shop, contact the store, contact support
      contact number, contact details, contact info, how can i contact you, how do i contact you
      talk to staff, talk to staff please, talk to a person, talk to a person please, talk to a human, talk to someone, talk to somebody, talk to an agent
      talk to a real person, talk to your staff, speak to staff, speak to a person, speak to a human
      speak to someone, speak to somebody, speak with someone, speak to an agent, speak with staff
      can i talk to someone, can i talk to a person, can i speak to someone, can i speak to a person
      i want to talk to someone, i want to talk to a person, i want to speak to someone, i need to talk to someone
      chat with staff, ask staff, ask the staff, staff, staff please, human, human please, a human please
      real person, person please, agent, live agent, live chat, operator, representative, customer service
      customer support, customer care, support, call center, call centre, hotline, phone number
      your phone number, telephone number, call you, call the shop, is anyone there, anyone there
      contcat, conatct, cantact, contac, contact stuff, talk to staf, tlak to staff, talk to stuff
      ติดต่อ staff, คุยกับ staff, คุยกับ admin, admin, ขอคุยกับ admin, ติดต่อ admin
    `),
    th: thaiPhraseList(`
      ติดต่อ, ติดต่อพนักงาน, ติดต่อร้าน, ติดต่อทางร้าน, ติดต่อร้านค้า, ติดต่อเจ้าหน้าที่, ติดต่อแอดมิน, ติดต่อเรา
      ขอติดต่อพนักงาน, ขอติดต่อเจ้าหน้าที่, ขอติดต่อแอดมิน, ขอติดต่อร้าน, อยากติดต่อพนักงาน, อยากติดต่อร้าน
      คุยกับพนักงาน, คุยกับเจ้าหน้าที่, คุยกับแอดมิน, คุยกับคน, ขอคุยกับพนักงาน, ขอคุยกับเจ้าหน้าที่, ขอคุยกับแอดมิน
      ขอคุยกับคน, อยากคุยกับพนักงาน, อยากคุยกับเจ้าหน้าที่, อยากคุยกับแอดมิน, อยากคุยกับคน, สอบถามพนักงาน
      สอบถามเจ้าหน้าที่, ถามพนักงาน, เรียกพนักงาน, ขอสายพนักงาน, พนักงาน, เจ้าหน้าที่, แอดมิน, มีใครอยู่ไหม
      มีใครอยู่มั้ย, มีคนอยู่ไหม, แอดมินอยู่ไหม, มีแอดมินไหม, เบอร์โทร, เบอร์โทรร้าน, เบอร์ติดต่อ, เบอร์ร้าน, ขอเบอร์โทร
      ขอเบอร์ร้าน, ขอเบอร์ติดต่อ, ช่องทางติดต่อ, ช่องทางการติดต่อ, โทร, โทรศัพท์, โทรหาร้าน, ขอโทร, อยากโทร, โทรได้ไหม, โทรหา, คอลเซ็นเตอร์, ฝ่ายบริการลูกค้า
      บริการลูกค้า, ติดตอพนักงาน, ติดต่อพนักงาณ, ติดต่อพนง, ติดต่อพนักงาร, ตืดต่อพนักงาน, ติดต่แพนักงาน
    `),
    ja: phraseList(`
      スタッフに連絡, スタッフに連絡する, スタッフに連絡したい, スタッフと話す, スタッフと話したい, スタッフと話したいです, スタッフに聞く
      スタッフに聞きたい, スタッフに質問, スタッフに相談, スタッフを呼んで, スタッフにつないで, スタッフ, スタッフさん
      店員と話したい, 店員さんと話したい, 店員に聞きたい, 店員さん, 人と話したい, 人と話したいです, 人間と話したい, 担当者と話したい, 担当者と話したいです
      担当者につないで, 担当者, オペレーター, オペレーターと話したい, オペレーターにつないで, 有人対応, 有人チャット
      連絡, 連絡先, 連絡先は, 連絡先を教えて, 連絡先を教えてください, 連絡したい, お店に連絡, お店に連絡したい
      店に連絡したい, お店に電話, 電話番号, 電話番号は, 電話番号を教えて, 電話番号を教えてください, 電話したい
      お問い合わせ, 問い合わせ, お問合せ, 問合せ, お問い合せ, 問い合わせたい, 問い合わせしたい, お問い合わせ先
      カスタマーサポート, カスタマーサービス, サポート, サポートセンター, 誰かいますか, おといあわせ, といあわせ
      スタフに連絡, スタッフに連楽, オペレータ, スタッフと話しがしたい, スタッフと話がしたい
    `),
    "zh-TW": phraseList(`
      聯絡店員, 聯絡我們, 聯絡, 聯絡店家, 聯絡門市, 聯絡客服, 聯絡人員, 聯絡方式, 聯絡電話, 我要聯絡店員, 我想聯絡店員
      聯繫, 聯繫店員, 聯繫客服, 聯繫我們, 連絡店員, 連絡我們, 連絡客服, 連絡, 連絡店家, 客服, 客服人員, 客服電話
      真人, 真人客服, 人工, 人工客服, 轉人工, 轉真人, 轉客服, 轉接客服, 轉接真人, 請轉真人, 請轉客服, 找客服, 找真人客服, 找店員, 找真人, 找人
      我要找客服, 我要找店員, 我要找真人, 我想找客服, 我想找店員, 我要客服, 可以找真人嗎, 有真人嗎, 跟店員說話, 跟店員聊
      跟真人說話, 跟真人聊, 我要跟真人說話, 我想跟真人說話, 我想跟店員說話, 我想問店員, 詢問店員, 問店員, 店員, 有人在嗎
      有人嗎, 電話, 電話號碼, 請問電話, 店家電話, 門市電話, 服務專線, 联系, 联系客服, 联络, 联络店员, 客服电话, 聯洛店員
      連洛店員, 聯絡店圓
    `),
  },
  answer: (context) => ({ messages: [view(context)] }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx)] },
    {
      name: "ordinary",
      about: "address",
      messages: [view({ ...ctx, brand: { ...ctx.brand, contactUrl: "https://example.com/" } })],
    },
  ],
};

function view(ctx: RenderContext): Message {
  const { t, brand } = ctx;
  const steps = menuSteps.filter((step) => step !== contact.name);
  return wayToPerson(ctx, t(brand.contactUrl ? "contact.body" : "contact.hours"), steps);
}
