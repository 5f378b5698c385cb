import { describe, expect, test } from "vitest";
import { intents } from "../../src/bot/intents/intents.ts";
import { createRouter, plain, postbackData } from "../../src/bot/route.ts";
import type { LineEvent } from "../../src/line/events.ts";

const route = createRouter(intents);
const base = { webhookEventId: "01", timestamp: 0 };
const text = (words: string): LineEvent => ({
  ...base,
  type: "message",
  message: { id: "1", type: "text", text: words },
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
  ])("%s asks for %s", (words, intent) => {
    expect(route(text(words))).toEqual({ intent, details: {} });
  });

  test.each(["pointsman", "", "😀", "แต้มอะไร", "unknown", "x".repeat(5000)])(
    "%s is unknown",
    (words) => {
      expect(route(text(words))).toBeNull();
    },
  );

  test("a button asks for an intent and brings details", () => {
    expect(route(tap(postbackData("balance", { page: "2" })))).toEqual({
      intent: "balance",
      details: { page: "2" },
    });
  });

  test.each(["", "do=", "do=nothing", "%%%", "do=__proto__"])("postback %s is unknown", (data) => {
    expect(route(tap(data))).toBeNull();
  });

  test("no two intents share a phrase, and none is empty", () => {
    const owners = new Map<string, string>();
    for (const { name, phrases } of intents) {
      for (const phrase of Object.values(phrases).flat().map(plain)) {
        expect(phrase).not.toBe("");
        expect([phrase, owners.get(phrase) ?? name]).toEqual([phrase, name]);
        owners.set(phrase, name);
      }
    }
  });
});
