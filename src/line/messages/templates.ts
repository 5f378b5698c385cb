/** Validation rules for template messages: buttons, confirm, carousel and image carousel. */
import type { messagingApi } from "@line/bot-sdk";
import { imageColumnAction, templateAction } from "./actions.ts";
import {
  byType,
  addFault,
  fileUrl,
  nonEmptyGraphemes,
  list,
  required,
  object,
  oneOf,
  pattern,
  type Position,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

const colour = pattern(/^#[0-9a-fA-F]{6}$/, "must be #RRGGBB");
const ratio = oneOf("rectangle", "square");
const fit = oneOf("cover", "contain");
const shortText = nonEmptyGraphemes(60);

/** With an image or a title the text may have 60 characters at most. */
function requireShortText(
  value: { title?: string; thumbnailImageUrl?: string; text: string },
  walk: Walk,
  at: Position,
): void {
  if (value.title === undefined && value.thumbnailImageUrl === undefined) return;
  if (value.text) shortText(value.text, walk, { parent: at, key: "text" });
}

const buttons = object<messagingApi.ButtonsTemplate>(
  {
    type: required(oneOf("buttons")),
    thumbnailImageUrl: fileUrl,
    imageAspectRatio: ratio,
    imageSize: fit,
    imageBackgroundColor: colour,
    title: nonEmptyGraphemes(40),
    text: required(nonEmptyGraphemes(160)),
    defaultAction: templateAction,
    actions: required(list(templateAction, 1, 4)),
  },
  requireShortText,
);

const confirm = object<messagingApi.ConfirmTemplate>({
  type: required(oneOf("confirm")),
  text: required(nonEmptyGraphemes(240)),
  actions: required(list(templateAction, 2, 2)),
});

const column = object<messagingApi.CarouselColumn>(
  {
    thumbnailImageUrl: fileUrl,
    imageBackgroundColor: colour,
    title: nonEmptyGraphemes(40),
    text: required(nonEmptyGraphemes(120)),
    defaultAction: templateAction,
    actions: required(list(templateAction, 1, 3)),
  },
  requireShortText,
);

const carousel = object<messagingApi.CarouselTemplate>(
  {
    type: required(oneOf("carousel")),
    columns: required(list(column, 1, 10)),
    imageAspectRatio: ratio,
    imageSize: fit,
  },
  (value, walk, at) => {
    // LINE requires the same parts in every column.
    const first = Array.isArray(value.columns) ? value.columns[0] : undefined;
    if (!first) return;
    for (const [i, item] of value.columns.entries()) {
      const place = { parent: { parent: at, key: "columns" }, key: i };
      if (item?.actions?.length !== first.actions?.length) {
        addFault(walk, { parent: place, key: "actions" }, "every column must have as many actions");
      }
      for (const key of ["title", "thumbnailImageUrl"] as const) {
        if ((item?.[key] === undefined) !== (first[key] === undefined)) {
          addFault(walk, { parent: place, key }, "must be in every column or in none");
        }
      }
    }
  },
);

const imageCarousel = object<messagingApi.ImageCarouselTemplate>({
  type: required(oneOf("image_carousel")),
  columns: required(
    list(
      object<messagingApi.ImageCarouselColumn>({
        imageUrl: required(fileUrl),
        action: required(imageColumnAction),
      }),
      1,
      10,
    ),
  ),
});

/** The rule for any template. */
export const template: Rule = byType<messagingApi.Template>({
  buttons,
  confirm,
  carousel,
  image_carousel: imageCarousel,
});
