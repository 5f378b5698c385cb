/** Small messages for the tables of limits. */
import { expect } from "vitest";
import type { Action } from "../../../../src/line/messages/prepare-reply.ts";

/** The limit's name, a value at the limit, one over it, and the path of the fault. */
export type Limit = [about: string, passes: unknown, fails: unknown, property: string];

export const apple = "🍎"; // two UTF-16 units, one grapheme
export const family = "👨‍👩‍👧"; // eight UTF-16 units, one grapheme
export const url = "https://example.com/a.png";
export const of = (unit: string, count: number) => unit.repeat(count);

export const text = (value: unknown) => ({ type: "text", text: value });
export const box = (contents: unknown, more = {}) => ({
  type: "box",
  layout: "vertical",
  contents,
  ...more,
});
export const bubble = (body: unknown, more = {}) => ({ type: "bubble", body, ...more });
export const flex = (contents: unknown, altText: unknown = "alt") => ({
  type: "flex",
  altText,
  contents,
});
export const inBox = (component: unknown, more = {}) => flex(bubble(box([component], more)));
export const button = (action: unknown) => inBox({ type: "button", action });
export const flexText = (more: object) => inBox({ type: "text", text: "a", ...more });
export const flexImage = (more: object) => inBox({ type: "image", url, ...more });
export const template = (value: unknown, altText: unknown = "alt") => ({
  type: "template",
  altText,
  template: value,
});
export const reply = (label: string): Action => ({ type: "message", label, text: "t" });
export const buttons = (more: object) =>
  template({ type: "buttons", text: "t", actions: [reply("a")], ...more });
export const confirm = (more: object) =>
  template({ type: "confirm", text: "t", actions: [reply("a"), reply("b")], ...more });
export const columns = (...items: object[]) =>
  template({
    type: "carousel",
    columns: items.map((more) => Object.assign({ text: "t", actions: [reply("a")] }, more)),
  });
export const quick = (items: unknown) => ({ ...text("t"), quickReply: { items } });
export const item = (action: unknown, more = {}) => ({ type: "action", action, ...more });
export const postback = (more: object) => ({ type: "postback", label: "l", data: "d", ...more });
export const image = (more: object) => ({
  type: "image",
  originalContentUrl: url,
  previewImageUrl: url,
  ...more,
});
export const location = (more: object) => ({
  type: "location",
  title: "t",
  address: "a",
  latitude: 0,
  longitude: 0,
  ...more,
});
export const longUrl = (length: number) => "https://e.co/".padEnd(length, "a");
export const imagemap = (more: object) => ({
  type: "imagemap",
  baseUrl: url,
  altText: "alt",
  baseSize: { width: 1040, height: 700 },
  actions: [],
  ...more,
});
export const area = { x: 0, y: 0, width: 1, height: 1 };
export const emoji = (index: number) => ({ index, productId: "1", emojiId: "2" });
export const mention = { type: "mention", mentionee: { type: "user", userId: "U1" } };
export const video = { type: "video", url, previewUrl: url, altContent: box([]) };
export const many = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
export const named = <T>(count: number, make: (i: number) => T) =>
  Object.fromEntries(many(count, (i) => [`k${i}`, make(i)]));
/** A bubble whose JSON has exactly this size in bytes. */
export const sized = (bytes: number, more = {}) => {
  const rest = Buffer.byteLength(JSON.stringify(bubble(box([]), more)));
  const parts: unknown[] = [];
  let left = bytes - rest;
  const empty = JSON.stringify({ type: "text", text: "" }).length + 1;
  for (; left > 4000; left -= 3000 + empty) parts.push({ type: "text", text: of("x", 3000) });
  parts.push({ type: "text", text: of("x", left - empty + 1) });
  const made = bubble(box(parts), more);
  expect(Buffer.byteLength(JSON.stringify(made))).toBe(bytes);
  return made;
};
