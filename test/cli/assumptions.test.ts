/** What the doctor sees of the embedded platform as a strict and as a loose one. */
import { expect, test } from "vitest";
import type { BehaviourName } from "../../src/emulators/loyalty/index.ts";
import { probeList } from "../../src/cli/doctor/assumptions/list-probes.ts";
import { observePlatform } from "../../src/cli/doctor/assumptions/observe.ts";
import { assumptionTable } from "../../src/cli/doctor/assumptions/table.ts";
import { manualClock } from "../support/clock.ts";
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
