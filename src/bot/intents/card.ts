/** "card": each card's number as barcode and QR code, for a till to scan. */
import type { MemberCard, MemberProfile } from "../../connect/contract.ts";
import type { FlexBubble, FlexComponent, Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { ask, clip, column, flex, ink, line, onward, panel } from "../flex.ts";
import { groupedNumber, titleOf, typeOf } from "../member-card.ts";
import { partOf } from "../pages.ts";
import { pageIn } from "../route.ts";
import { sampleCards } from "../samples.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const longestName = 60;

export const card: Intent = {
  name: "card",
  access: "member",
  kept: true,
  phrases: {
    en: ["card", "my card", "member card", "membership card", "barcode"],
    th: ["บัตร", "บัตรสมาชิก", "บัตรของฉัน", "บาร์โค้ด"],
    ja: ["会員証", "カード", "会員カード", "バーコード"],
    "zh-TW": ["會員卡", "卡片", "我的會員卡", "條碼"],
  },
  answer: (context, profile) => ({
    messages: [cardView(context, profile, pageIn(context.details))],
  }),
  // A number on a card doesn't change, so the last known one is as good.
  withoutPlatform: (context, last) =>
    last && { messages: [cardView(context, last.profile, pageIn(context.details))] },
  samples: (look) => [
    { name: "ordinary", messages: [cardView(look, sampleCards(2, "Somchai", 1250), 1)] },
    { name: "empty", messages: [cardView(look, sampleCards(0, "Somchai", 0), 1)] },
    {
      name: "longest",
      messages: [cardView(look, sampleCards(30, "Wolfeschlegelstein".repeat(9), 1), 1)],
    },
  ],
};

/** @param page from 1; past the end it is the last one. */
export function cardView(
  look: Look,
  profile: Pick<MemberProfile, "name" | "cards">,
  page: number,
): Message {
  const { say, brand } = look;
  const { cards } = profile;
  if (cards.length === 0) {
    const name = clip(profile.name || brand.name, longestName);
    return { type: "text", text: say("balance.empty", { name }) };
  }
  const { shown, left, page: at } = partOf(cards, page, pageSize);
  const spoken = shown
    .map((one) =>
      say("card.alt.one", {
        card: titleOf(one) || say("card.label"),
        number: groupedNumber(one.card_no),
      }),
    )
    .join(" · ");
  return flex(say("card.alt", { cards: spoken }), [
    ...shown.map((one) => cardBubble(look, one)),
    ...(left > 0
      ? [
          onward(ask(say("balance.more", { count: left }), card.name, { page: String(at + 1) }), {
            size: "mega",
          }),
        ]
      : []),
  ]);
}

function cardBubble({ say, brand, images }: Look, one: MemberCard): FlexBubble {
  const barcode = images.barcode(one.card_no);
  const qr = images.qr(one.card_no);
  const pictures: FlexComponent[] = [
    ...(barcode ? [picture(barcode, "full", "3:1")] : []),
    ...(qr ? [picture(qr, "xl", "1:1")] : []),
  ];
  const hint = pictures.length > 0 ? say("card.hint") : say("card.hint.number");
  return panel(
    brand.color,
    [
      line(typeOf(one), { size: "xs", weight: "bold", color: ink.soft }),
      line(titleOf(one), { size: "lg", weight: "bold", maxLines: 2 }),
      column(
        [
          ...pictures,
          line(groupedNumber(one.card_no), {
            size: "xl",
            weight: "bold",
            align: "center",
            margin: "md",
          }),
          line(hint, { size: "sm", color: ink.soft, align: "center", margin: "md" }),
        ],
        { margin: "lg" },
      ),
    ],
    { size: "mega" },
  );
}

const picture = (url: string, size: string, aspectRatio: string): FlexComponent => ({
  type: "image",
  url,
  size,
  aspectRatio,
  aspectMode: "fit",
  margin: "md",
});
