/** A kept reply is sent byte for byte as it was made. */
import { array, assert, constant, constantFrom, oneof, property, record, string } from "fast-check";
import { expect, test } from "vitest";
import { createReplyCache } from "../../src/bot/reply-cache.ts";
import { serializedFrom } from "../../src/line/messages/prepare-reply.ts";

const words = oneof(
  string({ unit: "binary" }),
  constantFrom("", '"', "\\", "\0", 'a","text":"b', "แต้ม", "點數", "🎁", "\uD800"),
);
const messages = array(
  record({
    type: constant("text"),
    text: words,
    altText: words,
    contents: array(record({ text: words, uri: words, size: words })),
  }),
  { minLength: 1, maxLength: 5 },
);

test("whatever its texts are, and however many share its drawing", () => {
  const keep = createReplyCache();
  assert(
    property(messages, words, (sent, around) => {
      const reply = serializedFrom(JSON.stringify(sent), sent.length);
      for (const kept of [keep(reply), keep(reply)]) {
        expect(kept.json).toBe(reply.json);
        expect(kept.wrap(around, around)).toEqual(reply.wrap(around, around));
        expect(kept).toMatchObject({ count: sent.length, replaced: [] });
      }
    }),
  );
});
