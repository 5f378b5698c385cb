/** Concurrent and repeated calls: no effect happens twice, and no balance goes below zero. */
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LoyaltyError } from "../../../src/loyalty/errors.ts";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

async function outcomes(count: number, attack: (index: number) => Promise<unknown>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, i) => attack(i)));
  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [(result.reason as LoyaltyError).code] : [],
  );
  return { successes: count - refusals.length, refusals: [...new Set(refusals)] };
}

test("50 parallel burns of a full balance: one succeeds", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no, point: points } = await cardOf(loyalty, "Olivia");
  expect(await outcomes(50, () => loyalty.burnPoint({ card_no, points }))).toEqual({
    successes: 1,
    refusals: ["INSUFFICIENT_POINTS"],
  });
  expect(await cardOf(loyalty, "Olivia")).toMatchObject({ point: 0 });
});

test("50 parallel gifts from a set of 10: ten succeed, each with its own code", async () => {
  const loyalty = (await startPlatform()).client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const { uuid: coupon_set_uuid } = await loyalty.createCouponSet({
    name: "Ten",
    type: "OTHER",
    source: "GENERATE",
    quantity: 10,
  });
  const give = () => loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
  expect(await outcomes(50, give)).toEqual({ successes: 10, refusals: ["OUT_OF_STOCK"] });
  const { data } = await loyalty.getGiveCouponHistory({ coupon_set_uuid, size: 100 });
  expect(new Set(data.map(({ code }) => code)).size).toBe(10);
});

test("20 parallel uses of a coupon: one succeeds", async () => {
  const loyalty = (await startPlatform()).client();
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const set = await loyalty.createCouponSet({
    name: "One",
    type: "OTHER",
    source: "AUTO_GENERATE",
  });
  const { data } = await loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid: set.uuid });
  const { code } = data[0]!;
  expect(await outcomes(20, () => loyalty.markUseCoupon({ code }))).toEqual({
    successes: 1,
    refusals: ["COUPON_USED"],
  });
});

test("20 equal calls with one ref_id: one movement, 20 equal responses", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no, point } = await cardOf(loyalty, "Olivia");
  const add = { card_no, method: 2, points: 10, ref_id: "same" } as const;
  const answers = await Promise.all(Array.from({ length: 20 }, () => loyalty.addPoint(add)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await cardOf(loyalty, "Olivia")).toMatchObject({ point: point + 10 });
});

test("every write with a ref_id answers a repetition with the stored response and marks it as replayed", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const { uuid: memberUuid } = await memberBy(loyalty, "Olivia");
  const set = { name: "Auto", type: "OTHER", source: "AUTO_GENERATE", ref_id: "k" } as const;
  const created = await loyalty.createCouponSet(set);
  const gift = { memberUuid, coupon_set_uuid: created.uuid, ref_id: "k" };
  const given = await loyalty.giveCouponToMemberId(gift);
  const use = { coupon_uuid: given.data[0]!.uuid, ref_id: "k" };
  const used = await loyalty.markUseCoupon(use);
  const add = { card_no, method: 2, points: 5, ref_id: "k" } as const;
  const added = await loyalty.addPoint(add);
  const burn = { card_no, points: 5, ref_id: "k" };
  const burned = await loyalty.burnPoint(burn);

  expect(await loyalty.createCouponSet(set)).toEqual(created);
  expect(await loyalty.giveCouponToMemberId(gift)).toEqual(given);
  expect(await loyalty.markUseCoupon(use)).toEqual(used);
  expect(await loyalty.addPoint(add)).toEqual(added);
  expect(await loyalty.burnPoint(burn)).toEqual(burned);
  expect(platform.requests().filter(({ replayed }) => replayed)).toHaveLength(5);

  const reused = { code: "REF_REUSED", status: 422 };
  await expect(loyalty.createCouponSet({ ...set, name: "Other" })).rejects.toMatchObject(reused);
  await expect(loyalty.giveCouponToMemberId({ ...gift, quantity: 2 })).rejects.toMatchObject(
    reused,
  );
  await expect(loyalty.markUseCoupon({ ...use, staff_code: "S" })).rejects.toMatchObject(reused);
  await expect(loyalty.addPoint({ ...add, points: 6 })).rejects.toMatchObject(reused);
  await expect(loyalty.burnPoint({ ...burn, points: 6 })).rejects.toMatchObject(reused);
});

test("a replayed response has a header, and unknown fields don't change the key's request", async () => {
  const platform = await startPlatform();
  const { sakura } = platform;
  const loyalty = platform.client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const { access_token } = await loyalty.getAccessToken({ business_code: sakura.code, ...sakura });
  const add = (body: object) =>
    fetch(`${platform.baseUrl}/api/v1/connect/add/points`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const first = await add({ card_no, method: 2, points: 1, ref_id: "h" });
  expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
  const again = await add({ ref_id: "h", points: 1, method: 2, card_no, unknown: true });
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await again.json()).toEqual(await first.json());
});

test("a refusal isn't stored: the same key can succeed later", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "佐藤");
  const burn = { card_no, points: 10, ref_id: "later" };
  await expect(loyalty.burnPoint(burn)).rejects.toMatchObject({ code: "INSUFFICIENT_POINTS" });
  await loyalty.addPoint({ card_no, method: 2, points: 10 });
  await expect(loyalty.burnPoint(burn)).resolves.toMatchObject({ balance_after: 0 });
});

test("a void frees the document's number but never the key", async () => {
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  const add = { card_no, method: 2, points: 10, ref_no: "doc", ref_id: "key" } as const;
  const added = await loyalty.addPoint(add);
  await loyalty.voidTransactionByRefId({ refId: "key" });
  expect(await loyalty.addPoint(add)).toEqual(added);
  await expect(loyalty.addPoint({ ...add, ref_id: "key-2" })).resolves.toMatchObject({
    status: "COMPLETED",
  });
});

test("while another process writes, calls fail as busy without effect", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "busy-")), "platform.sqlite");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const platform = await startPlatform({ file });
  const loyalty = platform.client({ timeoutMs: 700 });
  const { card_no, point } = await cardOf(loyalty, "Olivia");
  using other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const add = { card_no, method: 2, points: 1, ref_id: "busy" } as const;
  await expect(loyalty.addPoint(add)).rejects.toMatchObject({
    code: "BUSY",
    status: 503,
    ambiguous: false,
  });
  expect(await cardOf(loyalty, "Olivia")).toMatchObject({ point });
  other.exec("ROLLBACK");
  await expect(loyalty.addPoint(add)).resolves.toMatchObject({ balance_after: point + 1 });
});
