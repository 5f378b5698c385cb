/** Tells how cards of a type look: their colour and their picture, by default the brand's colour alone. */
import { z } from "zod";
import type { CardStyle, RenderContext } from "../context.ts";
import { surface } from "./color-contrast.ts";
import { linkUri, maxPictureUrl, palette, pictureUrl } from "./flex-components.ts";

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
              linkUri(address, "https:", maxPictureUrl) !== null ||
              (allowHttp && linkUri(address, "http:", maxPictureUrl) !== null),
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
    ...surface(style?.color ?? brand.color, palette.strong),
    picture: pictureUrl(images, style?.picture),
  };
}
