/** Pushes with a retry key, and the other calls of the messaging client. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import type { LineError } from "../../src/line/errors.ts";
import { retryKeyFor } from "../../src/line/messaging-client.ts";
import { fixedToken } from "../../src/line/stateless-tokens.ts";
import { accessToken, shopGroup, somchai, stranger } from "../emulators/line/line-world.ts";
import { prepared, createClientWorld, type ClientWorld } from "./client-world.ts";
import { createProxy } from "../support/proxy.ts";

let world: ClientWorld;

beforeEach(async () => {
  world = await createClientWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

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
  ])("%s", async (_name, faults, outcome, attempts, shown) => {
    for (const fault of faults) world.lineWorld.line.faults.add({ call: "push", ...fault });
    expect(await world.sender.push(somchai, prepared, key, world.within())).toMatchObject(outcome);
    expect(world.calls()).toBe(attempts);
    expect(world.lineWorld.line.sent).toHaveLength(shown);
  });

  test("names what LINE counts it under", async () => {
    const options = { ...world.within(), unit: "reply_coupon-check" };
    await world.sender.push(somchai, prepared, key, options);
    expect(world.lineWorld.line.sent).toMatchObject([{ aggregationUnit: "reply_coupon_check" }]);
  });

  test.each([400, 403] as const)(
    "a unit that LINE refuses with %s is left out, once and for all",
    async (answer) => {
      world.lineWorld.line.faults.add({ call: "push", answer, times: 1 });
      const options = () => ({ ...world.within(), unit: "notice" });
      expect(await world.sender.push(somchai, prepared, key, options())).toMatchObject({
        kind: "sent",
      });
      await world.sender.push(somchai, prepared, retryKeyFor("other", 0), options());
      expect(world.lineWorld.line.sent.map((sent) => "aggregationUnit" in sent)).toEqual([
        false,
        false,
      ]);
      expect(world.calls()).toBe(3);
    },
  );

  test("a push that LINE refuses without a unit, too, leaves units on", async () => {
    const options = { ...world.within(), unit: "notice" };
    world.lineWorld.line.faults.add({ call: "push", answer: 403, times: 2 });
    expect(await world.sender.push(somchai, prepared, key, options)).toMatchObject({
      kind: "refused",
      status: 403,
    });
    await world.sender.push(somchai, prepared, key, options);
    expect(world.lineWorld.line.sent).toMatchObject([{ aggregationUnit: "notice" }]);
  });

  test("500 until the deadline", async () => {
    world.lineWorld.line.faults.add({ call: "push", answer: 500 });
    expect(await world.sender.push(somchai, prepared, key, world.within())).toEqual({
      kind: "unknown",
    });
    expect(world.calls()).toBeLessThan(20);
  });

  test("the same key sends once, also after a restart", async () => {
    await world.sender.push(somchai, prepared, key, world.within());
    await using restarted = world.senderWith(fixedToken(accessToken));
    expect(
      await restarted.push(somchai, prepared, retryKeyFor("01HXYZ", 0), world.within()),
    ).toMatchObject({ kind: "sent" });
    expect(world.lineWorld.line.sent).toHaveLength(1);
  });

  test("to a group, and to an unknown user", async () => {
    expect(await world.sender.push(shopGroup, prepared, key, world.within())).toMatchObject({
      kind: "sent",
    });
    expect(
      await world.sender.push(stranger, prepared, retryKeyFor("other", 0), world.within()),
    ).toEqual({
      kind: "refused",
      status: 400,
      reason: "message",
    });
  });

  test("no connection, or no time left", async () => {
    await using nobody = world.senderWith(fixedToken(accessToken), "http://127.0.0.1:1");
    expect(await nobody.push(somchai, prepared, key, world.within())).toEqual({ kind: "too_late" });
    expect(await world.sender.push(somchai, prepared, key, world.within(0))).toEqual({
      kind: "too_late",
    });
  });
});

test("retry keys are UUIDs, stable, and different for each push", () => {
  expect(retryKeyFor("a", 0)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(retryKeyFor("a", 0)).toBe(retryKeyFor("a", 0));
  expect(new Set([retryKeyFor("a", 0), retryKeyFor("a", 1), retryKeyFor("b", 0)]).size).toBe(3);
});

describe("queries", () => {
  test("a profile with and without a language, and an unknown user", async () => {
    expect(await world.sender.getProfile(somchai)).toMatchObject({
      displayName: "สมชาย",
      language: "th",
    });
    expect(await world.sender.getProfile(stranger)).toBeNull();
    await world.lineWorld.line.act(somchai, { type: "unfollow" });
    expect(await world.sender.getProfile(somchai)).toBeNull();
  });

  test("a name is one line of plain text, whatever its user typed", async () => {
    await using spoiled = await createProxy(() => world.lineWorld.line.origin, {
      hooks: {
        after(_request, answer) {
          answer.body = JSON.stringify({ displayName: "Oli\u0000via\n\u202E\u001B[2J\uD83D" });
        },
      },
    });
    await using sender = world.senderWith(fixedToken(accessToken), spoiled.origin);
    expect(await sender.getProfile(somchai)).toEqual({ displayName: "Olivia [2J\uFFFD" });
  });

  test("an id can't change the path", async () => {
    expect(await world.sender.getProfile("../info")).toBeNull();
  });

  test.each<[LineFault["answer"], LineError["code"]]>([
    [500, "failed"],
    [429, "rate_limited"],
    [401, "unauthorized"],
    ["cut", "no_answer"],
  ])("%s says who failed and how", async (answer, code) => {
    world.lineWorld.line.faults.add({ call: "profile", answer });
    await expect(world.sender.getProfile(somchai)).rejects.toMatchObject({ party: "line", code });
  });

  test("the bot's own account", async () => {
    expect(await world.sender.botInfo()).toMatchObject({ basicId: "@1000", chatMode: "bot" });
  });

  test("the loading animation, rounded to seconds that LINE accepts; a failure is ignored", async () => {
    await world.sender.startLoading(somchai, 7);
    expect(world.lineWorld.line.chat(somchai)).toMatchObject([
      { kind: "loading", until: world.clock.now() + 10_000 },
    ]);
    world.lineWorld.line.faults.add({ call: "loading", answer: "cut" });
    await expect(world.sender.startLoading(somchai, 600)).resolves.toBeUndefined();
  });

  test("a path in the base URL is kept, and the log line of a call contains no ids", async () => {
    await using elsewhere = world.senderWith(
      fixedToken(accessToken),
      `${world.lineWorld.line.origin}/prefix/`,
    );
    expect(await elsewhere.getProfile(somchai)).toBeNull();
    await world.sender.getProfile(somchai);
    const lines = world.lineWorld.logged.filter(({ method }) => method === "GET");
    expect(lines).toMatchObject([
      { path: "/v2/bot/profile/{userId}", status: 404 },
      {
        path: "/v2/bot/profile/{userId}",
        status: 200,
        ms: 0,
        requestId: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(world.lineWorld.logged)).not.toContain(somchai);
    expect(JSON.stringify(world.lineWorld.logged)).not.toContain(accessToken);
  });
});
