/** The chat's list of entries: order and no duplicates, even if responses and events cross. */
import { expect, test } from "vitest";
import { Conversation } from "../../../src/studio/page/chat/conversation.ts";
import type { ChatItem } from "../../../src/studio/server/chat-types.ts";

const textEntry = (id: string, text: string): ChatItem => ({
  id,
  at: 0,
  from: "person",
  userId: "U1",
  message: { type: "text", text },
});
const replyEntry = (id: string): ChatItem => ({
  id,
  at: 0,
  from: "account",
  message: { type: "text", text: id },
});

test("entries that arrive while the list is loading stay, in order", () => {
  const conversation = new Conversation();
  const finish = conversation.reading();
  conversation.take(textEntry("1", "points"));
  conversation.take(replyEntry("2"));
  finish([textEntry("0", "hello"), textEntry("1", "points")]);
  expect([...conversation.items.keys()]).toEqual(["0", "1", "2"]);
});

test("a message that is already in the list is replaced, not repeated", () => {
  const conversation = new Conversation();
  conversation.take(textEntry("1", "points"));
  conversation.reading()([textEntry("1", "card")]);
  expect([...conversation.items.values()]).toEqual([textEntry("1", "card")]);
});

test("the server's entry replaces one pending entry", () => {
  const conversation = new Conversation();
  conversation.begin({ type: "text", text: "points" });
  conversation.begin({ type: "text", text: "points" });
  conversation.take(textEntry("1", "points"));
  expect(conversation.pending).toHaveLength(1);
  conversation.take(textEntry("1", "points"));
  expect(conversation.pending).toHaveLength(1);
  conversation.reading()([textEntry("1", "points"), textEntry("2", "points")]);
  expect(conversation.pending).toHaveLength(0);
});

test("a refused message stays until its sender retries, whatever else arrives", () => {
  const conversation = new Conversation();
  const pending = conversation.begin({ type: "text", text: "points" });
  expect(conversation.fail(pending, "The bot answered 500", true)).toBe(true);
  conversation.take(textEntry("1", "points"));
  expect(conversation.pending).toEqual([pending]);
  expect(conversation.pending[0]?.failure).toBe("The bot answered 500");
  conversation.end(pending);
  expect(conversation.pending).toEqual([]);
});

test("a message whose answer was lost isn't shown as not sent once it is in the chat", () => {
  const conversation = new Conversation();
  const other = conversation.begin({ type: "text", text: "card" });
  const lost = conversation.begin({ type: "text", text: "points" });
  const again = conversation.begin({ type: "text", text: "points" });
  for (const pending of [other, lost]) conversation.fail(pending, "Not sent", false);
  conversation.reading()([textEntry("1", "points")]);
  expect(conversation.pending, "what is on its way comes first").toEqual([other, lost]);
  expect(conversation.pending).not.toContain(again);
  conversation.take(textEntry("2", "points"));
  expect(conversation.pending).toEqual([other]);
});

test("a message that is already in the chat can't be marked as failed", () => {
  const conversation = new Conversation();
  const pending = conversation.begin({ type: "text", text: "points" });
  conversation.take(textEntry("1", "points"));
  expect(conversation.fail(pending, "Not sent", false)).toBe(false);
  expect(conversation.fail(undefined, "Not sent", false)).toBe(false);
});

test("an action that LINE doesn't show in the chat has no pending entry", () => {
  const conversation = new Conversation();
  expect(conversation.begin({ type: "postback", data: "a=1" })).toBeUndefined();
  expect(conversation.begin({ type: "follow" })).toBeUndefined();
  expect(
    conversation.begin({ type: "postback", data: "a=1", displayText: "Yes" })?.message,
  ).toEqual({
    type: "text",
    text: "Yes",
  });
});

test("quick replies are the newest entry's, and hidden while a message is pending", () => {
  const conversation = new Conversation();
  conversation.take(replyEntry("1"));
  expect(conversation.last?.id).toBe("1");
  const pending = conversation.begin({ type: "text", text: "points" });
  expect(conversation.last).toBeUndefined();
  conversation.fail(pending, "Not sent", false);
  expect(conversation.last?.id).toBe("1");
});
