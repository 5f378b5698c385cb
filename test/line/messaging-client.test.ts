/** Pushes under a retry key, and the few questions that the bot asks LINE. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import type { LineError } from "../../src/line/errors.ts";
import { retryKeyFor } from "../../src/line/messaging-client.ts";
import { fixedToken } from "../../src/line/channel-access-tokens.ts";
import { accessToken, shopGroup, somchai, stranger } from "../emulators/line/line-world.ts";
import { prepared, setSending, type Sending } from "./client-world.ts";

let at: Sending;

beforeEach(async () => {
  at = await setSending();
});
afterEach(() => at[Symbol.asyncDispose]());

describe("push", () => {
  const key = retryKeyFor("01HXYZ", 0);

  test.each<[string, Omit<LineFault, "call">[], Record<string, unknown>, number, number]>([
    ["a plain success", [], { kind: "sent" }, 1, 1],
    ["500 before it took effect", [{ answer: 500, times: 1 }], { kind: "sent" }, 2, 1],
    [
      "500 after it took effect: 409 is success",
      [{ answer: 500, takesEffect: true, times: 1 }],
      { kind: "sent" },
      2,
      1,
    ],
    [
      "cut after it took effect",
      [{ answer: "cut", takesEffect: true, times: 1 }],
      { kind: "sent" },
      2,
      1,
    ],

    [
      "429 isn't repeated",
      [{ answer: 429 }],
      { kind: "refused", status: 429, reason: "other" },
      1,
      0,
    ],
    ["500, then 429", [{ answer: 500, times: 1 }, { answer: 429 }], { kind: "unknown" }, 2, 0],
  ])("%s", async (_name, faults, outcome, tries, shown) => {
    for (const fault of faults) at.stage.line.faults.add({ call: "push", ...fault });
    expect(await at.sender.push(somchai, prepared, key, at.until())).toMatchObject(outcome);
    expect(at.calls()).toBe(tries);
    expect(at.stage.line.sent).toHaveLength(shown);
  });

  test("500 until the time is over", async () => {
    at.stage.line.faults.add({ call: "push", answer: 500 });
    expect(await at.sender.push(somchai, prepared, key, at.until())).toEqual({ kind: "unknown" });
    expect(at.calls()).toBeLessThan(20);
  });

  test("the same key sends once, also after a restart", async () => {
    await at.sender.push(somchai, prepared, key, at.until());
    await using restarted = at.senderWith(fixedToken(accessToken));
    expect(
      await restarted.push(somchai, prepared, retryKeyFor("01HXYZ", 0), at.until()),
    ).toMatchObject({ kind: "sent" });
    expect(at.stage.line.sent).toHaveLength(1);
  });

  test("to a group, and to nobody LINE knows", async () => {
    expect(await at.sender.push(shopGroup, prepared, key, at.until())).toMatchObject({
      kind: "sent",
    });
    expect(await at.sender.push(stranger, prepared, retryKeyFor("other", 0), at.until())).toEqual({
      kind: "refused",
      status: 400,
      reason: "message",
    });
  });

  test("nothing listens, or no time is left", async () => {
    await using nobody = at.senderWith(fixedToken(accessToken), "http://127.0.0.1:1");
    expect(await nobody.push(somchai, prepared, key, at.until())).toEqual({ kind: "too_late" });
    expect(await at.sender.push(somchai, prepared, key, at.until(0))).toEqual({ kind: "too_late" });
  });
});

test("retry keys are UUIDs, stable, and different for each push", () => {
  expect(retryKeyFor("a", 0)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(retryKeyFor("a", 0)).toBe(retryKeyFor("a", 0));
  expect(new Set([retryKeyFor("a", 0), retryKeyFor("a", 1), retryKeyFor("b", 0)]).size).toBe(3);
});

describe("questions", () => {
  test("a profile, with and without a language, and none", async () => {
    expect(await at.sender.getProfile(somchai)).toMatchObject({
      displayName: "สมชาย",
      language: "th",
    });
    expect(await at.sender.getProfile(stranger)).toBeNull();
    await at.stage.line.act(somchai, { type: "unfollow" });
    expect(await at.sender.getProfile(somchai)).toBeNull();
  });

  test("an id can't change the path", async () => {
    expect(await at.sender.getProfile("../info")).toBeNull();
  });

  test.each<[LineFault["answer"], LineError["code"]]>([
    [500, "failed"],
    [429, "rate_limited"],
    [401, "unauthorized"],
    ["cut", "no_answer"],
  ])("%s says who failed and how", async (answer, code) => {
    at.stage.line.faults.add({ call: "profile", answer });
    await expect(at.sender.getProfile(somchai)).rejects.toMatchObject({ party: "line", code });
  });

  test("the bot's own account", async () => {
    expect(await at.sender.botInfo()).toMatchObject({ basicId: "@1000", chatMode: "bot" });
  });

  test("the loading animation, rounded to what LINE takes; a failure stays quiet", async () => {
    await at.sender.startLoading(somchai, 7);
    expect(at.stage.line.chat(somchai)).toMatchObject([
      { kind: "loading", until: at.clock.now() + 10_000 },
    ]);
    at.stage.line.faults.add({ call: "loading", answer: "cut" });
    await expect(at.sender.startLoading(somchai, 600)).resolves.toBeUndefined();
  });

  test("a path in the base address is kept, and one log line per call tells no ids", async () => {
    await using elsewhere = at.senderWith(
      fixedToken(accessToken),
      `${at.stage.line.origin}/prefix/`,
    );
    expect(await elsewhere.getProfile(somchai)).toBeNull();
    await at.sender.getProfile(somchai);
    const lines = at.stage.logged.filter(({ method }) => method === "GET");
    expect(lines).toMatchObject([
      { path: "/v2/bot/profile/{userId}", status: 404 },
      {
        path: "/v2/bot/profile/{userId}",
        status: 200,
        ms: 0,
        requestId: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(at.stage.logged)).not.toContain(somchai);
    expect(JSON.stringify(at.stage.logged)).not.toContain(accessToken);
  });
});
