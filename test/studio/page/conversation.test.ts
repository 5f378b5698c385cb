/** A chat keeps its order and shows nothing twice, however answers cross on their way. */
import { expect, test } from "vitest";
import { Conversation } from "../../../src/studio/page/chat/conversation.ts";
import type { ChatItem } from "../../../src/studio/server/chat-types.ts";

const said = (id: string, text: string): ChatItem => ({
  id,
  at: 0,
  from: "person",
  userId: "U1",
  message: { type: "text", text },
});
const answer = (id: string): ChatItem => ({
  id,
  at: 0,
  from: "account",
  message: { type: "text", text: id },
});

test("what arrives while the list is read stays, in its order", () => {
  const talk = new Conversation();
  const finish = talk.reading();
  talk.take(said("1", "points"));
  talk.take(answer("2"));
  finish([said("0", "hello"), said("1", "points")]);
  expect([...talk.items.keys()]).toEqual(["0", "1", "2"]);
});

test("a message that the list had before is replaced, not repeated", () => {
  const talk = new Conversation();
  talk.take(said("1", "points"));
  talk.reading()([said("1", "card")]);
  expect([...talk.items.values()]).toEqual([said("1", "card")]);
});

test("the server's entry takes the place of the pending one, once for each", () => {
  const talk = new Conversation();
  talk.begin({ type: "text", text: "points" });
  talk.begin({ type: "text", text: "points" });
  talk.take(said("1", "points"));
  expect(talk.pending).toHaveLength(1);
  talk.take(said("1", "points"));
  expect(talk.pending).toHaveLength(1);
  talk.reading()([said("1", "points"), said("2", "points")]);
  expect(talk.pending).toHaveLength(0);
});

test("a failed message waits for its sender, whatever else arrives", () => {
  const talk = new Conversation();
  const pending = talk.begin({ type: "text", text: "points" });
  expect(talk.fail(pending, "Not sent")).toBe(true);
  talk.take(said("1", "points"));
  expect(talk.pending).toEqual([pending]);
  expect(talk.pending[0]?.failure).toBe("Not sent");
  talk.end(pending);
  expect(talk.pending).toEqual([]);
});

test("a message that is in the chat already doesn't fail any more", () => {
  const talk = new Conversation();
  const pending = talk.begin({ type: "text", text: "points" });
  talk.take(said("1", "points"));
  expect(talk.fail(pending, "Not sent")).toBe(false);
  expect(talk.fail(undefined, "Not sent")).toBe(false);
});

test("what a phone doesn't show isn't shown as pending", () => {
  const talk = new Conversation();
  expect(talk.begin({ type: "postback", data: "a=1" })).toBeUndefined();
  expect(talk.begin({ type: "follow" })).toBeUndefined();
  expect(talk.begin({ type: "postback", data: "a=1", displayText: "Yes" })?.message).toEqual({
    type: "text",
    text: "Yes",
  });
});

test("quick replies belong to the newest entry and wait for nothing to be on its way", () => {
  const talk = new Conversation();
  talk.take(answer("1"));
  expect(talk.last?.id).toBe("1");
  talk.begin({ type: "text", text: "points" });
  expect(talk.last).toBeUndefined();
});
