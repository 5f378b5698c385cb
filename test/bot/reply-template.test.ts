/** A reply that was stored with a template is byte for byte the one that was rendered. */
import {
  array,
  assert,
  constant,
  constantFrom,
  oneof,
  property,
  record,
  string,
} from "../support/properties.ts";
import { expect, test } from "vitest";
import { createReplyTemplates } from "../../src/bot/reply-cache.ts";
import { serializedFrom } from "../../src/line/messages/prepare-reply.ts";

const anyText = oneof(
  string({ unit: "binary" }),
  constantFrom("", '"', "\\", "\0", 'a","text":"b', "แต้ม", "點數", "🎁", "\uD800"),
);
const messages = array(
  record({
    type: constant("text"),
    text: anyText,
    altText: anyText,
    contents: array(record({ text: anyText, uri: anyText, size: anyText })),
  }),
  { minLength: 1, maxLength: 5 },
);

test("a templated reply serialises to the same JSON, whatever its texts, as the first and as a later reply of its structure", () => {
  const compact = createReplyTemplates();
  assert(
    property(messages, anyText, (rendered, around) => {
      const reply = serializedFrom(JSON.stringify(rendered), rendered.length);
      for (const templated of [compact(reply), compact(reply)]) {
        expect(templated.json).toBe(reply.json);
        expect(templated.wrap(around, around)).toEqual(reply.wrap(around, around));
        expect(templated).toMatchObject({ count: rendered.length, replaced: [] });
      }
    }),
  );
});
