/** Validation rules for every type of message that LINE sends. */
import type { messagingApi } from "@line/bot-sdk";
import { altText, base, id } from "./actions.ts";
import { flexContainer } from "./flex.ts";
import {
  addFault,
  byType,
  fileUrl,
  integer,
  linkUrl,
  list,
  nonEmptyText,
  number,
  object,
  oneOf,
  pattern,
  type Position,
  required,
  type Rule,
  type Walk,
} from "./rule-builders.ts";
import { template } from "./templates.ts";

// Validation rules for text messages: emoji, and substitutions in texts of version 2.

const text = object<messagingApi.TextMessage>(
  {
    ...base,
    type: required(oneOf("text")),
    text: required(nonEmptyText(5000)),
    emojis: list(
      object<messagingApi.Emoji>({
        index: required(integer(0, 4999)),
        productId: required(id),
        emojiId: required(id),
      }),
      0,
      20,
    ),
    quoteToken: id,
  },
  (value, walk, at) => {
    if (typeof value.text !== "string" || !Array.isArray(value.emojis)) return;
    for (const [i, emoji] of value.emojis.entries()) {
      if (value.text[emoji?.index ?? -1] !== "$") {
        const place = { parent: { parent: at, key: "emojis" }, key: i };
        addFault(walk, { parent: place, key: "index" }, "must point at a $ of the text");
      }
    }
  },
);

const substitution = byType<messagingApi.SubstitutionObject>({
  mention: object<messagingApi.MentionSubstitutionObject>({
    type: required(oneOf("mention")),
    mentionee: required(
      byType<messagingApi.MentionTarget>({
        user: object<messagingApi.UserMentionTarget>({
          type: required(oneOf("user")),
          userId: required(id),
        }),
        all: object<messagingApi.AllMentionTarget>({ type: required(oneOf("all")) }),
      }),
    ),
  }),
  emoji: object<messagingApi.EmojiSubstitutionObject>({
    type: required(oneOf("emoji")),
    productId: required(id),
    emojiId: required(id),
  }),
});

const substitutions: Rule = (value, walk, at) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    addFault(walk, at, "must be an object");
    return;
  }
  const entries = Object.entries<unknown>(value as Record<string, unknown>).slice(0, 101);
  if (entries.length > 100) addFault(walk, at, "size must be between 0 and 100");
  const counts = { mention: 0, emoji: 0 };
  for (const [key, item] of entries) {
    const place = { parent: at, key };
    if (!/^[0-9a-zA-Z_]{1,20}$/.test(key)) addFault(walk, place, "not a key that LINE allows");
    substitution(item, walk, place);
    const type = (item as messagingApi.SubstitutionObject | null)?.type;
    if (type === "mention" || type === "emoji") counts[type] += 1;
  }
  if (counts.mention > 20) addFault(walk, at, "at most 20 mentions");
  if (counts.emoji > 20) addFault(walk, at, "at most 20 emoji");
};

/** Checks the braces of a text: `{{` and `}}` are literal, `{key}` must be one of the substitutions. */
function checkBraces(value: messagingApi.TextMessageV2, walk: Walk, at: Position): void {
  if (typeof value.text !== "string") return;
  for (const [brace, key] of value.text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g)) {
    if (brace === "{{" || brace === "}}") continue;
    if (key === undefined || !Object.hasOwn(value.substitution ?? {}, key)) {
      addFault(
        walk,
        { parent: at, key: "text" },
        "a brace that is neither doubled nor a substitution",
      );
      return;
    }
  }
}

const textV2 = object<messagingApi.TextMessageV2>(
  {
    ...base,
    type: required(oneOf("textV2")),
    text: required(nonEmptyText(5000)),
    substitution: substitutions,
    quoteToken: id,
  },
  checkBraces,
);

const pixels = integer(0, 100_000);
const area = object<messagingApi.ImagemapArea>({
  x: required(pixels),
  y: required(pixels),
  width: required(pixels),
  height: required(pixels),
});
const accessibilityLabel = nonEmptyText(100);

/** Validation rules for imagemap messages. */
const imagemap = object<messagingApi.ImagemapMessage>({
  ...base,
  type: required(oneOf("imagemap")),
  baseUrl: required(fileUrl),
  altText,
  baseSize: required(
    object<messagingApi.ImagemapBaseSize>({
      width: required(integer(1040, 1040)),
      height: required(integer(1, 100_000)),
    }),
  ),
  video: object<messagingApi.ImagemapVideo>({
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
    area: required(area),
    externalLink: object<messagingApi.ImagemapExternalLink>({
      linkUri: required(linkUrl),
      label: required(nonEmptyText(30)),
    }),
  }),
  actions: required(
    list(
      byType<messagingApi.ImagemapAction>({
        uri: object<messagingApi.URIImagemapAction>({
          type: required(oneOf("uri")),
          linkUri: required(linkUrl),
          label: accessibilityLabel,
          area: required(area),
        }),
        message: object<messagingApi.MessageImagemapAction>({
          type: required(oneOf("message")),
          text: required(nonEmptyText(400)),
          label: accessibilityLabel,
          area: required(area),
        }),
        clipboard: object<messagingApi.ClipboardImagemapAction>({
          type: required(oneOf("clipboard")),
          clipboardText: required(nonEmptyText(1000)),
          label: accessibilityLabel,
          area: required(area),
        }),
      }),
      0,
      50,
    ),
  ),
});

/** The rule for any message. The byte size of a Flex message is checked after serialisation (`checkFlexSize`). */
export const anyMessage: Rule = byType<messagingApi.Message>({
  text,
  textV2,
  imagemap,
  sticker: object<messagingApi.StickerMessage>({
    ...base,
    type: required(oneOf("sticker")),
    packageId: required(pattern(/^\d{1,20}$/, "must be digits")),
    stickerId: required(pattern(/^\d{1,20}$/, "must be digits")),
    quoteToken: id,
  }),
  image: object<messagingApi.ImageMessage>({
    ...base,
    type: required(oneOf("image")),
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
  }),
  video: object<messagingApi.VideoMessage>({
    ...base,
    type: required(oneOf("video")),
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
    trackingId: pattern(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]{1,100}$/, "not a tracking id"),
  }),
  audio: object<messagingApi.AudioMessage>({
    ...base,
    type: required(oneOf("audio")),
    originalContentUrl: required(fileUrl),
    duration: required(number(1, 86_400_000)),
  }),
  location: object<messagingApi.LocationMessage>({
    ...base,
    type: required(oneOf("location")),
    title: required(nonEmptyText(100)),
    address: required(nonEmptyText(100)),
    latitude: required(number(-90, 90)),
    longitude: required(number(-180, 180)),
  }),
  coupon: object<messagingApi.CouponMessage>({
    ...base,
    type: required(oneOf("coupon")),
    couponId: required(id),
    deliveryTag: pattern(/^[A-Za-z0-9_]{1,30}$/, "not a delivery tag"),
  }),
  flex: object<messagingApi.FlexMessage>({
    ...base,
    type: required(oneOf("flex")),
    altText,
    contents: required(flexContainer),
  }),
  template: object<messagingApi.TemplateMessage>({
    ...base,
    type: required(oneOf("template")),
    altText,
    template: required(template),
  }),
});
