/** A membership card in words, its colours and picture, and the button that shows it. */
import { z } from "zod";
import type { Action, FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { MemberCard, Transaction } from "../../loyalty/contract.ts";
import { changeOf } from "../../loyalty/points.ts";
import type { CardStyle, RenderContext } from "../context.ts";
import { fitsPostback } from "../routing/postback.ts";
import { surface } from "./color-contrast.ts";
import * as ui from "./flex-components.ts";
import { addressedName, type PersonName } from "./person-name.ts";

// Formats the title, type and number of a membership card, and the points of its movements.

const maxNameLength = 60;

type CardNames = Pick<MemberCard, "card_nickname" | "card_type">;

/** The card's nickname, else its type; may be empty. */
export const cardTitle = ({ card_nickname, card_type }: CardNames): string =>
  ui.clip(card_nickname.trim() || card_type.trim(), maxNameLength);

/** The title for members, who are shown the word for a card if it has neither nickname nor type. */
export const cardTitleIn = ({ t }: RenderContext, card: CardNames): string =>
  cardTitle(card) || t("card.label");

/** The card's nickname as a line, unless it only says the type, which the card's badge shows. */
export function cardNickname(card: MemberCard): FlexComponent[] {
  const title = cardTitle(card);
  const isType =
    title.toLowerCase() === ui.clip(card.card_type.trim(), maxNameLength).toLowerCase();
  return isType ? [] : ui.optionalLine(title, { weight: "bold", maxLines: 2 });
}

/** Tells a member that they have no card. */
export function noCardText({ t, language }: RenderContext, member: PersonName): string {
  const name = addressedName(member, language);
  return name ? t("balance.empty", { name }) : t("balance.empty.nameless");
}

/** The number in groups of four; one that contains separators stays as it is. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return ui.clip(grouped, maxNameLength);
}

/** How a movement changed the balance, with one sign, such as `+78` or `−60`. */
export function signedPoints(
  t: RenderContext["t"],
  movement: Pick<Transaction, "type" | "points">,
): string {
  const change = changeOf(movement);
  const sign = change < 0 ? "\u2212" : change > 0 ? "+" : "";
  return `${sign}${t("number", { number: Math.abs(change) })}`;
}

// Tells how cards of a type look: their colour and their picture, by default the brand's colour alone.

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #B4475F");
const maxTypes = 1000;

/** A type as it is compared. */
export const typeKey = (cardType: string) => cardType.trim().toLowerCase();

/**
 * The content of a `CARD_STYLES` file: `{color?, picture?}` by card type. Upper and lower case of a type don't
 * matter, as the platform's own writing may differ between cards.
 * @param allowHttp whether LINE loads pictures over http, which only an embedded one does.
 */
export const cardStylesSchema = (allowHttp: boolean) =>
  z
    .record(
      z.string().trim().min(1),
      z.strictObject({
        color: hexColor.optional(),
        picture: z
          .string()
          .refine(
            (address) =>
              ui.linkUri(address, "https:", ui.maxPictureUrl) !== null ||
              (allowHttp && ui.linkUri(address, "http:", ui.maxPictureUrl) !== null),
            "must be an https address of a PNG or JPEG",
          )
          .optional(),
      }),
    )
    .refine(
      (styles) => new Set(Object.keys(styles).map(typeKey)).size === Object.keys(styles).length,
      "names a card type twice",
    )
    .refine((styles) => Object.keys(styles).length <= maxTypes, `at most ${maxTypes} card types`)
    .transform(
      (styles): ReadonlyMap<string, CardStyle> =>
        new Map(Object.entries(styles).map(([type, style]) => [typeKey(type), style])),
    );

export interface CardColors {
  fill: string;
  /** Legible on `fill`, as `fill` is on it. */
  text: string;
  /** The address of the type's picture; null = none. */
  picture: string | null;
}

/** The look of a card of this type. */
export function cardColors({ brand, images }: RenderContext, cardType: string): CardColors {
  const style = brand.cardStyles?.get(typeKey(cardType));
  return {
    ...surface(style?.color ?? brand.color, ui.palette.strong),
    picture: ui.pictureUrl(images, style?.picture),
  };
}

// The action of a button that shows one card with its codes.

/** The name of the intent that shows cards. */
export const cardIntent = "card";

export function showCard(label: string, { uuid }: MemberCard): Action {
  const details = { card: uuid };
  return ui.postbackAction(label, cardIntent, fitsPostback(cardIntent, details) ? details : {});
}
