/** Invariants of the ledger and of coupons after random sequences of writes. */
import * as fc from "../../support/properties.ts";
import { expect, test } from "vitest";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Coupon, Transaction } from "../../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";
import { allOf, memberBy, startPlatform } from "./loyalty-world.ts";

/** What a run has created so far, for its later steps. */
interface World {
  connect: LoyaltyClient;
  cards: string[];
  members: string[];
  sets: string[];
  ids: number[];
  coupons: string[];
  uses: string[];
}

type Step = (world: World) => Promise<unknown>;

const pick = <Item>(items: Item[], index: number) => items[index % items.length];
const index = fc.nat(1000);
const points = fc.integer({ min: 1, max: 400 });
const reference = fc.option(fc.constantFrom("a", "b", "c", "#1/2"), { nil: undefined });

async function noteMovement(world: World, call: Promise<Transaction>) {
  world.ids.push((await call).id);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ index, points, ref_no: reference, ref_id: reference }).map(
    ({ index: card, ...body }): Step =>
      (world) =>
        noteMovement(
          world,
          world.connect.addPoint({ card_no: pick(world.cards, card)!, method: 2, ...body }),
        ),
  ),
  fc.record({ index, points, ref_no: reference, ref_id: reference }).map(
    ({ index: card, ...body }): Step =>
      (world) =>
        noteMovement(
          world,
          world.connect.burnPoint({ card_no: pick(world.cards, card)!, ...body }),
        ),
  ),
  index.map((which): Step => async (world) => {
    const id = pick(world.ids, which);
    if (id !== undefined) await world.connect.voidTransactionById({ id });
  }),
  reference.map((refNo): Step => async (world) => {
    if (refNo !== undefined) await world.connect.voidTransactionByRefNo({ refNo });
  }),
  reference.map((refId): Step => async (world) => {
    if (refId !== undefined) await world.connect.voidTransactionByRefId({ refId });
  }),
  fc
    .record({
      set: index,
      member: index,
      quantity: fc.integer({ min: 1, max: 3 }),
      ref_id: reference,
    })
    .map(({ set, member, ...body }): Step => async (world) => {
      const { data } = await world.connect.giveCouponToMemberId({
        memberUuid: pick(world.members, member)!,
        coupon_set_uuid: pick(world.sets, set)!,
        ...body,
      });
      world.coupons.push(...data.map(({ uuid }) => uuid));
    }),
  fc.record({ index, ref_id: reference }).map(({ index: which, ref_id }): Step => async (world) => {
    const coupon_uuid = pick(world.coupons, which);
    if (coupon_uuid === undefined) return;
    const used = await world.connect.markUseCoupon({ coupon_uuid, ref_id });
    // A replayed response isn't another use.
    if (used.uuid === coupon_uuid && !world.uses.includes(`${ref_id} ${coupon_uuid}`))
      world.uses.push(ref_id === undefined ? coupon_uuid : `${ref_id} ${coupon_uuid}`);
  }),
  index.map((which): Step => async (world) => {
    const couponUuid = pick(world.coupons, which);
    if (couponUuid !== undefined) await world.connect.voidGiveCoupon({ couponUuid });
  }),
);

/** Expected refusals: not found, conflict, or a key that was used before. */
function isRefusal(error: unknown): boolean {
  return error instanceof LoyaltyError && [404, 409, 422].includes(error.status ?? 0);
}

function balanceOf(ledger: Transaction[]): number {
  return ledger
    .filter(({ status }) => status === "COMPLETED")
    .reduce((sum, { type, points: moved }) => sum + (type === "ADD" ? moved : -moved), 0);
}

async function expectRightBooks(world: World) {
  const { connect: loyalty } = world;
  for (const card_no of world.cards) {
    const { data } = await loyalty.getProfile({ search: card_no });
    const card = data[0]?.cards.find((one) => one.card_no === card_no);
    const ledger = await allOf(loyalty.getTransaction, { card_no });
    expect(card?.point).toBe(balanceOf(ledger));
    expect(card?.point).toBeGreaterThanOrEqual(0);
    const documents = ledger
      .filter(({ status, ref_no }) => status === "COMPLETED" && ref_no !== undefined)
      .map(({ type, ref_no }) => `${type} ${ref_no}`);
    expect(new Set(documents).size).toBe(documents.length);
  }
  const gives = await allOf(loyalty.getGiveCouponHistory);
  const open = gives.filter(({ status }) => status !== "VOIDED");
  expect(new Set(open.map(({ code }) => code)).size).toBe(open.length);
  const { data: sets } = await loyalty.getCouponSet({ size: 100 });
  for (const set of sets.filter(({ uuid }) => world.sets.includes(uuid))) {
    const of = (...statuses: Coupon["status"][]) =>
      gives.filter((give) => give.coupon_set_uuid === set.uuid && statuses.includes(give.status))
        .length;
    expect(set.count).toMatchObject({
      given: of("GIVEN", "EXPIRED"),
      used: of("USED"),
      voided: of("VOIDED"),
    });
  }
  // A voided coupon is available again.
  const generated = sets.find(({ uuid }) => uuid === world.sets[0]);
  expect(generated?.count.total).toBe(6);
}

test("ledgers sum to balances, no coupon is used twice, and voids restore", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const people = await Promise.all(
    ["佐藤", "สามบัตร", "Nok"].map((search) => memberBy(loyalty, search)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const sets = await Promise.all(
        (["GENERATE", "AUTO_GENERATE"] as const).map((source) =>
          loyalty.createCouponSet({
            name: "Random",
            type: "OTHER",
            source,
            ...(source === "GENERATE" && { quantity: 6 }),
          }),
        ),
      );
      const world: World = {
        connect: loyalty,
        cards: people.flatMap(({ cards }) => cards.map(({ card_no }) => card_no)),
        members: people.map(({ uuid }) => uuid),
        sets: sets.map(({ uuid }) => uuid),
        ids: [],
        coupons: [],
        uses: [],
      };
      // Three at a time, for concurrency.
      for (let next = 0; next < steps.length; next += 3)
        await Promise.all(
          steps.slice(next, next + 3).map((run) =>
            run(world).catch((error: unknown) => {
              if (!isRefusal(error)) throw error;
            }),
          ),
        );
      await expectRightBooks(world);
      const used = new Set(world.uses.map((use) => use.split(" ").at(-1)));
      expect(used.size).toBe(world.uses.length);
    }),
    { numRuns: 25 },
  );
});
