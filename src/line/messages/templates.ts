/** Validation rules for template messages: buttons, confirm, carousel and image carousel. */
import type { messagingApi } from "@line/bot-sdk";
import { imageColumnAction, templateAction } from "./actions.ts";
import * as rules from "./rule-builders.ts";

const colour = rules.pattern(/^#[0-9a-fA-F]{6}$/, "must be #RRGGBB");
const ratio = rules.oneOf("rectangle", "square");
const fit = rules.oneOf("cover", "contain");
const shortText = rules.nonEmptyGraphemes(60);

/** With an image or a title the text may have 60 characters at most. */
function requireShortText(
  value: { title?: string; thumbnailImageUrl?: string; text: string },
  walk: rules.Walk,
  at: rules.Position,
): void {
  if (value.title === undefined && value.thumbnailImageUrl === undefined) return;
  if (value.text) shortText(value.text, walk, { parent: at, key: "text" });
}

const buttons = rules.object<messagingApi.ButtonsTemplate>(
  {
    type: rules.required(rules.oneOf("buttons")),
    thumbnailImageUrl: rules.fileUrl,
    imageAspectRatio: ratio,
    imageSize: fit,
    imageBackgroundColor: colour,
    title: rules.nonEmptyGraphemes(40),
    text: rules.required(rules.nonEmptyGraphemes(160)),
    defaultAction: templateAction,
    actions: rules.required(rules.list(templateAction, 1, 4)),
  },
  requireShortText,
);

const confirm = rules.object<messagingApi.ConfirmTemplate>({
  type: rules.required(rules.oneOf("confirm")),
  text: rules.required(rules.nonEmptyGraphemes(240)),
  actions: rules.required(rules.list(templateAction, 2, 2)),
});

const column = rules.object<messagingApi.CarouselColumn>(
  {
    thumbnailImageUrl: rules.fileUrl,
    imageBackgroundColor: colour,
    title: rules.nonEmptyGraphemes(40),
    text: rules.required(rules.nonEmptyGraphemes(120)),
    defaultAction: templateAction,
    actions: rules.required(rules.list(templateAction, 1, 3)),
  },
  requireShortText,
);

const carousel = rules.object<messagingApi.CarouselTemplate>(
  {
    type: rules.required(rules.oneOf("carousel")),
    columns: rules.required(rules.list(column, 1, 10)),
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
        rules.addFault(
          walk,
          { parent: place, key: "actions" },
          "every column must have as many actions",
        );
      }
      for (const key of ["title", "thumbnailImageUrl"] as const) {
        if ((item?.[key] === undefined) !== (first[key] === undefined)) {
          rules.addFault(walk, { parent: place, key }, "must be in every column or in none");
        }
      }
    }
  },
);

const imageCarousel = rules.object<messagingApi.ImageCarouselTemplate>({
  type: rules.required(rules.oneOf("image_carousel")),
  columns: rules.required(
    rules.list(
      rules.object<messagingApi.ImageCarouselColumn>({
        imageUrl: rules.required(rules.fileUrl),
        action: rules.required(imageColumnAction),
      }),
      1,
      10,
    ),
  ),
});

/** The rule for any template. */
export const template: rules.Rule = rules.byType<messagingApi.Template>({
  buttons,
  confirm,
  carousel,
  image_carousel: imageCarousel,
});
