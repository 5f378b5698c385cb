/** The demo data as documented, and the commands that manage it. */
import { demoGiftSets } from "../../../src/config/config.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import { systemClock } from "../../../src/clock.ts";
import { runDemo, type DemoOptions } from "../../../src/cli/demo.ts";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import { demoPeople, loyaltyEmulatorFile } from "../../../src/emulators/loyalty/index.ts";
import { createLog } from "../../../src/observability/log.ts";
import { allOf, cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

function folder() {
  const path = mkdtempSync(join(tmpdir(), "demo-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const members = (loyalty: LoyaltyClient) => allOf(loyalty.getProfile);

test("there are 260 members, including the hand-written ones", async () => {
  const loyalty = (await startPlatform()).client();
  const profiles = await members(loyalty);
  expect(profiles).toHaveLength(260);
  expect((await loyalty.getProfile({})).pagination).toEqual({ total: 260, page: 1, size: 20 });
  const cards = (search: string) =>
    memberBy(loyalty, search).then((member) =>
      member.cards.map(({ card_type, point }) => `${card_type} ${point}`),
    );
  expect(await cards("สมชาย ใจดี")).toEqual(["GOLD 1250"]);
  expect(await cards("080-000-0002")).toEqual(["SILVER 320"]);
  expect(await cards("田中 陽菜")).toEqual(["GOLD 4980"]);
  expect(await cards("佐藤")).toEqual(["MEMBER 0"]);
  expect(await cards("olivia b")).toEqual(["PLATINUM 18400"]);
  expect(await cards("林怡君")).toEqual(["GOLD 760"]);
  expect(await cards("O'Connor-Lee")).toEqual(["SILVER 205"]);
  expect(await cards("Emma Newman")).toEqual([]);
  expect(await cards("สามบัตร")).toEqual(["GOLD 2040", "SILVER 150", "STAFF 500"]);
  expect(await memberBy(loyalty, "Nok")).toMatchObject({ lastName: "" });
  expect(await memberBy(loyalty, '<b>&"')).toMatchObject({ lastName: "</script>" });
  expect(await memberBy(loyalty, "อนงค์")).toMatchObject({ active: false });
  expect(await memberBy(loyalty, "ธนา")).toMatchObject({ verified: false, otpVerified: false });
  expect(await memberBy(loyalty, "ประเสริฐ")).toMatchObject({ lineId: "", lineVerified: false });
  expect(await memberBy(loyalty, "Sam")).toMatchObject({ profilePicture: "", otherData: [] });
  expect((await loyalty.getProfile({ search: "0800000013" })).pagination.total).toBe(2);
  const lineIds = profiles.map(({ lineId }) => lineId).filter(Boolean);
  expect(lineIds.length - new Set(lineIds).size).toBe(1);
});

test("the demo's people are members by their lineId, except the stranger and the staff", async () => {
  const loyalty = (await startPlatform()).client();
  const known = new Map(
    await Promise.all(
      demoPeople.map(async ({ label, lineId }) => {
        expect(lineId).toMatch(/^U[0-9a-f]{32}$/);
        const { pagination } = await loyalty.getProfile({ search: lineId });
        return [label, pagination.total] as const;
      }),
    ),
  );
  expect(known.get("stranger")).toBe(0);
  expect(known.get("ambiguous")).toBe(2);
  const staff = demoPeople.filter((person) => person.staff);
  expect(staff.map(({ label }) => known.get(label))).toEqual(staff.map(() => 0));
  expect([...known.values()].filter((total) => total === 1)).toHaveLength(
    known.size - staff.length - 2,
  );
});

test("a search matches exact values, else the beginning of a name, and no phone number by few digits", async () => {
  const loyalty = (await startPlatform()).client();
  const found = async (search: string) =>
    (await loyalty.getProfile({ search, size: 100 })).data.map(({ name }) => name);
  const { uuid } = await memberBy(loyalty, "สมชาย");
  const { card_no } = await cardOf(loyalty, "สมชาย");
  expect(await found(uuid)).toEqual(["สมชาย"]);
  expect(await found(card_no)).toEqual(["สมชาย"]);
  expect(await found("OLIVIA")).toEqual(["Olivia"]);
  expect(await found("brow")).toEqual(["Olivia"]);
  expect(await found("liv")).toEqual(["Olivia"]);
  expect(await found("rown")).toEqual([]);
  expect(await found("080")).toEqual([]);
  expect(await found("001")).toEqual([]);
  expect(await found("%")).toEqual([]);
  expect(await found("_")).toEqual([]);
  expect(await found(uuid.slice(0, -1))).toEqual([]);
  expect(await found("   ")).toHaveLength(100);
});

test("the ledger, campaigns, coupon sets and gifts are seeded", async () => {
  // The clock doesn't advance: one coupon expires today, one expired a second ago.
  const clock = manualClock();
  const loyalty = (await startPlatform({ clock })).client();
  const movements = await allOf(loyalty.getTransaction);
  expect(movements.length).toBeGreaterThan(500);
  expect(movements.length).toBeLessThan(700);
  const have = (key: string) => new Set(movements.map((row) => row[key as keyof typeof row]));
  expect(have("status")).toEqual(new Set(["COMPLETED", "VOIDED"]));
  expect(have("method")).toEqual(new Set([1, 2, undefined]));
  const document = await loyalty.getTransaction({ ref_no: "POS1-0042" });
  expect(document.data.map(({ type }) => type)).toEqual(["BURN", "ADD"]);
  for (const ref_no of ["INV/2026/001", "#1024", "A 17", "ใบเสร็จ ๐๑"])
    expect((await loyalty.getTransaction({ ref_no })).pagination.total).toBe(1);
  expect(have("created_at")).toContain("2025-12-31T16:59:59.999Z");

  const campaigns = await allOf(loyalty.getCampaign);
  expect(campaigns).toHaveLength(8);
  for (const status of ["SCHEDULED", "ACTIVE", "ENDED", "CANCELED"] as const) {
    const { data } = await loyalty.getCampaign({ status });
    expect(data).toEqual(campaigns.filter((campaign) => campaign.status === status));
    expect(data.length).toBeGreaterThan(0);
  }
  expect((await loyalty.getCampaign({ search: "週末" })).data).toMatchObject([
    { name: "週末ポイント2倍", type: "POINT_MULTIPLIER" },
  ]);

  const sets = await allOf(loyalty.getCouponSet);
  expect(sets).toHaveLength(9);
  const ten = sets.find(({ name }) => name.startsWith("10% off"));
  expect(ten?.count).toMatchObject({ total: 50, pending: 3, voided: 1 });
  const giveable = await allOf(loyalty.getCouponSet, { giveable: true });
  const closed = await allOf(loyalty.getCouponSet, { giveable: false });
  expect([giveable.length, closed.length]).toEqual([5, 4]);
  const welcome = campaigns.find(({ type }) => type === "COUPON")!;
  expect(sets.map(({ uuid }) => uuid)).toContain(welcome.coupon_set_uuid);

  const gifts = await allOf(loyalty.getGiveCouponHistory);
  expect(gifts).toHaveLength(91);
  for (const status of ["GIVEN", "USED", "VOIDED", "EXPIRED"] as const) {
    const { pagination } = await loyalty.getGiveCouponHistory({ status });
    expect(pagination.total).toBe(gifts.filter((gift) => gift.status === status).length);
    expect(pagination.total).toBeGreaterThan(0);
  }
  const ends = gifts.map(({ expires_at }) => expires_at);
  expect(ends).toContain("2026-11-23T17:00:00.000Z");
  expect(ends).toContain(new Date(clock.now() - 1000).toISOString());
});

test("somebody has a birthday tomorrow, and somebody a coupon that ends in two days", async () => {
  const loyalty = (await startPlatform({ clock: manualClock() })).client();
  const all = await members(loyalty);
  const born = all.find(({ name }) => name.includes("José"))?.otherData;
  expect(born).toContainEqual({ key: "birthdate", value: "1992-11-24" });
  const emma = all.find(({ name }) => name === "Emma")?.uuid ?? "";
  const { data } = await loyalty.getGiveCouponHistory({ member_uuid: emma, usable: true });
  expect(data).toMatchObject([
    { coupon_set_uuid: demoGiftSets.birthday, expires_at: "2026-11-25T17:00:00.000Z" },
  ]);
});

test("seeding is deterministic", async () => {
  const clock = manualClock();
  const content = async () => {
    const loyalty = (await startPlatform({ clock })).client();
    return [
      (await members(loyalty)).map(({ uuid, name, cards }) => [uuid, name, cards]),
      await allOf(loyalty.getTransaction),
      await allOf(loyalty.getGiveCouponHistory),
    ];
  };
  expect(await content()).toEqual(await content());
});

function command(dataDir: string, more: Partial<DemoOptions> = {}) {
  const lines: string[] = [];
  const options: DemoOptions = {
    dataDir,
    port: 0,
    clock: manualClock(),
    log: createLog("silent"),
    print: (line) => void lines.push(line),
    stop: AbortSignal.abort(),
    ...more,
  };
  return {
    run: async (...args: string[]) => {
      lines.length = 0;
      return { code: await runDemo(args, options), text: lines.join("\n") };
    },
  };
}

test("the commands work while the emulator runs, and keys survive a reset", async () => {
  const dataDir = folder();
  const platform = await startPlatform({ file: loyaltyEmulatorFile(dataDir) });
  const loyalty = platform.client();
  const { card_no } = await cardOf(loyalty, "Olivia");
  await loyalty.addPoint({ card_no, method: 2, points: 1, ref_id: "before" });
  const { run } = command(dataDir, { clock: systemClock });

  const { text } = await run("credentials", "--json");
  const credentials = JSON.parse(text) as typeof platform.credentials;
  expect(credentials.businesses).toEqual(platform.credentials.businesses);
  const { exchange_token } = credentials;
  await expect(loyalty.exchangeAccessToken({ exchange_token })).resolves.toBeTruthy();

  expect(await run("members", "300")).toMatchObject({ code: 0, text: "40 members added." });
  expect((await loyalty.getProfile({ size: 1 })).pagination.total).toBe(300);
  expect(await run("reset")).toMatchObject({ code: 0 });
  expect((await loyalty.getProfile({ size: 1 })).pagination.total).toBe(260);
  expect(await cardOf(loyalty, "Olivia")).toMatchObject({ point: 18_400 });
  await loyalty.addPoint({ card_no, method: 2, points: 2, ref_id: "before" });
});

test("the emulator starts on its own and prints its address", async () => {
  const { run } = command(folder());
  const { code, text } = await run("serve");
  expect(code).toBe(0);
  expect(text).toMatch(/Loyalty platform +http:\/\/127\.0\.0\.1:\d+\/api\n/);
  expect(text).toMatch(/SAKURA01 +api_key \S+ +api_secret \S+/);
});

test.each(["strict", "loose", "odd", "slow"])(
  "the emulator starts as a %s platform",
  async (as) => {
    const { run } = command(folder());
    expect(await run("serve", "--as", as)).toMatchObject({
      code: 0,
      text: expect.stringMatching(new RegExp(`^Behaviour +${as}$`, "m")),
    });
  },
);

test("another behaviour is refused with the nearest one", async () => {
  const { run } = command(folder());
  await expect(run("serve", "--as", "lose")).rejects.toThrow(
    /did you mean loose\?[^]*strict, loose/,
  );
});

test.each([[[]], [["dance"]], [["members"]], [["members", "many"]], [["reset", "now"]]])(
  "%j is refused with the usage",
  async (args) => {
    const { run } = command(folder());
    await expect(run(...args)).rejects.toThrow(/serve, reset, credentials/);
  },
);
