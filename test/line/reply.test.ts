/** Replies: what each answer of LINE's, or none, makes of one. */
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import { LineError } from "../../src/line/errors.ts";
import { serializedFrom, type Message } from "../../src/line/messages/prepare-reply.ts";
import { createMessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken } from "../../src/line/channel-access-tokens.ts";
import { statelessTokens } from "../../src/line/stateless-tokens.ts";
import { accessToken, secret } from "../emulators/line/line-world.ts";
import { lifeMs, prepared, setSending, timeoutMs, type Sending } from "./client-world.ts";

let at: Sending;

beforeEach(async () => {
  at = await setSending();
});
afterEach(() => at[Symbol.asyncDispose]());

/** Turns the clock to the deadline each time a fault leaves the sender without an answer. */
async function outlasting<T>(outcome: Promise<T>, silences: number): Promise<T> {
  for (let i = 0; i < silences; i += 1) {
    await at.stage.line.faults.nextMatch();
    at.clock.turn(timeoutMs);
  }
  return outcome;
}

describe("reply", () => {
  interface Case {
    name: string;
    faults: Omit<LineFault, "call">[];
    outcome: Record<string, unknown>;
    /** How often LINE was called, and how many replies it showed. */
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
      calls: 3,
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
      calls: 3,
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
      name: "429, then a dead token: nothing was unclear",
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
      name: "cut, then refused credentials",
      faults: [{ answer: "cut", ...once }, { answer: 401 }],
      outcome: { kind: "unknown" },
      calls: 2,
      shown: 0,
    },
    {
      name: "a dead token at once",
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
    const token = await at.replyToken();
    for (const fault of faults) at.stage.line.faults.add({ call: "reply", ...fault });
    const given = at.sender.reply(token, prepared, at.until());
    if (faults[0]?.answer === "slow") {
      await at.stage.line.faults.nextMatch();
      at.clock.turn(1);
    }
    expect(await given).toMatchObject(outcome);
    expect(at.calls()).toBe(expected.calls);
    expect(at.stage.line.sent).toHaveLength(expected.shown);
  });

  test("silence, though it took effect", async () => {
    const token = await at.replyToken();
    at.stage.line.faults.add({ call: "reply", answer: "silent", takesEffect: true, times: 1 });
    expect(await outlasting(at.sender.reply(token, prepared, at.until()), 1)).toEqual({
      kind: "arrived",
    });
    expect(at.stage.line.sent).toHaveLength(1);
  });

  test("silence to the end", async () => {
    const token = await at.replyToken();
    at.stage.line.faults.add({ call: "reply", answer: "silent" });
    const outcome = at.sender.reply(token, prepared, at.until(lifeMs + timeoutMs));
    expect(await outlasting(outcome, 3)).toEqual({ kind: "unknown" });
    expect(at.calls()).toBe(3);
  });

  test("unclear attempts are spread over the life of the token", async () => {
    const token = await at.replyToken();
    at.stage.line.faults.add({ call: "reply", answer: 500 });
    const times: number[] = [];
    at.stage.line.watch((change) => {
      if (change.kind === "call") times.push(change.made.at);
    });
    const start = at.clock.now();
    await at.sender.reply(token, prepared, at.until(55_000));
    const [first, second = 0, third = 0] = times.map((time) => time - start);
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(3000);
    expect(second).toBeLessThan(5000);
    expect(third).toBeGreaterThan(30_000);
    expect(third).toBeLessThan(52_000);
  });

  test("429 until the token is dead", async () => {
    const token = await at.replyToken();
    at.stage.line.faults.add({ call: "reply", answer: 429 });
    expect(await at.sender.reply(token, prepared, at.until())).toEqual({ kind: "too_late" });
    expect(at.calls()).toBeLessThan(15);
  });

  test("unclear once, then 429 until the token is dead", async () => {
    const token = await at.replyToken();
    at.stage.line.faults.add({ call: "reply", answer: 500, times: 1 });
    at.stage.line.faults.add({ call: "reply", answer: 429 });
    expect(await at.sender.reply(token, prepared, at.until())).toEqual({ kind: "unknown" });
  });

  test("a dead token isn't tried", async () => {
    expect(await at.sender.reply("dead", prepared, at.until(0))).toEqual({ kind: "too_late" });
    expect(at.calls()).toBe(0);
  });

  test("nothing listens: certainly not shown", async () => {
    await using nobody = at.senderWith(fixedToken(accessToken), "http://127.0.0.1:1");
    expect(await nobody.reply("token", prepared, at.until())).toEqual({ kind: "too_late" });
  });

  test("LINE's request id is told", async () => {
    const outcome = await at.sender.reply(await at.replyToken(), prepared, at.until());
    expect(outcome).toEqual({
      kind: "sent",
      requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
  });

  test("a message that LINE refuses is a fault of ours, logged by its place alone", async () => {
    const secretWords = "card 1234";
    const json = JSON.stringify([
      { type: "text", text: secretWords.repeat(1000) } satisfies Message,
    ]);
    const outcome = await at.sender.reply(
      await at.replyToken(),
      serializedFrom(json, 1),
      at.until(),
    );
    expect(outcome).toEqual({ kind: "refused", status: 400, reason: "message" });
    expect(at.stage.logged).toContainEqual(
      expect.objectContaining({ level: 50, properties: ["messages[0].text"] }),
    );
    expect(JSON.stringify(at.stage.logged)).not.toContain(secretWords);
  });

  test("a refused access token is renewed once", async () => {
    const asked: (string | undefined)[] = [];
    await using renewing = at.senderWith((refused) => {
      asked.push(refused);
      return Promise.resolve(refused ? accessToken : "expired");
    });
    expect(await renewing.reply(await at.replyToken(), prepared, at.until())).toMatchObject({
      kind: "sent",
    });
    expect(asked).toEqual([undefined, "expired"]);
  });

  test("trouble with getting an access token leaves nothing unclear", async () => {
    const { line, log } = at.stage;
    const issued = (channelSecret: string) =>
      statelessTokens({
        apiBaseUrl: line.origin,
        clock: at.clock,
        log,
        channelId: "1000",
        channelSecret,
      });
    await using token = issued(secret);
    const sender = at.senderWith(token);
    line.faults.add({ call: "token", answer: "cut" });
    expect(await sender.reply("token", prepared, at.until())).toEqual({ kind: "too_late" });
    line.faults.clear();
    line.faults.add({ call: "token", answer: 500, times: 2 });
    const replyToken = await at.replyToken();
    expect(await sender.reply(replyToken, prepared, at.until())).toMatchObject({ kind: "sent" });

    await using wrong = issued("wrong");
    expect(await at.senderWith(wrong).reply("token", prepared, at.until())).toEqual({
      kind: "refused",
      status: 401,
      reason: "credentials",
    });
  });

  test("a call that waited for a connection until too late is never sent", async () => {
    await using narrow = createMessagingClient({
      apiBaseUrl: at.stage.line.origin,
      token: fixedToken(accessToken),
      clock: at.clock,
      log: at.stage.log,
      connections: 1,
      timeoutMs,
    });
    const [first, second] = [await at.replyToken(), await at.replyToken()];
    at.stage.line.faults.add({ call: "reply", answer: "silent", times: 1 });
    const silent = narrow.reply(first, prepared, at.until(timeoutMs));
    await at.stage.line.faults.nextMatch();
    const queued = narrow.reply(second, prepared, at.until(timeoutMs));
    await turnOfTheLoop();
    at.clock.turn(timeoutMs);
    await narrow.botInfo();
    at.clock.turn(timeoutMs);
    expect(await Promise.all([silent, queued])).toEqual([
      { kind: "unknown" },
      { kind: "too_late" },
    ]);
    expect(at.stage.line.sent).toEqual([]);
  });

  test("closing ends a wait without making an outcome up", async () => {
    const patient = createMessagingClient({
      apiBaseUrl: at.stage.line.origin,
      token: fixedToken(accessToken),
      clock: at.clock,
      log: at.stage.log,
    });
    at.stage.line.faults.add({ call: "reply", answer: 429 });
    const outcome = patient.reply(await at.replyToken(), prepared, at.until());
    await at.stage.line.faults.nextMatch();
    await Promise.all([
      expect(outcome).rejects.toBeInstanceOf(LineError),
      patient[Symbol.asyncDispose](),
    ]);
  });

  test("closing while LINE is silent", async () => {
    at.stage.line.faults.add({ call: "reply", answer: "silent" });
    const outcome = at.sender.reply(await at.replyToken(), prepared, at.until());
    await at.stage.line.faults.nextMatch();
    await Promise.all([
      expect(outcome).rejects.toMatchObject({ party: "line", code: "no_answer" }),
      at.sender[Symbol.asyncDispose](),
    ]);
  });
});
