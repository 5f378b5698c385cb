/** Validation rules for every type of message that LINE sends. */
import type { messagingApi } from "@line/bot-sdk";
import { quickReplyAction } from "./actions.ts";
import {
  byType,
  fault,
  fileUrl,
  filled,
  integer,
  linkUrl,
  list,
  needed,
  number,
  object,
  oneOf,
  pattern,
  type Place,
  type Rule,
  type Walk,
} from "./rule-builders.ts";
import { flexContainer } from "./flex.ts";
import { template } from "./templates.ts";

const altText = needed(filled(1500));
const id = filled(2000);

const senderName = filled(20);

const base = {
  quickReply: object<messagingApi.QuickReply>({
    items: needed(
      list(
        object<messagingApi.QuickReplyItem>({
          type: needed(oneOf("action")),
          imageUrl: fileUrl,
          action: needed(quickReplyAction),
        }),
        1,
        13,
      ),
    ),
  }),
  sender: object<messagingApi.Sender>({
    name: (value, walk, at) => {
      senderName(value, walk, at);
      if (typeof value === "string" && /\bLINE\b/i.test(value)) fault(walk, at, "a reserved word");
    },
    iconUrl: fileUrl,
  }),
};

const text = object<messagingApi.TextMessage>(
  {
    ...base,
    type: needed(oneOf("text")),
    text: needed(filled(5000)),
    emojis: list(
      object<messagingApi.Emoji>({
        index: needed(integer(0, 4999)),
        productId: needed(id),
        emojiId: needed(id),
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
        fault(walk, { parent: place, key: "index" }, "must point at a $ of the text");
      }
    }
  },
);

const substitution = byType<messagingApi.SubstitutionObject>({
  mention: object<messagingApi.MentionSubstitutionObject>({
    type: needed(oneOf("mention")),
    mentionee: needed(
      byType<messagingApi.MentionTarget>({
        user: object<messagingApi.UserMentionTarget>({
          type: needed(oneOf("user")),
          userId: needed(id),
        }),
        all: object<messagingApi.AllMentionTarget>({ type: needed(oneOf("all")) }),
      }),
    ),
  }),
  emoji: object<messagingApi.EmojiSubstitutionObject>({
    type: needed(oneOf("emoji")),
    productId: needed(id),
    emojiId: needed(id),
  }),
});

const substitutions: Rule = (value, walk, at) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fault(walk, at, "must be an object");
    return;
  }
  const entries = Object.entries<unknown>(value as Record<string, unknown>).slice(0, 101);
  if (entries.length > 100) fault(walk, at, "size must be between 0 and 100");
  const counts = { mention: 0, emoji: 0 };
  for (const [key, item] of entries) {
    const place = { parent: at, key };
    if (!/^[0-9a-zA-Z_]{1,20}$/.test(key)) fault(walk, place, "not a key that LINE allows");
    substitution(item, walk, place);
    const type = (item as messagingApi.SubstitutionObject | null)?.type;
    if (type === "mention" || type === "emoji") counts[type] += 1;
  }
  if (counts.mention > 20) fault(walk, at, "at most 20 mentions");
  if (counts.emoji > 20) fault(walk, at, "at most 20 emoji");
};

/** Checks the braces of a text: `{{` and `}}` are literal, `{key}` must be one of the substitutions. */
function checkBraces(value: messagingApi.TextMessageV2, walk: Walk, at: Place): void {
  if (typeof value.text !== "string") return;
  for (const [brace, key] of value.text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g)) {
    if (brace === "{{" || brace === "}}") continue;
    if (key === undefined || !Object.hasOwn(value.substitution ?? {}, key)) {
      fault(
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
    type: needed(oneOf("textV2")),
    text: needed(filled(5000)),
    substitution: substitutions,
    quoteToken: id,
  },
  checkBraces,
);

const pixels = integer(0, 100_000);
const area = object<messagingApi.ImagemapArea>({
  x: needed(pixels),
  y: needed(pixels),
  width: needed(pixels),
  height: needed(pixels),
});
const accessibilityLabel = filled(100);

const imagemap = object<messagingApi.ImagemapMessage>({
  ...base,
  type: needed(oneOf("imagemap")),
  baseUrl: needed(fileUrl),
  altText,
  baseSize: needed(
    object<messagingApi.ImagemapBaseSize>({
      width: needed(integer(1040, 1040)),
      height: needed(integer(1, 100_000)),
    }),
  ),
  video: object<messagingApi.ImagemapVideo>({
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
    area: needed(area),
    externalLink: object<messagingApi.ImagemapExternalLink>({
      linkUri: needed(linkUrl),
      label: needed(filled(30)),
    }),
  }),
  actions: needed(
    list(
      byType<messagingApi.ImagemapAction>({
        uri: object<messagingApi.URIImagemapAction>({
          type: needed(oneOf("uri")),
          linkUri: needed(linkUrl),
          label: accessibilityLabel,
          area: needed(area),
        }),
        message: object<messagingApi.MessageImagemapAction>({
          type: needed(oneOf("message")),
          text: needed(filled(400)),
          label: accessibilityLabel,
          area: needed(area),
        }),
        clipboard: object<messagingApi.ClipboardImagemapAction>({
          type: needed(oneOf("clipboard")),
          clipboardText: needed(filled(1000)),
          label: accessibilityLabel,
          area: needed(area),
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
    type: needed(oneOf("sticker")),
    packageId: needed(pattern(/^\d{1,20}$/, "must be digits")),
    stickerId: needed(pattern(/^\d{1,20}$/, "must be digits")),
    quoteToken: id,
  }),
  image: object<messagingApi.ImageMessage>({
    ...base,
    type: needed(oneOf("image")),
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
  }),
  video: object<messagingApi.VideoMessage>({
    ...base,
    type: needed(oneOf("video")),
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
    trackingId: pattern(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]{1,100}$/, "not a tracking id"),
  }),
  audio: object<messagingApi.AudioMessage>({
    ...base,
    type: needed(oneOf("audio")),
    originalContentUrl: needed(fileUrl),
    duration: needed(number(1, 86_400_000)),
  }),
  location: object<messagingApi.LocationMessage>({
    ...base,
    type: needed(oneOf("location")),
    title: needed(filled(100)),
    address: needed(filled(100)),
    latitude: needed(number(-90, 90)),
    longitude: needed(number(-180, 180)),
  }),
  coupon: object<messagingApi.CouponMessage>({
    ...base,
    type: needed(oneOf("coupon")),
    couponId: needed(id),
    deliveryTag: pattern(/^[A-Za-z0-9_]{1,30}$/, "not a delivery tag"),
  }),
  flex: object<messagingApi.FlexMessage>({
    ...base,
    type: needed(oneOf("flex")),
    altText,
    contents: needed(flexContainer),
  }),
  template: object<messagingApi.TemplateMessage>({
    ...base,
    type: needed(oneOf("template")),
    altText,
    template: needed(template),
  }),
});
