/** What the doctor sees of the embedded platform as a strict and as a loose one. */
import { describe, expect, test } from "vitest";
import type { BehaviourName } from "../../src/emulators/loyalty/index.ts";
import { probeList } from "../../src/cli/doctor/assumptions/list-probes.ts";
import { observePlatform } from "../../src/cli/doctor/assumptions/observe.ts";
import { assumptionTable } from "../../src/cli/doctor/assumptions/assumption.ts";
import { manualClock } from "../support/clock.ts";
import type { LoyaltyClient } from "../../src/loyalty/client.ts";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { startPlatform } from "../emulators/loyalty/loyalty-world.ts";

async function observe(behaviour: BehaviourName) {
  const clock = manualClock();
  const platform = await startPlatform({ behaviour, clock });
  const options = { api: "v1" as const, overrides: {}, hasExchange: false, clock };
  const { baseUrl } = platform;
  return observePlatform(platform.client({ restMs: 0 }), { ...options, baseUrl });
}

test("a strict platform refuses what isn't public, and takes the rest", async () => {
  const { assumptions, observations } = await observe("strict");
  const differing = assumptions.filter(({ holds }) => holds === "no");
  expect(new Set(differing.map(({ seen }) => seen))).toEqual(new Set(["refused (400)"]));
  const { operations, findsLineIds } = observations;
  expect(findsLineIds).toBe(true);
  expect(operations.getProfile?.fields).toEqual({ sort: "works" });
  expect(operations.getTransaction?.fields).toEqual({
    member_uuid: "refused",
    card_no: "refused",
    ref_no: "refused",
    ref_id: "refused",
    from: "works",
    to: "works",
    sort: "refused",
  });
  const lists = [operations.getCampaign, operations.getCouponSet, operations.getGiveCouponHistory];
  for (const list of lists)
    expect(new Set(Object.values(list!.fields))).toEqual(new Set(["refused"]));
  expect(operations.checkCoupon?.fields).toEqual({ member_uuid: "refused" });
});

test("a loose platform ignores filters and sort orders, and sends smaller pages", async () => {
  const { assumptions, observations } = await observe("loose");
  const { operations, findsLineIds } = observations;
  expect(findsLineIds).toBe(true);
  expect(operations.getTransaction).toEqual({
    fields: {
      member_uuid: "ignored",
      card_no: "ignored",
      ref_no: "ignored",
      ref_id: "ignored",
      from: "works",
      to: "works",
      sort: "ignored",
    },
    maxSize: 250,
  });
  expect(operations.getCampaign).toEqual({
    fields: { status: "ignored", sort: "ignored" },
    maxSize: 5,
  });
  expect(operations.getCouponSet).toMatchObject({ fields: { giveable: "ignored" }, maxSize: 5 });
  expect(operations.getGiveCouponHistory).toMatchObject({
    fields: { sort: "ignored" },
    maxSize: 50,
  });
  const missing = assumptions.filter(
    ({ assumed, holds }) => assumed.startsWith("at /") && holds === "no",
  );
  expect(missing).toEqual([]);
  for (const line of assumptionTable(assumptions)) expect(line.length).toBeLessThan(260);
});

test("a platform that sorts, but only upwards, ignores the sort order", async () => {
  const client = (await startPlatform({ clock: manualClock() })).client({ restMs: 0 });
  const upwards: typeof client = {
    ...client,
    async getTransaction(query, options) {
      const page = await client.getTransaction(query, options);
      return query.sort?.startsWith("-") ? { ...page, data: page.data.toReversed() } : page;
    },
  };
  const effectOf = async (of: typeof client) =>
    (await probeList(of, "getTransaction", "v1")).observed.fields["sort"];
  expect(await effectOf(client)).toBe("works");
  expect(await effectOf(upwards)).toBe("ignored");
});

describe("of an empty list", () => {
  const names = ["getCampaign", "getTransaction", "getCouponSet", "getGiveCouponHistory"] as const;
  const empty = { pagination: { total: 0, page: 1, size: 20 }, data: [] };
  const probes = async (answer: (query: object) => typeof empty) => {
    const call = async (query: object) => answer(query);
    const client = { getCampaign: call, getTransaction: call, getCouponSet: call };
    const loyalty = { ...client, getGiveCouponHistory: call } as unknown as LoyaltyClient;
    return Promise.all(names.map((name) => probeList(loyalty, name, "v1")));
  };

  test("nothing is known: neither filters, orders nor sizes", async () => {
    for (const { assumptions, observed } of await probes(() => empty)) {
      expect(observed).toEqual({ fields: {} });
      expect(assumptions.map(({ holds }) => holds)).not.toContain("yes");
      expect(assumptions.map(({ holds }) => holds)).not.toContain("no");
      expect(assumptions.map(({ seen }) => seen).join()).not.toContain("works");
    }
  });

  test("what is refused is known all the same", async () => {
    const refusal = new LoyaltyError("BAD_REQUEST", "no such filter", {
      operation: "getTransaction",
      status: 400,
    });
    const answer = (query: object) => {
      if ("ref_id" in query) throw refusal;
      return empty;
    };
    const [, transactions, , history] = await probes(answer);
    expect(transactions?.observed.fields).toEqual({ ref_id: "refused" });
    expect(history?.observed.fields).toEqual({ ref_id: "refused" });
  });

  test("where rows have no such field, an empty answer to a made-up value proves nothing", async () => {
    const row = { uuid: "1", status: "ACTIVE", created_at: "2026-11-23T05:00:00Z" };
    const rows = { ...empty, pagination: { ...empty.pagination, total: 1 }, data: [row] };
    const [, transactions] = await probes((query) =>
      "ref_no" in query || "card_no" in query ? empty : (rows as unknown as typeof empty),
    );
    expect(transactions?.observed.fields).toMatchObject({ ref_id: "ignored" });
    expect(transactions?.observed.fields).not.toHaveProperty("ref_no");
    expect(transactions?.observed.fields).not.toHaveProperty("card_no");
  });

  test("an order whose other direction comes empty isn't known", async () => {
    const times = ["2026-11-22T05:00:00Z", "2026-11-23T05:00:00Z"];
    const data = times.map((created_at, index) => ({ uuid: String(index), created_at }));
    const rows = { ...empty, pagination: { ...empty.pagination, total: 2 }, data };
    const [, transactions] = await probes((query) =>
      "sort" in query && String(query.sort).startsWith("-") ? empty : (rows as never),
    );
    expect(transactions?.observed.fields).not.toHaveProperty("sort");
  });
});
