/** Access tokens: one request for many callers, renewed in time, renewed when refused. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMessagingClient } from "../../src/line/messaging-client.ts";
import { fixedToken, statelessTokens } from "../../src/line/stateless-tokens.ts";
import { secret, createLineWorld, somchai, type LineWorld } from "../emulators/line/line-world.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";

let clock: ManualClock;
let world: LineWorld;
const tokensIssued = () =>
  world.logged.filter(({ path, status }) => path === "/oauth2/v3/token" && status === 200).length;

beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
});
afterEach(() => world[Symbol.asyncDispose]());

const tokens = (channelSecret = secret) =>
  statelessTokens({
    apiBaseUrl: world.line.origin,
    clock,
    log: world.log,
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
  expect(tokensIssued()).toBe(1);
});

test("it is renewed before it expires, while the old one is still used", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(800_000);
  expect(await token()).toBe(first);
  // A refusal waits for the renewal in flight that this caller didn't wait for.
  const second = await token(first);
  expect(second).not.toBe(first);
  expect(await token()).toBe(second);
  expect(tokensIssued()).toBe(2);
});

test("an expired token is never returned", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(900_000);
  expect(await token()).not.toBe(first);
});

test("a clock that is set back lengthens neither a token's life nor a back-off", async () => {
  await using token = tokens();
  const first = await token();
  await using refused = tokens("wrong-secret");
  await expect(refused()).rejects.toMatchObject({ code: "unauthorized" });
  clock.move(-3_600_000);
  clock.turn(900_000);
  expect(await token()).not.toBe(first);
  const requests = world.logged.length;
  await expect(refused()).rejects.toMatchObject({ code: "unauthorized" });
  expect(world.logged.length).toBeGreaterThan(requests);
});

test("a failed early renewal doesn't fail callers and is retried", async () => {
  await using token = tokens();
  const first = await token();
  clock.turn(800_000);
  world.line.faults.add({ call: "token", answer: 500, times: 1 });
  const struck = world.line.faults.nextMatch();
  expect(await token()).toBe(first);
  await struck;
  expect(await token()).toBe(first);
  await expect(token(first)).rejects.toMatchObject({ code: "failed", status: 500 });
  expect(await token(first)).not.toBe(first);
});

test("a refusal of an older token doesn't discard the new one", async () => {
  await using token = tokens();
  const first = await token();
  const second = await token(first);
  expect(await token(first)).toBe(second);
  expect(tokensIssued()).toBe(2);
});

test("the error of wrong credentials names them without their values", async () => {
  await using token = tokens("wrong-secret");
  await expect(token()).rejects.toMatchObject({ code: "unauthorized", party: "line" });
  expect(JSON.stringify(world.logged)).not.toContain("wrong-secret");
});

test("during a rotation tokens are tokensIssued with whichever secret is valid", async () => {
  await using token = statelessTokens({
    apiBaseUrl: world.line.origin,
    clock,
    log: world.log,
    channelId: "1000",
    channelSecret: "the-one-before",
    otherSecrets: [secret],
  });
  const first = await token();
  expect(first).toMatch(/^[\da-f]{64}$/);
  const tokenRequests = () => world.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  expect(tokenRequests()).toBe(2);
  expect(await token(first)).not.toBe(first);
  expect(tokenRequests()).toBe(3);
  expect(world.logged.filter(({ level }) => level === 50)).toEqual([]);
});

test("refused credentials: one alarm, and retries with back-off", async () => {
  const failing: boolean[] = [];
  await using token = statelessTokens({
    apiBaseUrl: world.line.origin,
    clock,
    log: world.log,
    channelId: "1000",
    channelSecret: "wrong-secret",
    onFailingChange: (isOn) => void failing.push(isOn),
  });
  const tokenRequests = () => world.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  for (let second = 0; second < 600; second++) {
    await expect(token()).rejects.toMatchObject({ code: "unauthorized" });
    clock.turn(1000);
  }
  // At 0, 30, 90, 210 and 450 seconds.
  expect(tokenRequests()).toBe(5);
  expect(world.logged.filter(({ level }) => level === 50)).toMatchObject([
    { code: "unauthorized", remedy: expect.stringContaining("LINE_CHANNEL_SECRET") },
  ]);
  expect(failing).toEqual([true]);
});

test("a refused renewal is reported while the old token is still used", async () => {
  await using token = tokens();
  const first = await token();
  world.line.faults.add({ call: "token", answer: 401 });
  clock.turn(720_000);
  const struck = world.line.faults.nextMatch();
  for (let time = 1; time <= 100; time++) expect(await token()).toBe(first);
  await struck;
  await expect.poll(() => world.logged.filter(({ level }) => level === 50)).toHaveLength(1);
  clock.turn(60_000);
  world.line.faults.clear();
  expect(await token()).toBe(first);
  await expect.poll(() => token()).not.toBe(first);
  expect(world.logged.filter(({ msg }) => String(msg).includes("again"))).toHaveLength(1);
});

test("an outage while the old token is valid is retried after a pause, without an alarm", async () => {
  await using token = tokens();
  const first = await token();
  world.line.faults.add({ call: "token", answer: 500 });
  clock.turn(720_000);
  const tokenRequests = () => world.logged.filter(({ path }) => path === "/oauth2/v3/token").length;
  expect(await token()).toBe(first);
  await expect.poll(tokenRequests).toBe(2);
  for (let time = 1; time <= 50; time++) expect(await token()).toBe(first);
  expect(tokenRequests()).toBe(2);
  expect(world.logged.filter(({ level }) => level === 50)).toEqual([]);
  clock.turn(180_000);
  await expect(token()).rejects.toMatchObject({ code: "failed" });
  expect(world.logged.filter(({ level }) => level === 50)).toHaveLength(1);
});

test("a token tokensIssued after a refusal that is refused again isn't discarded at once", async () => {
  await using token = tokens();
  const second = await token(await token());
  for (let time = 1; time <= 20; time++) expect(await token(second)).toBe(second);
  expect(tokensIssued()).toBe(2);
  clock.turn(30_000);
  expect(await token(second)).not.toBe(second);
});

test("an outage of LINE", async () => {
  await using token = tokens();
  world.line.faults.add({ call: "token", answer: "cut", times: 1 });
  await expect(token()).rejects.toMatchObject({ code: "no_answer" });
  expect(await token()).toMatch(/^[\da-f]{64}$/);
});

test("a client whose token expired gets another within one call", async () => {
  await using token = tokens();
  await using sender = createMessagingClient({
    apiBaseUrl: world.line.origin,
    token,
    clock,
    log: world.log,
  });
  await sender.getProfile(somchai);
  world.line.faults.add({ call: "profile", answer: 401, times: 1 });
  expect(await sender.getProfile(somchai)).toMatchObject({ displayName: "สมชาย" });
  expect(tokensIssued()).toBe(2);
});
