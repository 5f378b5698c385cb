/** Answers "show my card": each card's number as barcode and QR code, to be scanned at the till. */
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import type { FlexBubble, FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { Context, Intent, RenderContext } from "../context.ts";
import * as ui from "../views/flex-components.ts";
import { cardFace } from "../views/card-face.ts";
import {
  cardFactsBelow,
  cardIntent,
  cardNickname,
  cardTitleIn,
  type FactOwner,
  groupedNumber,
  noCardText,
  showCard,
  showsFacts,
} from "../views/card.ts";
import { stepsWithoutCard, withNextSteps, type NextStep } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { paginate } from "../views/paginate.ts";
import { pageIn } from "../routing/postback.ts";
import { staleNotice } from "../views/fallback.ts";
import type { PersonName } from "../views/person-name.ts";
import { longestMember, sampleCards, sampleMember } from "../views/sample-data.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const nextSteps: readonly NextStep[] = ["balance", "coupons", "history", "campaigns", "help"];

export const card: Intent = {
  name: cardIntent,
  access: "member",
  cacheable: true,
  phrases: {
    en: phraseList(`
      card, my card, member card, membership card, membership, my membership, my membership card, loyalty card
      barcode, my barcode, qr, qr code, my qr code, card number, my card number, member id, membership number
      show card, show my card, show me my card, card please, my card please, crad, cadr, memebr card
      membreship card, membershp card, bar code, ขอดู card, 會員card, 我的card, cards, my cards, see my card
      show me my card please, member number, show barcode, show my qr code, caed, carrd, memebership card
      barcod, บัตร member, ดู card, 看card
    `),
    th: thaiPhraseList(`
      บัตร, บัตรสมาชิก, บัตรของฉัน, บัตรของผม, บัตรสมาชิกของฉัน, บาร์โค้ด, บาร์โค๊ด, คิวอาร์โค้ด, คิวอาร์
      การ์ด, ขอบัตร, ขอบัตรสมาชิก, ขอดูบัตร, ขอดูบัตรสมาชิก, ดูบัตร, ดูบัตรสมาชิก, แสดงบัตร, แสดงบัตรสมาชิก
      เปิดบัตร, เปิดบัตรสมาชิก, เลขสมาชิก, หมายเลขสมาชิก, เลขบัตร, หมายเลขบัตร, รหัสสมาชิก, บัต, บัตสมาชิก
      บัตรสมาชิค, บัตรสมชิก, บัตรสมาชิด, อยากดูบัตร, ขอบาร์โค้ด, ดูบาร์โค้ด, บาร์โค้ดสมาชิก, ขอคิวอาร์โค้ด
      บัตรสมาชก, บาโค้ด, บาร์โคด
    `),
    ja: phraseList(`
      会員証, カード, 会員カード, バーコード, メンバーズカード, メンバーカード, ポイントカード, マイカード
      qrコード, 会員証を見る, 会員証を見せて, 会員証見せて, 会員証を表示, 会員証を表示して, 会員証を出して
      カードを見る, カードを見せて, カードを表示, カードを出して, 会員番号, カード番号, 会員症, 会員賞
      会員しょう, かーど, ばーこーど, 私のカード, デジタル会員証, 会員証を見せてください
      会員証を出してください, カードを見せてください, カード番号は, カード番号を教えて, 会員番号は
      会員番号を教えて, バーコードを見せて, バーコードを表示, qrコードを表示, かいいんしょう, 会員章, バーコド
    `),
    "zh-TW": phraseList(`
      會員卡, 會員卡片, 我的會員卡片, 卡片, 我的會員卡, 我的卡, 我的卡片, 條碼, 會員條碼, 我的條碼, 會員證, 貴賓卡, 集點卡, 點數卡
      qrcode, 二維碼, 看會員卡, 打開會員卡, 出示會員卡, 顯示會員卡, 我要看會員卡, 會員號碼, 會員編號, 卡號
      会员卡, 条码, 會元卡, 會員咖, 匯員卡, 查會員卡, 電子會員卡, 數位會員卡, 看條碼, 出示條碼, 顯示條碼, qr碼
      我的qr碼, 會員qr碼, 我的卡號, 會員卡號, 查卡號, 我的会员卡, 卡号, 惠員卡, 條馬
    `),
  },
  answer: (context, profile) => ({
    messages: [cardView(context, tappedCard(context, profile), pageIn(context.details))],
    isPerishable: context.images.memberCode !== undefined,
  }),
  withoutPlatform(context, last) {
    if (!last) return null;
    const profile = tappedCard(context, last.profile);
    return { messages: [cardView(context, profile, pageIn(context.details), { at: last.at })] };
  },
  samples: (ctx) => [
    {
      name: "ordinary",
      messages: [cardView(ctx, sampleCards(ctx, 2, sampleMember(ctx), 1250), 1)],
    },
    { name: "empty", messages: [cardView(ctx, sampleCards(ctx, 0, sampleMember(ctx), 0), 1)] },
    {
      name: "longest",
      messages: [cardView(ctx, sampleCards(ctx, 30, longestMember, 1), 1)],
    },
  ],
};

/** The profile with the card whose button was tapped alone, else with all cards. */
const tappedCard = ({ details }: Context, profile: MemberProfile): MemberProfile =>
  withCards(profile, ({ uuid }) => uuid === details["card"]);

/** The profile with these of its cards alone; with all of them where it has none of these. */
export function withCards(
  profile: MemberProfile,
  isAsked: (card: MemberCard) => boolean,
): MemberProfile {
  const cards = profile.cards.filter(isAsked);
  return cards.length > 0 ? { ...profile, cards } : profile;
}

/** A member as far as their cards show them. */
type CardOwner = PersonName & FactOwner & Pick<MemberProfile, "uuid">;

/**
 * @param page from 1; past the end, the last page is shown.
 * @param options `at`: when the profile was read, in milliseconds since 1970, if it is the last known one; shown as a
 * notice with a card that says more than its number, which doesn't change.
 */
export function cardView(
  ctx: RenderContext,
  profile: CardOwner & Pick<MemberProfile, "cards">,
  page: number,
  { at: readAt }: { at?: number } = {},
): Message {
  const { t } = ctx;
  const { cards } = profile;
  if (cards.length === 0) {
    return withNextSteps(ctx, { type: "text", text: noCardText(ctx, profile) }, stepsWithoutCard);
  }
  const { shown, ...pages } = paginate(cards, page, pageSize);
  const note = readAt === undefined ? "" : staleNotice(ctx, readAt);
  const cardTexts = shown
    .map((memberCard) => {
      const title = cardTitleIn(ctx, memberCard);
      const number = groupedNumber(memberCard.card_no);
      return number.trim() ? t("card.alt.one", { card: title, number }) : title;
    })
    .join(" · ");
  const message = ui.flex(t("card.alt", { cards: cardTexts }), [
    ...shown.map((memberCard) => cardBubble(ctx, memberCard, profile, note)),
    ...ui.nextPageBubble(card.name, (left) => t("balance.more", left), pages, "mega"),
  ]);
  return withNextSteps(ctx, message, nextSteps);
}

/** @param note says how old its facts are; empty = they are the present ones. */
function cardBubble(
  ctx: RenderContext,
  memberCard: MemberCard,
  member: CardOwner,
  note: string,
): FlexBubble {
  const { t, images, brand } = ctx;
  const rotates = images.memberCode !== undefined;
  const pictures = rotates
    ? rotatingCode(ctx, memberCard, member)
    : numberPictures(ctx, memberCard);
  const hint = t(hintKey(memberCard, { hasPictures: pictures.length > 0, rotates }));
  const facts = cardFactsBelow(ctx, memberCard, member);
  return {
    type: "bubble",
    size: "mega",
    ...cardFace(ctx, memberCard, member, { points: false }),
    body: ui.column(
      [
        ...cardNickname(memberCard),
        ...pictures,
        ...ui.optionalLine(groupedNumber(memberCard.card_no), {
          size: "xl",
          weight: "bold",
          align: "center",
          margin: "md",
        }),
        ui.textLine(hint, { size: "sm", color: ui.palette.soft, align: "center", margin: "md" }),
        ...(facts.length > 0 ? [ui.column(facts, { spacing: "sm", margin: "xl" })] : []),
        ...(showsFacts(ctx, memberCard, member)
          ? ui.optionalLine(note, { size: "xs", color: ui.palette.soft, margin: "md" })
          : []),
      ],
      { paddingAll: "20px" },
    ),
    ...ui.buttonFooter(
      rotates && pictures.length > 0
        ? [ui.button(showCard(t("card.code.renew"), memberCard), brand.accent)]
        : [],
    ),
  };
}

function hintKey(
  { card_no }: MemberCard,
  { hasPictures, rotates }: { hasPictures: boolean; rotates: boolean },
) {
  if (hasPictures) return rotates ? "card.code.hint" : "card.hint";
  return card_no.trim() === "" ? "card.unread" : "card.hint.number";
}

/** The card's number as barcode and QR code, as far as it can be encoded. */
function numberPictures({ images }: RenderContext, { card_no }: MemberCard): FlexComponent[] {
  const barcode = images.barcode(card_no);
  const qr = images.qr(card_no);
  return [
    ...(barcode ? [picture(barcode, "full", "3:1")] : []),
    ...(qr ? [picture(qr, "xl", "1:1")] : []),
  ];
}

/** Without the number's own codes: a screenshot of those would work for ever. */
function rotatingCode(
  { images }: RenderContext,
  memberCard: MemberCard,
  member: CardOwner,
): FlexComponent[] {
  const url = images.memberCode?.(member, memberCard);
  return url ? [picture(url, "full", "1:1")] : [];
}

const picture = (url: string, size: string, aspectRatio: string): FlexComponent => ({
  type: "image",
  url,
  size,
  aspectRatio,
  aspectMode: "fit",
  margin: "md",
});
