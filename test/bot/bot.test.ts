/** Property tests of the bot: for any event it returns valid messages or none, and it never throws. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "../support/properties.ts";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../src/bot/staff/commands/index.ts";
import { createStaffContext } from "../../src/bot/staff/create-staff-context.ts";
import { createCommandRouter } from "../../src/bot/staff/command-router.ts";
import { createNoticeReader } from "../../src/bot/staff/orders/notices.ts";
import { createBot } from "../../src/bot/bot.ts";
import { intents } from "../../src/bot/intents/intents.ts";
import { phrasesIn } from "../../src/bot/routing/text-router.ts";
import { createUserLanguages } from "../../src/bot/i18n/user-language.ts";
import { createCodeGuessLimiter } from "../../src/bot/routing/code-guess-limiter.ts";
import { createMemberCache } from "../../src/members/member-cache.ts";
import { createSearchLookup } from "../../src/members/search-lookup.ts";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import { readConfig } from "../../src/config/config.ts";
import { defaultOddThresholds } from "../../src/config/odd-thresholds.ts";
import { languages } from "../../src/config/environment-schema.ts";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { serializeMessages, type Message } from "../../src/line/messages/prepare-reply.ts";
import { createCouponSetCache } from "../../src/loyalty/coupon-sets.ts";
import { createRewardPrices } from "../../src/loyalty/reward-prices.ts";
import { createLog } from "../../src/observability/log.ts";
import { noReplicas, openSqliteStore } from "../../src/store/sqlite/open.ts";
import { startPlatform } from "../emulators/loyalty/loyalty-world.ts";
import { manualClock } from "../support/clock.ts";
import { brand } from "../support/render-context.ts";

const names = intents.map(({ name }) => name);
const phrases = intents.flatMap((intent) =>
  languages.flatMap((language) => phrasesIn(intent, language)),
);

const anyText = fc.oneof(
  fc.constantFrom(...phrases),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc
    .tuple(fc.string({ unit: "grapheme" }), fc.constantFrom(...phrases), fc.string())
    .map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom(...commands), fc.string({ unit: "grapheme", maxLength: 40 }))
    .map(([{ name }, rest]) => `/${name} ${rest}`),
  fc.constantFrom("(".repeat(5000), "(a)".repeat(1600), "\uD800", " ", "/gift x", "\u0000"),
);
const offset = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double());
const textRanges = fc.array(fc.record({ index: offset, length: offset }), { maxLength: 4 });

const anyMessage = fc.record(
  {
    id: fc.string(),
    type: fc.oneof(
      { weight: 4, arbitrary: fc.constant("text") },
      { weight: 1, arbitrary: fc.constantFrom("sticker", "image", "location", "hologram") },
    ),
    text: anyText,
    emojis: textRanges,
    mention: fc.record({
      mentionees: fc.array(
        fc.record({
          type: fc.constantFrom("user", "all"),
          index: offset,
          length: offset,
          isSelf: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
    }),
  },
  { requiredKeys: ["id", "type"] },
);

const anyData = fc.oneof(
  fc.string(),
  fc
    .tuple(
      fc.constantFrom(...names, "vanished", "__proto__"),
      fc.constantFrom("page", "to", "code", "card"),
      fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom(...languages)),
    )
    .map(([intent, key, value]) => new URLSearchParams({ do: intent, [key]: value }).toString()),
);

const anySource = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...demoPeople).map(({ lineId }) => ({
      type: "user",
      userId: lineId,
    })),
  },
  { weight: 1, arbitrary: fc.constantFrom({ type: "user" }, { type: "room", roomId: "R1" }) },
  { weight: 2, arbitrary: fc.constant({ type: "group", groupId: "C1", userId: "U1" }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const anyEvent: fc.Arbitrary<LineEvent> = fc
  .record({
    type: fc.oneof(
      { weight: 4, arbitrary: fc.constant("message") },
      { weight: 2, arbitrary: fc.constant("postback") },
      {
        weight: 2,
        arbitrary: fc.constantFrom("follow", "unfollow", "unsend", "join", "messageEdited", "nova"),
      },
    ),
    webhookEventId: fc.uuid(),
    source: anySource,
    message: anyMessage,
    data: anyData,
    isUnblocked: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ type, webhookEventId, source, message, data, isUnblocked }) => ({
    type,
    webhookEventId,
    timestamp: 0,
    replyToken: "r",
    ...(source && { source }),
    ...(["message", "messageEdited"].includes(type) && { message }),
    ...(type === "postback" && { postback: { data } }),
    ...(type === "follow" && { follow: { isUnblocked } }),
    ...(type === "unsend" && { unsend: { messageId: message.id } }),
  }));

async function setUp() {
  const clock = manualClock();
  const log = createLog("silent");
  const platform = await startPlatform();
  const loyalty = platform.client();
  const messagesSent: Message[] = [];
  const faults: unknown[] = [];
  const members = createMemberCache({
    find: createSearchLookup(loyalty),
    clock,
    size: 1000,
    ttlMs: 60_000,
    changes: noReplicas,
  });
  const dir = mkdtempSync(join(tmpdir(), "handle-"));
  const store = openSqliteStore(dir, clock);
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const staffContext = createStaffContext({
    loyalty,
    members,
    store,
    ownerLineIds: demoPeople.slice(0, 2).map(({ lineId }) => lineId),
    displayName: async () => "Malee",
    limits: readConfig({}).config.limits,
    approvalAbove: 5,
    oddThresholds: defaultOddThresholds,
    redemptionsPerMemberDay: 5,
    timeZone: "Asia/Bangkok",
    idempotent: true,
    clock,
  });
  const couponSets = createCouponSetCache(clock);
  const bot = createBot({
    loyalty,
    couponSets,
    members,
    rewardPrices: createRewardPrices({ file: {}, staffPrices: async () => new Map() }),
    redeemer: staffContext.redeemer,
    commands: createCommandRouter({ table: commands, staffContext }),
    notices: createNoticeReader({
      ...store,
      loyalty,
      couponSets,
      members,
      directory: staffContext.directory,
      redeemer: staffContext.redeemer,
      table: commands,
      clock,
      log: createLog("silent"),
    }),
    languages: createUserLanguages({
      account: "Ubot",
      offered: languages,
      lineUsers: {
        get: async () => ({ language: null, following: true }),
        write: async () => {},
        known: async () => [],
      },
      phoneLanguage: async (lineId) =>
        demoPeople.find((person) => person.lineId === lineId)?.language,
      clock,
      size: 1000,
    }),
    translations: createMessages(builtInCatalogues, "Asia/Bangkok"),
    brand: {
      ...brand,
      registerUrl: "https://shop.example/join",
      contactUrl: "tel:+6620000000",
    },
    basicId: "@sakura",
    timeZone: "Asia/Bangkok",
    codeGuesses: createCodeGuessLimiter(store.failedAttempts, "coupon code", clock),
    images: { qr: () => "https://bot.example/q.png", barcode: () => "https://bot.example/b.png" },
    prepare(messages) {
      const prepared = serializeMessages(messages, { allowHttpImages: true });
      messagesSent.push(...messages);
      faults.push(...prepared.replaced);
      return prepared;
    },
    clock,
    log,
  });
  return { bot, clock, messagesSent, faults };
}

test("any event gets a valid reply or none, and writes only to its sender", async () => {
  const { bot, clock, faults } = await setUp();
  await fc.assert(
    fc.asyncProperty(anyEvent, async (event) => {
      clock.turn(20_000);
      const handleLate: typeof bot.handle = (account, late) =>
        bot.handle(account, late, { lateAt: 0 });
      for (const answer of [bot.handle, handleLate, bot.errorReply]) {
        const { reply, writes } = await answer("Ubot", event);
        if (reply) expect(reply.count).toBeGreaterThan(0);
        for (const write of writes) {
          if ("lineId" in write) expect(write.lineId).toBe(event.source?.userId);
        }
      }
      expect(faults).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("replies in a group hold no member data", async () => {
  const { bot, messagesSent } = await setUp();
  const personal = demoPeople.map(({ displayName }) => displayName.split(" ")[0] ?? "");
  const inGroup = anyEvent.map((event) => ({
    ...event,
    source: { type: "group", groupId: "C1", userId: demoPeople[0]?.lineId },
  }));
  await fc.assert(
    fc.asyncProperty(inGroup, async (event) => {
      messagesSent.length = 0;
      const { writes } = await bot.handle("Ubot", event);
      expect(writes.filter(({ kind }) => kind === "language")).toEqual([]);
      const altTexts = messagesSent
        .map((message) => (message.type === "flex" ? message.altText : ""))
        .join();
      for (const name of personal) expect(altTexts).not.toContain(name);
      expect(messagesSent.every(({ type }) => type === "flex")).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("neither a failure nor a flood is answered in a group", async () => {
  const { bot } = await setUp();
  const event: LineEvent = {
    type: "message",
    webhookEventId: "01",
    timestamp: 0,
    replyToken: "r",
    source: { type: "group", groupId: "C1", userId: demoPeople[0]?.lineId },
    message: { id: "1", type: "text", text: "points" },
  };
  expect((await bot.errorReply("Ubot", event)).reply).toBeNull();
  expect((await bot.rateLimitReply("Ubot", event)).reply).toBeNull();
});

const sticker = (webhookEventId: string) => ({
  type: "message",
  webhookEventId,
  timestamp: 0,
  source: { type: "user", userId: demoPeople[0]?.lineId },
  message: { id: "1", type: "sticker" },
});

test("a retried event gets the fallback reply of its first attempt, the next one a shorter one", async () => {
  const { bot } = await setUp();
  const reply = async (id: string) => (await bot.handle("Ubot", sticker(id))).reply?.json;
  const full = await reply("first");
  expect(await reply("first")).toBe(full);
  const short = await reply("second");
  expect(short).not.toBe(full);
  expect(await reply("second")).toBe(short);
});
