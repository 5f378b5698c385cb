/** Access tokens: one request for many callers, renewed in time, renewed when refused. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken } from "../../src/line/channel-access-tokens.ts";
import { statelessTokens } from "../../src/line/stateless-tokens.ts";
import { secret, setStage, somchai, type Stage } from "../emulators/line/line-world.ts";
import { handClock, type HandClock } from "../support/clock.ts";

let clock: HandClock;
let stage: Stage;
const issued = () =>
  stage.logged.filter(({ path, status }) => path === "/oauth2/v3/token" && status === 200).length;

beforeEach(async () => {
  clock = handClock();
  stage = await setStage(clock);
});
afterEach(() => stage[Symbol.asyncDispose]());

const tokens = (channelSecret = secret) =>
  statelessTokens({
    apiBaseUrl: stage.line.origin,
    clock,
    log: stage.log,
    channelId: "1000",
    channelSecret,
  });

test("a fixed token stays what it is, even when refused", async () => {
  const token = fixedToken("given");
  expect([await token(), await token("given")]).toEqual(["given", "given"]);
});

test("many callers make one request, and the token is kept", async () => {
  await using token = tokens();
  const all = await Promise.all(Array.from({ length: 50 }, async () => token()));
  expect(new Set(all).size).toBe(1);
  clock.turn(600_000);
  expect(await token()).toBe(all[0]);
  expect(issued()).toBe(1);
});

test("near its end it is renewed while the old one still serves", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(800_000);
  expect(await token()).toBe(first);
  // The renewal that this caller didn't wait for is the one a refusal waits for.
  const second = await token(first);
  expect(second).not.toBe(first);
  expect(await token()).toBe(second);
  expect(issued()).toBe(2);
});

test("after its end nobody gets the old one", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(900_000);
  expect(await token()).not.toBe(first);
});

test("a renewal that fails in time harms nobody, and is tried again", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(800_000);
  stage.line.faults.add({ call: "token", answer: 500, times: 1 });
  const struck = stage.line.faults.nextMatch();
  expect(await token()).toBe(first);
  await struck;
  expect(await token()).toBe(first);
  await expect(token(first)).rejects.toMatchObject({ code: "failed", status: 500 });
  expect(await token(first)).not.toBe(first);
});

test("an answer that comes for an older token doesn't throw the new one away", async () => {
  await using token = tokens();
  const first = await token();
  const second = await token(first);
  expect(await token(first)).toBe(second);
  expect(issued()).toBe(2);
});

test("wrong credentials are named, and no secret is", async () => {
  await using token = tokens("wrong-secret");
  await expect(token()).rejects.toMatchObject({ code: "unauthorized", party: "line" });
  expect(JSON.stringify(stage.logged)).not.toContain("wrong-secret");
});

test("during a rotation whichever secret counts issues the tokens", async () => {
  await using token = statelessTokens({
    apiBaseUrl: stage.line.origin,
    clock,
    log: stage.log,
    channelId: "1000",
    channelSecret: "the-one-before",
    otherSecrets: [secret],
  });
  const first = await token();
  expect(first).toMatch(/^[\da-f]{64}$/);
  const tries = () => stage.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  expect(tries()).toBe(2);
  expect(await token(first)).not.toBe(first);
  expect(tries()).toBe(3);
  expect(stage.logged.filter(({ level }) => level === 50)).toEqual([]);
});

test("refused credentials: one alarm, and tried again ever more seldom", async () => {
  const failing: boolean[] = [];
  await using token = statelessTokens({
    apiBaseUrl: stage.line.origin,
    clock,
    log: stage.log,
    channelId: "1000",
    channelSecret: "wrong-secret",
    onFailingChange: (isOn) => void failing.push(isOn),
  });
  const asked = () => stage.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  for (let second = 0; second < 600; second++) {
    await expect(token()).rejects.toMatchObject({ code: "unauthorized" });
    clock.turn(1000);
  }
  // At 0, 30, 90, 210 and 450 seconds.
  expect(asked()).toBe(5);
  expect(stage.logged.filter(({ level }) => level === 50)).toMatchObject([
    { code: "unauthorized", remedy: expect.stringContaining("LINE_CHANNEL_SECRET") },
  ]);
  expect(failing).toEqual([true]);
});

test("a renewal that is refused is told while the old token still serves", async () => {
  await using token = tokens();
  const first = await token();
  stage.line.faults.add({ call: "token", answer: 401 });
  clock.turn(720_000);
  const struck = stage.line.faults.nextMatch();
  for (let time = 1; time <= 100; time++) expect(await token()).toBe(first);
  await struck;
  await expect.poll(() => stage.logged.filter(({ level }) => level === 50)).toHaveLength(1);
  clock.turn(60_000);
  stage.line.faults.clear();
  expect(await token()).toBe(first);
  await expect.poll(() => token()).not.toBe(first);
  expect(stage.logged.filter(({ msg }) => String(msg).includes("again"))).toHaveLength(1);
});

test("an outage while the old token serves is tried again after a rest, and alarms nobody", async () => {
  await using token = tokens();
  const first = await token();
  stage.line.faults.add({ call: "token", answer: 500 });
  clock.turn(720_000);
  const asked = () => stage.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  expect(await token()).toBe(first);
  await expect.poll(asked).toBe(2);
  for (let time = 1; time <= 50; time++) expect(await token()).toBe(first);
  expect(asked()).toBe(2);
  expect(stage.logged.filter(({ level }) => level === 50)).toEqual([]);
  clock.turn(180_000);
  await expect(token()).rejects.toMatchObject({ code: "failed" });
  expect(stage.logged.filter(({ level }) => level === 50)).toHaveLength(1);
});

test("one that was issued for a refusal and is refused, too, isn't thrown away at once", async () => {
  await using token = tokens();
  const second = await token(await token());
  for (let time = 1; time <= 20; time++) expect(await token(second)).toBe(second);
  expect(issued()).toBe(2);
  clock.turn(30_000);
  expect(await token(second)).not.toBe(second);
});

test("LINE down", async () => {
  await using token = tokens();
  stage.line.faults.add({ call: "token", answer: "cut", times: 1 });
  await expect(token()).rejects.toMatchObject({ code: "no_answer" });
  expect(await token()).toMatch(/^[\da-f]{64}$/);
});

test("a sender whose token died gets another within one call", async () => {
  await using token = tokens();
  await using sender = createMessagingClient({
    apiBaseUrl: stage.line.origin,
    token,
    clock,
    log: stage.log,
  });
  await sender.getProfile(somchai);
  stage.line.faults.add({ call: "profile", answer: 401, times: 1 });
  expect(await sender.getProfile(somchai)).toMatchObject({ displayName: "สมชาย" });
  expect(issued()).toBe(2);
});
