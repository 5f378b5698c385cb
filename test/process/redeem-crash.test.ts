/** The bot is killed at each write of a redemption and of its undo: the points are burned once, and one coupon is given. */
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { until } from "../support/until.ts";

const lineId = demoPeople.find(({ label }) => label === "olivia")?.lineId ?? "";
const haltAtWrite = resolve(import.meta.dirname, "../support/halt-at-write.ts");
const price = 300;

/** Each write of a redemption: the claim, or the start of its undo; then for each step the send, and the outcome. */
const write = "update orders set";

test("on a platform without idempotent writes", async () => {
  const bot = await createBotProcess();
  onTestFinished(() => bot[Symbol.asyncDispose]());
  await using till = createTill({
    platform: bot.platform,
    lineId: () => lineId,
    clock: systemClock,
  });
  /** @param halts `before` or `after`, and which write of the process; null = it doesn't halt. */
  const start = (halts: string | null) => {
    const file = join(bot.dataDir, "halts");
    writeFileSync(file, halts === null ? "" : `${halts} ${write}`);
    const options = { NODE_OPTIONS: `--import ${haltAtWrite}`, HALTS: file };
    return bot.start({ CONNECT_IDEMPOTENT: "off", ...options });
  };
  const tap = async (data: string) =>
    (await bot.line.act(lineId, { type: "postback", data })).webhookEventId;
  let halted = 0;
  /** Kills the bot where it has halted; it was down for two minutes, so that no send is in flight any more. */
  async function killAndStart(halts: string | null): Promise<void> {
    halted += 1;
    await until(() => bot.log().split("halted").length > halted, "the halt");
    await bot.kill();
    using store = new DatabaseSync(join(bot.dataDir, "bot", "bot.sqlite"));
    for (const step of [0, 1]) {
      store.exec(`update orders set steps = json_set(steps, '$[${step}].sentAt',
        steps ->> '$[${step}].sentAt' - 120000) where steps ->> '$[${step}].sentAt' > 0`);
    }
    await start(halts);
  }
  const { uuid: set } = await till.connect.createCouponSet({
    name: "Free iced latte",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: price,
  });
  const member = () => till.member("olivia");
  const points = async () => (await member()).cards[0]?.point ?? 0;
  const coupons = async () => {
    const { data } = await till.connect.getGiveCouponHistory({
      member_uuid: (await member()).uuid,
      coupon_set_uuid: set,
    });
    return data.map(({ status }) => status).toSorted();
  };
  const ask = async () => {
    const { messages } = await bot.line.nextReply(await tap(`do=redeem&set=${set}`));
    return buttonIn(messages, /yes=/);
  };
  const before = await points();

  // The claim.
  await start("after 1");
  const first = await tap(await ask());
  // The burn's send.
  await killAndStart("after 1");
  // The outcome of the burn, behind its second send: it has happened, and nobody knows yet.
  await killAndStart("before 2");
  // Behind the outcome and the gift's two writes: the next redemption's claim, its burn's two, and its gift's send.
  await killAndStart("after 7");
  expect(factsOf((await bot.line.nextReply(first)).messages)).toContain("✓ Redeemed");
  expect([await points(), await coupons()]).toEqual([before - price, ["GIVEN"]]);

  const second = await tap(await ask());
  // The outcome of the gift, behind its second send.
  await killAndStart("before 2");
  // Behind that outcome: the undo's start, the send that voids the coupon, and its outcome.
  await killAndStart("before 4");
  const { messages } = await bot.line.nextReply(second);
  expect(factsOf(messages)).toContain("✓ Redeemed");
  expect([await points(), await coupons()]).toEqual([before - 2 * price, ["GIVEN", "GIVEN"]]);

  const undone = await tap(buttonIn(messages, /undo=/));
  // Behind that outcome: the refund's send, and its outcome.
  await killAndStart("before 3");
  await killAndStart(null);
  expect(factsOf((await bot.line.nextReply(undone)).messages)).toContain("Undone");
  expect([await points(), await coupons()]).toEqual([before - price, ["GIVEN", "VOIDED"]]);
  const calls = (operation: "burnPoint" | "giveCouponToMemberId") =>
    bot.platform.requests({ operation }).length;
  expect([calls("burnPoint"), calls("giveCouponToMemberId")]).toEqual([2, 2]);
});
