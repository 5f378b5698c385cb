/** Validation rules for every type of message that LINE sends. */
import type { messagingApi } from "@line/bot-sdk";
import { altText, base, id } from "./actions.ts";
import { flexContainer } from "./flex.ts";
import * as rules from "./rule-builders.ts";
import { template } from "./templates.ts";

// Validation rules for text messages: emoji, and substitutions in texts of version 2.

const text = rules.object<messagingApi.TextMessage>(
  {
    ...base,
    type: rules.required(rules.oneOf("text")),
    text: rules.required(rules.nonEmptyText(5000)),
    emojis: rules.list(
      rules.object<messagingApi.Emoji>({
        index: rules.required(rules.integer(0, 4999)),
        productId: rules.required(id),
        emojiId: rules.required(id),
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
        rules.addFault(walk, { parent: place, key: "index" }, "must point at a $ of the text");
      }
    }
  },
);

const substitution = rules.byType<messagingApi.SubstitutionObject>({
  mention: rules.object<messagingApi.MentionSubstitutionObject>({
    type: rules.required(rules.oneOf("mention")),
    mentionee: rules.required(
      rules.byType<messagingApi.MentionTarget>({
        user: rules.object<messagingApi.UserMentionTarget>({
          type: rules.required(rules.oneOf("user")),
          userId: rules.required(id),
        }),
        all: rules.object<messagingApi.AllMentionTarget>({
          type: rules.required(rules.oneOf("all")),
        }),
      }),
    ),
  }),
  emoji: rules.object<messagingApi.EmojiSubstitutionObject>({
    type: rules.required(rules.oneOf("emoji")),
    productId: rules.required(id),
    emojiId: rules.required(id),
  }),
});

const substitutions: rules.Rule = (value, walk, at) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    rules.addFault(walk, at, "must be an object");
    return;
  }
  const entries = Object.entries<unknown>(value as Record<string, unknown>).slice(0, 101);
  if (entries.length > 100) rules.addFault(walk, at, "size must be between 0 and 100");
  const counts = { mention: 0, emoji: 0 };
  for (const [key, item] of entries) {
    const place = { parent: at, key };
    if (!/^[0-9a-zA-Z_]{1,20}$/.test(key))
      rules.addFault(walk, place, "not a key that LINE allows");
    substitution(item, walk, place);
    const type = (item as messagingApi.SubstitutionObject | null)?.type;
    if (type === "mention" || type === "emoji") counts[type] += 1;
  }
  if (counts.mention > 20) rules.addFault(walk, at, "at most 20 mentions");
  if (counts.emoji > 20) rules.addFault(walk, at, "at most 20 emoji");
};

/** Checks the braces of a text: `{{` and `}}` are literal, `{key}` must be one of the substitutions. */
function checkBraces(
  value: messagingApi.TextMessageV2,
  walk: rules.Walk,
  at: rules.Position,
): void {
  if (typeof value.text !== "string") return;
  for (const [brace, key] of value.text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g)) {
    if (brace === "{{" || brace === "}}") continue;
    if (key === undefined || !Object.hasOwn(value.substitution ?? {}, key)) {
      rules.addFault(
        walk,
        { parent: at, key: "text" },
        "a brace that is neither doubled nor a substitution",
      );
      return;
    }
  }
}

const textV2 = rules.object<messagingApi.TextMessageV2>(
  {
    ...base,
    type: rules.required(rules.oneOf("textV2")),
    text: rules.required(rules.nonEmptyText(5000)),
    substitution: substitutions,
    quoteToken: id,
  },
  checkBraces,
);

const pixels = rules.integer(0, 100_000);
const area = rules.object<messagingApi.ImagemapArea>({
  x: rules.required(pixels),
  y: rules.required(pixels),
  width: rules.required(pixels),
  height: rules.required(pixels),
});
const accessibilityLabel = rules.nonEmptyText(100);

/** Validation rules for imagemap messages. */
const imagemap = rules.object<messagingApi.ImagemapMessage>({
  ...base,
  type: rules.required(rules.oneOf("imagemap")),
  baseUrl: rules.required(rules.fileUrl),
  altText,
  baseSize: rules.required(
    rules.object<messagingApi.ImagemapBaseSize>({
      width: rules.required(rules.integer(1040, 1040)),
      height: rules.required(rules.integer(1, 100_000)),
    }),
  ),
  video: rules.object<messagingApi.ImagemapVideo>({
    originalContentUrl: rules.required(rules.fileUrl),
    previewImageUrl: rules.required(rules.fileUrl),
    area: rules.required(area),
    externalLink: rules.object<messagingApi.ImagemapExternalLink>({
      linkUri: rules.required(rules.linkUrl),
      label: rules.required(rules.nonEmptyText(30)),
    }),
  }),
  actions: rules.required(
    rules.list(
      rules.byType<messagingApi.ImagemapAction>({
        uri: rules.object<messagingApi.URIImagemapAction>({
          type: rules.required(rules.oneOf("uri")),
          linkUri: rules.required(rules.linkUrl),
          label: accessibilityLabel,
          area: rules.required(area),
        }),
        message: rules.object<messagingApi.MessageImagemapAction>({
          type: rules.required(rules.oneOf("message")),
          text: rules.required(rules.nonEmptyText(400)),
          label: accessibilityLabel,
          area: rules.required(area),
        }),
        clipboard: rules.object<messagingApi.ClipboardImagemapAction>({
          type: rules.required(rules.oneOf("clipboard")),
          clipboardText: rules.required(rules.nonEmptyText(1000)),
          label: accessibilityLabel,
          area: rules.required(area),
        }),
      }),
      0,
      50,
    ),
  ),
});

/** The rule for any message. The byte size of a Flex message is checked after serialisation (`checkFlexSize`). */
export const anyMessage: rules.Rule = rules.byType<messagingApi.Message>({
  text,
  textV2,
  imagemap,
  sticker: rules.object<messagingApi.StickerMessage>({
    ...base,
    type: rules.required(rules.oneOf("sticker")),
    packageId: rules.required(rules.pattern(/^\d{1,20}$/, "must be digits")),
    stickerId: rules.required(rules.pattern(/^\d{1,20}$/, "must be digits")),
    quoteToken: id,
  }),
  image: rules.object<messagingApi.ImageMessage>({
    ...base,
    type: rules.required(rules.oneOf("image")),
    originalContentUrl: rules.required(rules.fileUrl),
    previewImageUrl: rules.required(rules.fileUrl),
  }),
  video: rules.object<messagingApi.VideoMessage>({
    ...base,
    type: rules.required(rules.oneOf("video")),
    originalContentUrl: rules.required(rules.fileUrl),
    previewImageUrl: rules.required(rules.fileUrl),
    trackingId: rules.pattern(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]{1,100}$/, "not a tracking id"),
  }),
  audio: rules.object<messagingApi.AudioMessage>({
    ...base,
    type: rules.required(rules.oneOf("audio")),
    originalContentUrl: rules.required(rules.fileUrl),
    duration: rules.required(rules.number(1, 86_400_000)),
  }),
  location: rules.object<messagingApi.LocationMessage>({
    ...base,
    type: rules.required(rules.oneOf("location")),
    title: rules.required(rules.nonEmptyText(100)),
    address: rules.required(rules.nonEmptyText(100)),
    latitude: rules.required(rules.number(-90, 90)),
    longitude: rules.required(rules.number(-180, 180)),
  }),
  coupon: rules.object<messagingApi.CouponMessage>({
    ...base,
    type: rules.required(rules.oneOf("coupon")),
    couponId: rules.required(id),
    deliveryTag: rules.pattern(/^[A-Za-z0-9_]{1,30}$/, "not a delivery tag"),
  }),
  flex: rules.object<messagingApi.FlexMessage>({
    ...base,
    type: rules.required(rules.oneOf("flex")),
    altText,
    contents: rules.required(flexContainer),
  }),
  template: rules.object<messagingApi.TemplateMessage>({
    ...base,
    type: rules.required(rules.oneOf("template")),
    altText,
    template: rules.required(template),
  }),
});
