/** Names and hashes that former versions have stored. */
import { expect, test } from "vitest";
import { hashId } from "../../src/store/hash-id.ts";
import { settingsKeys } from "../../src/config/settings-keys.ts";

test("the hash of an id is what former versions stored", () => {
  expect(hashId("U0123456789abcdef0123456789abcdef")).toBe("CsugJZC0wq");
});

test("settings have the names that former versions stored", () => {
  const { emulatorToken, lineAccount, ...names } = settingsKeys;
  expect(names).toEqual({
    publishedOverrides: "published words",
    publishedAnswers: "published answers",
    subscription: "add-on subscription",
    imageKey: "image key",
    memberCodeKey: "member code key",
    reviewKey: "studio review key",
    unansweredKey: "unanswered key",
    platformObservations: "platform observations",
    platformClockDifference: "platform-clock-difference",
    refreshToken: "connect-refresh-token",
    restoredAt: "restored at",
    checkedAt: "checked",
  });
  expect(emulatorToken("1")).toBe("embedded channel 1");
  expect(lineAccount("abc")).toBe("line account abc");
});
