/** Validation rules for text messages: emoji, and substitutions in texts of version 2. */
import type { messagingApi } from "@line/bot-sdk";
import { base, id } from "./message-base.ts";
import {
  byType,
  addFault,
  nonEmptyText,
  integer,
  list,
  required,
  object,
  oneOf,
  type Position,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

export const text = object<messagingApi.TextMessage>(
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

export const textV2 = object<messagingApi.TextMessageV2>(
  {
    ...base,
    type: required(oneOf("textV2")),
    text: required(nonEmptyText(5000)),
    substitution: substitutions,
    quoteToken: id,
  },
  checkBraces,
);
