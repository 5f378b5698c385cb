/** Renders the coloured top of a membership card: the logo, the member's name, the card's type, its points and facts. */
import type { FlexBubble, FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { MemberCard } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import { cardColors, type CardColors, cardFactRows, type FactOwner } from "./card.ts";
import * as ui from "./flex-components.ts";
import { fullName, type PersonName } from "./person-name.ts";

const maxTypeLength = 60;

/**
 * The blocks of a bubble that show the card from the front. A picture that LINE can't load leaves a band of
 * the card's colour.
 * @param points whether the balance is shown, with the picture of the card's type.
 */
export function cardFace(
  ctx: RenderContext,
  card: MemberCard,
  member: PersonName & FactOwner,
  { points }: { points: boolean },
): Pick<FlexBubble, "header" | "hero"> {
  const colors = cardColors(ctx, card.card_type);
  const { fill, text } = colors;
  const facts = cardFactRows(ctx, "face", card, member, { label: text, value: text });
  return {
    header: ui.column(
      [
        ...topRow(ctx, card, member, colors),
        ...(points ? [balanceBox(ctx, card.point, colors)] : []),
        ...(facts.length > 0 ? [ui.column(facts, { spacing: "xs" })] : []),
      ],
      { backgroundColor: fill, paddingAll: "20px", spacing: "lg" },
    ),
    ...(points &&
      colors.picture !== null && {
        hero: {
          type: "image",
          url: colors.picture,
          size: "full",
          aspectRatio: "3:1",
          aspectMode: "cover",
          backgroundColor: fill,
        },
      }),
  };
}

/** The logo, the member's name and the badge; nothing if there is none of them. */
function topRow(
  { brand }: RenderContext,
  { card_type }: MemberCard,
  member: PersonName,
  colors: CardColors,
): FlexComponent[] {
  const [name] = ui.optionalLine(fullName(member), {
    color: colors.text,
    weight: "bold",
    maxLines: 2,
    flex: 1,
  });
  const type = ui.clip(card_type.trim(), maxTypeLength);
  const parts = [
    ...(brand.logo ? [logo(brand.logo)] : []),
    ...(name ? [name] : []),
    ...(type ? [badge(type, colors)] : []),
  ];
  return parts.length > 0 ? [ui.row(parts, { spacing: "md", alignItems: "center" })] : [];
}

const logoSize = "36px";

const logo = (url: string): FlexComponent =>
  ui.column([{ type: "image", url, size: logoSize, aspectMode: "cover" }], {
    width: logoSize,
    height: logoSize,
    cornerRadius: "md",
    flex: 0,
  });

/** A short text in the card's colours, reversed. */
const badge = (text: string, { fill, text: ground }: Pick<CardColors, "fill" | "text">) =>
  ui.column([ui.textLine(text, { size: "xxs", weight: "bold", color: fill, maxLines: 2 })], {
    backgroundColor: ground,
    cornerRadius: "md",
    paddingAll: "6px",
    flex: 0,
    maxWidth: "96px",
  });

function balanceBox({ t }: RenderContext, points: number | null, { text: color }: CardColors) {
  if (points === null) return ui.column([ui.textLine(t("balance.unread"), { size: "sm", color })]);
  return ui.column([
    ui.textLine(t("number", { number: points }), {
      size: "3xl",
      weight: "bold",
      color,
      wrap: false,
      adjustMode: "shrink-to-fit",
    }),
    ui.textLine(t("balance.points", { points }), { size: "sm", color }),
  ]);
}
