/** Texts and postbacks reach their intents, and no two intents share a phrase. */
import { describe, expect, test } from "vitest";
import { intents } from "../../../src/bot/intents/intents.ts";
import { postbackData } from "../../../src/bot/routing/postback.ts";
import { createTextRouter, plain } from "../../../src/bot/routing/text-router.ts";
import type { LineEvent } from "../../../src/line/webhook-events.ts";

const route = createTextRouter(intents);
const base = { webhookEventId: "01", timestamp: 0 };
const textEvent = (text: string): LineEvent => ({
  ...base,
  type: "message",
  message: { id: "1", type: "text", text },
});
const tap = (data: string): LineEvent => ({ ...base, type: "postback", postback: { data } });

describe("route", () => {
  test.each([
    ["points", "balance"],
    ["  POINTS!! ", "balance"],
    ["ｐｏｉｎｔｓ", "balance"],
    ["แต้ม", "balance"],
    ["แต้ม ", "balance"],
    ["ポイント", "balance"],
    ["ﾎﾟｲﾝﾄ", "balance"],
    ["點數。", "balance"],
    ["\u3000點數\u3000", "balance"],
    ["\u200B points\uFEFF", "balance"],
    ["points\n\n", "balance"],
    ["Help?", "help"],
    ["ช่วยเหลือ", "help"],
    ["說明", "help"],
  ])("%s is routed to %s", (text, intent) => {
    expect(route(textEvent(text))).toEqual({ intent, details: {} });
  });

  test.each(["pointsman", "", "😀", "แต้มอะไร", "unknown", "x".repeat(5000)])(
    "%s is unknown",
    (text) => {
      expect(route(textEvent(text))).toBeNull();
    },
  );

  test.each([
    ["check ABC123", "ABC123"],
    ["Check: abc-123!", "abc-123"],
    ["ｃｈｅｃｋ　ＡＢＣ１２３", "ABC123"],
    ["check coupon ABC123", "ABC123"],
    ["check code WELCOME", "WELCOME"],
    ["check ABCD EFGH 12", "ABCD EFGH 12"],
    ["check #12345678", "12345678"],
    ["เช็ค ABC123", "ABC123"],
    ["เช็คABC123", "ABC123"],
    ["เช็คโค้ด abc123 ", "abc123"],
    ["ตรวจสอบ สงกรานต์2569", "สงกรานต์2569"],
    ["確認 ABC123", "ABC123"],
    ["確認 ABC123 お願いします", "ABC123"],
    ["確認：ABC123", "ABC123"],
    ["確認ABC123", "ABC123"],
    ["クーポン確認ABC123", "ABC123"],
    ["查詢 ABC123", "ABC123"],
    ["查詢優惠券ABC123", "ABC123"],
    ["ABC123", "ABC123"],
    ["t10-9f8e7d6c", "t10-9f8e7d6c"],
    ["８３９２０１", "839201"],
    ["a".repeat(31) + "1", "a".repeat(31) + "1"],
  ])("%s checks the coupon %s", (text, code) => {
    expect(route(textEvent(text))).toEqual({ intent: "check", details: { code } });
  });

  test.each(["check", "เช็ค", "確認", "查詢", "check code"])(
    "%s is a coupon check without a code",
    (text) => {
      expect(route(textEvent(text))).toEqual({ intent: "check", details: { code: "" } });
    },
  );

  test.each([
    ["check points", "balance"],
    ["เช็คแต้ม", "balance"],
    ["ตรวจสอบแต้ม", "balance"],
    ["ポイント確認", "balance"],
    ["เช็คคูปอง", "coupons"],
    ["查詢優惠券", "coupons"],
    ["查詢點數", "balance"],
    ["查詢 活動", "campaigns"],
    ["check my coupons", "coupons"],
    // Neither a phone or card number nor plain talk is a code.
    ["0812345678", null],
    ["081-234-5678", null],
    ["+66812345678", null],
    ["880000100001", null],
    ["8800-0010-0001", null],
    ["2026-11-23", null],
    ["A1", null],
    ["hello there 123456", null],
    ["WELCOME", null],
    ["a".repeat(32) + "1", null],
    ["checkpoint", null],
    ["check it out please", null],
    ["check-in", null],
    ["確認お願いします", null],
    ["เช็คหน่อยค่ะ", null],
  ])("%s is no coupon code but is routed to %s", (text, intent) => {
    expect(route(textEvent(text))?.intent ?? null).toBe(intent);
  });

  test("a postback is routed to its intent with its details", () => {
    expect(route(tap(postbackData("balance", { page: "2" })))).toEqual({
      intent: "balance",
      details: { page: "2" },
    });
  });

  test.each(["", "do=", "do=nothing", "%%%", "do=__proto__"])("postback %s is unknown", (data) => {
    expect(route(tap(data))).toBeNull();
  });

  test.each([
    ["แลก\u200Bแต้ม", { intent: "rewards", details: {} }],
    ["check ABC\u200B123\uFEFF", { intent: "check", details: { code: "ABC123" } }],
  ])("invisible spaces in %j don't matter", (text, expected) => {
    const message = { id: "1", type: "text", text };
    const event = { type: "message", webhookEventId: "01", timestamp: 0, message };
    expect(route(event)).toEqual(expected);
  });

  test("no phrase is empty or belongs to two intents, or to two variants of one", () => {
    const owners = new Map<string, string>();
    const owned = intents.flatMap(({ name, phrases, variants }) => [
      [name, phrases] as const,
      ...Object.entries(variants?.phrases ?? {}).map(
        ([value, texts]) => [`${name} ${value}`, texts] as const,
      ),
    ]);
    for (const [owner, texts] of owned) {
      for (const phrase of Object.values(texts).flat().map(plain)) {
        expect(phrase).not.toBe("");
        expect([phrase, owners.get(phrase) ?? owner]).toEqual([phrase, owner]);
        owners.set(phrase, owner);
      }
    }
  });
});
