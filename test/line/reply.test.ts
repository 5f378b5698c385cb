/** Outcomes of a reply for every response of LINE, or none. */
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import { LineError } from "../../src/line/errors.ts";
import { serializedFrom, type Message } from "../../src/line/messages/prepare-reply.ts";
import { createMessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken, statelessTokens } from "../../src/line/stateless-tokens.ts";
import { accessToken, secret } from "../emulators/line/line-world.ts";
import {
  lifeMs,
  prepared,
  createClientWorld,
  timeoutMs,
  type ClientWorld,
} from "./client-world.ts";

let world: ClientWorld;

beforeEach(async () => {
  world = await createClientWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Advances the clock to the deadline each time a fault leaves the client without a response. */
async function passDeadlines<T>(outcome: Promise<T>, silences: number): Promise<T> {
  for (let i = 0; i < silences; i += 1) {
    await world.lineWorld.line.faults.nextMatch();
    world.clock.turn(timeoutMs);
  }
  return outcome;
}

describe("reply", () => {
  interface Case {
    name: string;
    faults: Omit<LineFault, "call">[];
    outcome: Record<string, unknown>;
    /** The number of calls to LINE, and of replies shown. */
    calls: number;
    shown: number;
  }
  const once = { times: 1 };
  const cases: Case[] = [
    { name: "a plain success", faults: [], outcome: { kind: "sent" }, calls: 1, shown: 1 },
    {
      name: "slow",
      faults: [{ answer: "slow", ms: 1 }],
      outcome: { kind: "sent" },
      calls: 1,
      shown: 1,
    },
    {
      name: "cut before it took effect",
      faults: [{ answer: "cut", ...once }],
      outcome: { kind: "sent" },
      calls: 2,
      shown: 1,
    },
    {
      name: "cut after it took effect",
      faults: [{ answer: "cut", takesEffect: true, ...once }],
      outcome: { kind: "arrived" },
      calls: 2,
      shown: 1,
    },
    {
      name: "cut always",
      faults: [{ answer: "cut" }],
      outcome: { kind: "unknown" },
      calls: 6,
      shown: 0,
    },
    {
      name: "500 before it took effect",
      faults: [{ answer: 500, ...once }],
      outcome: { kind: "sent" },
      calls: 2,
      shown: 1,
    },
    {
      name: "500 after it took effect",
      faults: [{ answer: 500, takesEffect: true, ...once }],
      outcome: { kind: "arrived" },
      calls: 2,
      shown: 1,
    },
    {
      name: "500 always",
      faults: [{ answer: 500 }],
      outcome: { kind: "unknown" },
      calls: 6,
      shown: 0,
    },
    {
      name: "429 twice",
      faults: [{ answer: 429, times: 2 }],
      outcome: { kind: "sent" },
      calls: 3,
      shown: 1,
    },
    {
      name: "429, then an expired token: not ambiguous",
      faults: [{ answer: 429, ...once }, { answer: "invalid_reply_token" }],
      outcome: { kind: "refused", status: 400, reason: "reply_token" },
      calls: 2,
      shown: 0,
    },
    {
      name: "cut, then 429, then 400",
      faults: [
        { answer: "cut", takesEffect: true, ...once },
        { answer: 429, ...once },
      ],
      outcome: { kind: "arrived" },
      calls: 3,
      shown: 1,
    },
    {
      name: "cut, then refused for its content: nothing tells that the first one arrived",
      faults: [
        { answer: "cut", ...once },
        { answer: 400, ...once },
      ],
      outcome: { kind: "unknown" },
      calls: 2,
      shown: 0,
    },
    {
      name: "cut, then refused credentials",
      faults: [{ answer: "cut", ...once }, { answer: 401 }],
      outcome: { kind: "unknown" },
      calls: 2,
      shown: 0,
    },
    {
      name: "an expired token at once",
      faults: [{ answer: "invalid_reply_token" }],
      outcome: { kind: "refused", status: 400, reason: "reply_token" },
      calls: 1,
      shown: 0,
    },
    {
      name: "refused credentials",
      faults: [{ answer: 401 }],
      outcome: { kind: "refused", status: 401, reason: "credentials" },
      calls: 1,
      shown: 0,
    },
  ];

  test.each(cases)("$name", async ({ faults, outcome, ...expected }) => {
    const token = await world.replyToken();
    for (const fault of faults) world.lineWorld.line.faults.add({ call: "reply", ...fault });
    const given = world.sender.reply(token, prepared, world.within());
    if (faults[0]?.answer === "slow") {
      await world.lineWorld.line.faults.nextMatch();
      world.clock.turn(1);
    }
    expect(await given).toMatchObject(outcome);
    expect(world.calls()).toBe(expected.calls);
    expect(world.lineWorld.line.sent).toHaveLength(expected.shown);
  });

  test("no response, though it took effect", async () => {
    const token = await world.replyToken();
    world.lineWorld.line.faults.add({
      call: "reply",
      answer: "silent",
      takesEffect: true,
      times: 1,
    });
    expect(await passDeadlines(world.sender.reply(token, prepared, world.within()), 1)).toEqual({
      kind: "arrived",
    });
    expect(world.lineWorld.line.sent).toHaveLength(1);
  });

  test("no response to any attempt", async () => {
    const token = await world.replyToken();
    world.lineWorld.line.faults.add({ call: "reply", answer: "silent" });
    const outcome = world.sender.reply(token, prepared, world.within(lifeMs + 6 * timeoutMs));
    expect(await passDeadlines(outcome, 6)).toEqual({ kind: "unknown" });
    expect(world.calls()).toBe(6);
  });

  test("no further attempt once the sender may not", async () => {
    world.lineWorld.line.faults.add({ call: "reply", answer: 500, times: 1 });
    let attempts = 0;
    const beforeAttempt = () => {
      attempts += 1;
      if (attempts > 1) throw new RangeError("taken over");
    };
    const options = { ...world.within(), beforeAttempt };
    const sending = world.sender.reply(await world.replyToken(), prepared, options);
    await expect(sending).rejects.toThrow(RangeError);
    expect(world.calls()).toBe(1);
  });

  test("429 until the token expires", async () => {
    const token = await world.replyToken();
    world.lineWorld.line.faults.add({ call: "reply", answer: 429 });
    expect(await world.sender.reply(token, prepared, world.within())).toEqual({ kind: "too_late" });
    expect(world.calls()).toBeLessThan(15);
  });

  test("429 until the token expires, though the clock is set back", async () => {
    const token = await world.replyToken();
    world.lineWorld.line.faults.add({ call: "reply", answer: 429 });
    let isSet = false;
    const idle = (wait: Promise<void>) => {
      if (!isSet) world.clock.move(-3_600_000);
      isSet = true;
      return wait;
    };
    const outcome = await world.sender.reply(token, prepared, { ...world.within(), idle });
    expect(outcome).toEqual({ kind: "too_late" });
    expect(world.calls()).toBeLessThan(15);
  });

  test("ambiguous once, then 429 until the token expires", async () => {
    const token = await world.replyToken();
    world.lineWorld.line.faults.add({ call: "reply", answer: 500, times: 1 });
    world.lineWorld.line.faults.add({ call: "reply", answer: 429 });
    expect(await world.sender.reply(token, prepared, world.within())).toEqual({ kind: "unknown" });
  });

  test("an expired token isn't used", async () => {
    expect(await world.sender.reply("dead", prepared, world.within(0))).toEqual({
      kind: "too_late",
    });
    expect(world.calls()).toBe(0);
  });

  test("no connection: certainly not shown", async () => {
    await using nobody = world.senderWith(fixedToken(accessToken), "http://127.0.0.1:1");
    expect(await nobody.reply("token", prepared, world.within())).toEqual({ kind: "too_late" });
  });

  test("the outcome contains LINE's request id", async () => {
    const outcome = await world.sender.reply(await world.replyToken(), prepared, world.within());
    expect(outcome).toEqual({
      kind: "sent",
      requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
  });

  test("a message that LINE refuses is logged by its property path only", async () => {
    const secretWords = "card 1234";
    const json = JSON.stringify([
      { type: "text", text: secretWords.repeat(1000) } satisfies Message,
    ]);
    const outcome = await world.sender.reply(
      await world.replyToken(),
      serializedFrom(json, 1),
      world.within(),
    );
    expect(outcome).toEqual({ kind: "refused", status: 400, reason: "message" });
    expect(world.lineWorld.logged).toContainEqual(
      expect.objectContaining({ level: 50, properties: ["messages[0].text"] }),
    );
    expect(JSON.stringify(world.lineWorld.logged)).not.toContain(secretWords);
  });

  test("a refused access token is renewed once", async () => {
    const refusedTokens: (string | undefined)[] = [];
    await using renewing = world.senderWith((refused) => {
      refusedTokens.push(refused);
      return Promise.resolve(refused ? accessToken : "expired");
    });
    expect(await renewing.reply(await world.replyToken(), prepared, world.within())).toMatchObject({
      kind: "sent",
    });
    expect(refusedTokens).toEqual([undefined, "expired"]);
  });

  test("a failure to get an access token isn't ambiguous", async () => {
    const { line, log } = world.lineWorld;
    const issued = (channelSecret: string) =>
      statelessTokens({
        apiBaseUrl: line.origin,
        clock: world.clock,
        log,
        channelId: "1000",
        channelSecret,
      });
    await using token = issued(secret);
    const sender = world.senderWith(token);
    line.faults.add({ call: "token", answer: "cut" });
    expect(await sender.reply("token", prepared, world.within())).toEqual({ kind: "too_late" });
    line.faults.clear();
    line.faults.add({ call: "token", answer: 500, times: 2 });
    const replyToken = await world.replyToken();
    expect(await sender.reply(replyToken, prepared, world.within())).toMatchObject({
      kind: "sent",
    });

    await using wrong = issued("wrong");
    expect(await world.senderWith(wrong).reply("token", prepared, world.within())).toEqual({
      kind: "refused",
      status: 401,
      reason: "credentials",
    });
  });

  test("a call that waited too long for a connection is never sent", async () => {
    await using narrow = createMessagingClient({
      apiBaseUrl: world.lineWorld.line.origin,
      token: fixedToken(accessToken),
      clock: world.clock,
      log: world.lineWorld.log,
      connections: 1,
      timeoutMs,
    });
    const [first, second] = [await world.replyToken(), await world.replyToken()];
    world.lineWorld.line.faults.add({ call: "reply", answer: "silent", times: 1 });
    const silent = narrow.reply(first, prepared, world.within(timeoutMs));
    await world.lineWorld.line.faults.nextMatch();
    const queued = narrow.reply(second, prepared, world.within(timeoutMs));
    await turnOfTheLoop();
    world.clock.turn(timeoutMs);
    await narrow.botInfo();
    world.clock.turn(timeoutMs);
    expect(await Promise.all([silent, queued])).toEqual([
      { kind: "unknown" },
      { kind: "too_late" },
    ]);
    expect(world.lineWorld.line.sent).toEqual([]);
  });

  test("closing ends a wait without an outcome", async () => {
    const patient = createMessagingClient({
      apiBaseUrl: world.lineWorld.line.origin,
      token: fixedToken(accessToken),
      clock: world.clock,
      log: world.lineWorld.log,
    });
    world.lineWorld.line.faults.add({ call: "reply", answer: 429 });
    const outcome = patient.reply(await world.replyToken(), prepared, world.within());
    await world.lineWorld.line.faults.nextMatch();
    await Promise.all([
      expect(outcome).rejects.toBeInstanceOf(LineError),
      patient[Symbol.asyncDispose](),
    ]);
  });

  test("closing while LINE doesn't respond", async () => {
    world.lineWorld.line.faults.add({ call: "reply", answer: "silent" });
    const outcome = world.sender.reply(await world.replyToken(), prepared, world.within());
    await world.lineWorld.line.faults.nextMatch();
    await Promise.all([
      expect(outcome).rejects.toMatchObject({ party: "line", code: "no_answer" }),
      world.sender[Symbol.asyncDispose](),
    ]);
  });
});
