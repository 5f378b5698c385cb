/** Tolerant parsing of webhooks: unknown fields are kept, and a malformed event doesn't affect the others. */
import { expect, test } from "vitest";
import { chatOf, parseEnvelope, type LineEvent } from "../../src/line/webhook-events.ts";

const read = (value: unknown) => parseEnvelope(Buffer.from(JSON.stringify(value)));
const event = { type: "message", webhookEventId: "01H", timestamp: 1 };

test("unknown types and extra fields are kept", () => {
  const strange = {
    ...event,
    type: "thoughtRead",
    thought: { depth: 3 },
    message: { id: "1", type: "x", new: 1 },
  };
  const { events, unreadable } = read({ destination: "U1", events: [strange], extra: true });
  expect(events).toEqual([strange]);
  expect(unreadable).toBe(0);
});

test("a malformed event doesn't affect the others", () => {
  const { events, unreadable, destination } = read({
    events: [null, 5, { type: "message" }, { ...event, webhookEventId: "" }, event],
  });
  expect(events).toEqual([event]);
  expect(unreadable).toBe(4);
  expect(destination).toBeUndefined();
});

test.each<[string, object, object]>([
  ["mention without mentionees", { message: { mention: {} } }, { message: {} }],
  ["mention null", { message: { mention: null } }, { message: {} }],
  [
    "mentionee that is none",
    { message: { mention: { mentionees: [7, { isSelf: true, index: -1, length: 2 }] } } },
    { message: { mention: { mentionees: [{ isSelf: true, length: 2 }] } } },
  ],
  [
    "emoji without length",
    { message: { emojis: [{ index: 0 }, { index: 1, length: 7, productId: "p" }] } },
    { message: { emojis: [{ index: 1, length: 7, productId: "p" }] } },
  ],
  ["text that isn't one", { message: { text: 7 } }, { message: {} }],
  ["deliveryContext null", { deliveryContext: null }, {}],
  ["follow null", { follow: null }, {}],
  ["source without a type", { source: { userId: "U1" } }, {}],
])("an odd optional part, %s, drops itself and not the event", (_name, odd, left) => {
  const message = { id: "1", type: "text", quoteToken: "kept" };
  const withMessage = (part: object) => ({
    ...event,
    ...part,
    ...("message" in part && { message: { ...message, ...(part.message as object) } }),
  });
  const { events, unreadable } = read({ events: [withMessage(odd)] });
  expect(events).toEqual([withMessage(left)]);
  expect(unreadable).toBe(0);
});

test.each(["\0", "01H\ud83e", "01H\n"])("an event whose id is %j is not read", (webhookEventId) => {
  const { events, unreadable } = read({ events: [{ ...event, webhookEventId }, event] });
  expect(events).toEqual([event]);
  expect(unreadable).toBe(1);
});

test("ids of chats and messages that no database stores as they are count as none", () => {
  const message = { id: "\ud83e", type: "text", text: "\ud83e" };
  const { events } = read({
    events: [{ ...event, source: { type: "user", userId: "U\0" }, message }],
  });
  expect(events).toEqual([{ ...event, source: { type: "user" } }]);
});

test.each([null, 5, "text", [], {}, { events: {} }])("%j is no envelope", (value) => {
  expect(() => read(value)).toThrow("");
});

test("a body that isn't JSON", () => {
  expect(() => parseEnvelope(Buffer.from("{"))).toThrow(SyntaxError);
  expect(() => parseEnvelope(Buffer.alloc(0))).toThrow(SyntaxError);
});

test.each<[string, LineEvent["source"], string]>([
  ["group", { type: "group", groupId: "C1", userId: "U1" }, "C1"],
  ["room", { type: "room", roomId: "R1" }, "R1"],
  ["user", { type: "user", userId: "U1" }, "U1"],
  ["nobody", undefined, "event:01H"],
])("the chat of an event from a %s", (_name, source, chat) => {
  expect(chatOf({ ...event, ...(source && { source }) })).toBe(chat);
});
