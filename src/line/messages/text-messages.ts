/** Validation rules for text messages: emoji, and substitutions in texts of version 2. */
import type { messagingApi } from "@line/bot-sdk";
import { base, id } from "./message-base.ts";
import {
  byType,
  fault,
  filled,
  integer,
  list,
  needed,
  object,
  oneOf,
  type Place,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

export const text = object<messagingApi.TextMessage>(
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

export const textV2 = object<messagingApi.TextMessageV2>(
  {
    ...base,
    type: needed(oneOf("textV2")),
    text: needed(filled(5000)),
    substitution: substitutions,
    quoteToken: id,
  },
  checkBraces,
);
