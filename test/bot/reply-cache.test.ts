/** Cached replies belong to one member lookup: they are found by everything that they depend on, and dropped with it. */
import { setFlagsFromString } from "node:v8";
import { setImmediate } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createReplyCache, type ReplyKey } from "../../src/bot/reply-cache.ts";
import { serializedFrom } from "../../src/line/messages/prepare-reply.ts";
import type { MemberProfile } from "../../src/loyalty/contract.ts";
import { noReplicas } from "../../src/store/sqlite/open.ts";
import { createMemberCache, type MemberLookup } from "../../src/members/member-cache.ts";
import { manualClock } from "../support/clock.ts";

const key: ReplyKey = {
  intent: "balance",
  page: 1,
  card: "",
  language: "th",
  translationsVersion: "1",
};
const reply = serializedFrom('[{"type":"text","text":"1,250 points"}]', 1);

const profile = { uuid: "1", lineId: "U1", active: true } as MemberProfile;
const createLookup = (): MemberLookup => ({ kind: "member", profile });

/** A cache whose lookup has answered before. */
function createAsked(lookup: MemberLookup) {
  const cache = createReplyCache();
  cache.add(lookup, { ...key, intent: "help" }, reply);
  return cache;
}

test("the first reply of a lookup isn't cached: most members ask once", () => {
  const cache = createReplyCache();
  const lookup = createLookup();
  cache.add(lookup, key, reply);
  expect(cache.find(lookup, key)).toBeNull();
  cache.add(lookup, key, reply);
  expect(cache.find(lookup, key)?.json).toBe(reply.json);
  expect(cache.find(createLookup(), key)).toBeNull();
});

test("a cached reply is found only by an equal key", () => {
  const lookup = createLookup();
  const cache = createAsked(lookup);
  cache.add(lookup, key, reply);
  expect(cache.find(lookup, { ...key })?.json).toBe(reply.json);
  const others: Partial<ReplyKey>[] = [
    { intent: "card" },
    { page: 2 },
    { card: "1" },
    { language: "ja" },
    { translationsVersion: "2" },
  ];
  for (const other of others) expect(cache.find(lookup, { ...key, ...other })).toBeNull();
});

test("several replies are cached for one lookup", () => {
  const lookup = createLookup();
  const cache = createAsked(lookup);
  const second = serializedFrom('[{"type":"text","text":"page 2"}]', 1);
  cache.add(lookup, key, reply);
  cache.add(lookup, { ...key, page: 2 }, second);
  expect(cache.find(lookup, key)?.json).toBe(reply.json);
  expect(cache.find(lookup, { ...key, page: 2 })?.json).toBe(second.json);
});

test("a new lookup of the same member has no cached replies, whether the former expired or was dropped", async () => {
  const clock = manualClock();
  const members = createMemberCache({
    find: async () => [profile],
    clock,
    size: 10,
    ttlMs: 60_000,
    changes: noReplicas,
  });
  const cache = createReplyCache();
  const cached = () => {
    const lookup = members.cached("U1");
    return lookup && cache.find(lookup, key);
  };
  for (const drop of [
    () => clock.turn(61_000),
    () => members.forget("U1"),
    () => members.invalidate({ memberUuid: "1", lineId: "" }),
  ]) {
    const lookup = await members.lookup("U1");
    cache.add(lookup, key, reply);
    cache.add(lookup, key, reply);
    expect(cached()?.json).toBe(reply.json);
    drop();
    await members.lookup("U1");
    expect(cached()).toBeNull();
  }
});

test("the memory of cached replies is freed with their lookup", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const cache = createReplyCache();
  const cachedReply = (() => {
    const lookup = createLookup();
    cache.add(lookup, key, reply);
    cache.add(lookup, key, reply);
    const found = cache.find(lookup, key);
    return found && new WeakRef(found);
  })();
  expect(cachedReply?.deref()).toBeDefined();
  // A weak reference keeps its target until the current task ends.
  await setImmediate();
  collectGarbage();
  expect(cachedReply?.deref()).toBeUndefined();
});
