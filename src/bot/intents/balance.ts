/** "points": a bubble for each of the member's cards. */
import type { MemberCard, MemberProfile } from "../../connect/contract.ts";
import type { FlexBubble, Message } from "../../line/messages.ts";
import type { Intent, Look } from "../context.ts";
import { ask, clip, column, flex, ink, line, onward, panel, row } from "../flex.ts";
import { groupedNumber, titleOf, typeOf } from "../member-card.ts";
import { partOf } from "../pages.ts";
import { pageIn } from "../route.ts";
import { sampleCards } from "../samples.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const longestName = 60;

export const balance: Intent = {
  name: "balance",
  access: "member",
  kept: true,
  phrases: {
    en: ["points", "point", "balance", "my points"],
    th: ["แต้ม", "คะแนน", "ยอดแต้ม", "แต้มสะสม", "คะแนนสะสม", "เช็คแต้ม"],
    ja: ["ポイント", "残高", "ポイント残高"],
    "zh-TW": ["點數", "餘額", "點數餘額"],
  },
  answer: (context, profile) => ({
    messages: [view(context, profile, pageIn(context.details))],
  }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, sampleCards(2, "Somchai", 1250), 1)] },
    { name: "empty", messages: [view(look, sampleCards(0, "Somchai", 0), 1)] },
    {
      name: "longest",
      messages: [view(look, sampleCards(30, "Wolfeschlegelstein".repeat(9), 2_147_483_647), 1)],
    },
  ],
};

type Shown = Pick<MemberProfile, "name" | "cards">;

/** @param page from 1; past the end it is the last one. */
function view(look: Look, profile: Shown, page: number): Message {
  const { say, brand } = look;
  const name = clip(profile.name || brand.name, longestName);
  const { cards } = profile;
  if (cards.length === 0) return { type: "text", text: say("balance.empty", { name }) };
  const { shown, left, page: at } = partOf(cards, page, pageSize);
  const spoken = shown
    .map((card) => say("balance.alt.card", { card: titleOf(card), points: card.point }))
    .join(" · ");
  return flex(say("balance.alt", { name, cards: spoken }), [
    ...shown.map((card) => cardBubble(look, card)),
    ...(left > 0
      ? [onward(ask(say("balance.more", { count: left }), balance.name, { page: String(at + 1) }))]
      : []),
  ]);
}

function cardBubble({ say, brand }: Look, card: MemberCard): FlexBubble {
  return panel(brand.color, [
    line(typeOf(card), { size: "xs", weight: "bold", color: ink.soft }),
    line(titleOf(card), { size: "lg", weight: "bold", maxLines: 2 }),
    column(
      [
        line(say("number", { number: card.point }), { size: "3xl", weight: "bold" }),
        line(say("balance.points", { points: card.point }), { size: "sm", color: ink.soft }),
      ],
      { margin: "lg" },
    ),
    { type: "separator", margin: "xl", color: ink.line },
    row(
      [
        line(say("balance.number"), { size: "xs", color: ink.soft, flex: 2 }),
        line(groupedNumber(card.card_no), { size: "xs", align: "end", flex: 3 }),
      ],
      { margin: "lg" },
    ),
  ]);
}
