/** Platforms that number transactions otherwise: by microseconds since 1970, from zero, or below it. */
import { afterEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf, undo } from "../support/staff.ts";
import { bentBy } from "../support/bent-platform.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
/** Whether the platform has no coupon left, from now on. */
let isSoldOut = false;
let voids: number;
/** By which the ids that the bot sees are above those of the emulator. */
let offset: bigint;

async function start(env: Record<string, string> = {}) {
  isSoldOut = false;
  offset = 0n;
  voids = 0;
  const front = bentBy({
    before({ method, url }) {
      if (method === "DELETE") voids += 1;
      url.pathname = url.pathname.replace(
        /(void\/transaction\/)(-?\d+)$/,
        (_all, path: string, id: string) => path + (BigInt(id) - offset),
      );
    },
    after({ url }, answer) {
      if (isSoldOut && /coupon\/give\/(?!history)/.test(url.pathname)) {
        Object.assign(answer, { status: 409, body: '{"code":"OUT_OF_STOCK"}' });
      }
      answer.body = answer.body.replace(
        /"id":(\d+)/g,
        (_all, id: string) => `"id":${BigInt(id) + offset}`,
      );
    },
  });
  world = await createWorld(env, { asReal: true, front });
  till = createTill(world);
}
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const cardOf = async () => (await till.member("olivia")).cards[0];
const add = async (points: number) =>
  till.connect.addPoint({ card_no: (await cardOf())?.card_no ?? "", method: 2, points });

describe.each<[what: string, idOfNext: number]>([
  ["16 digits", 1_764_027_358_000_618],
  ["as many as a number holds", Number.MAX_SAFE_INTEGER - 1],
  ["zero", 0],
  ["less than zero", -17],
])("ids of %s", (_what, idOfNext) => {
  /** A world whose next transaction has this id. */
  async function startAt() {
    await start();
    offset = BigInt(idOfNext - 1) - BigInt((await add(1)).id);
  }

  test("an add can be undone", async () => {
    await startAt();
    const before = await cardOf();
    const question = await world.sendText("manager", `/add ${before?.card_no} 40`);
    const done = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    expect(factsOf(done)).toContain(String(idOfNext));
    expect(factsOf(await undo(world, "manager", done))).toContain("Points undone");
    expect((await cardOf())?.point).toBe(before?.point);
  });

  test("a redemption whose coupon is sold out is refunded at once", async () => {
    await startAt();
    const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;
    const { uuid } = await till.connect.createCouponSet({ name: "Latte to redeem", ...set });
    const before = (await cardOf())?.point;
    isSoldOut = true;
    const yes = buttonIn(await world.tapButton("olivia", `do=redeem&set=${uuid}`), /yes=/);
    expect(factsOf(await world.tapButton("olivia", yes))).toContain("Your 40 points are back");
    expect(voids).toBe(1);
    expect((await cardOf())?.point).toBe(before);
  });
});

test.each([{}, { LEDGER: "mirror", LEDGER_DAYS: "600" }])(
  "a transaction whose id can't be held exactly is told as unreadable, and never taken for another (%o)",
  async (env) => {
    await start(env);
    await world.advanceTime(120_000);
    // Rounded, it would be 2^53.
    const tooLarge = 2n ** 53n + 1n;
    offset = tooLarge - BigInt((await add(4711)).id);
    const told = factsOf(await world.sendText("manager", `/void ${tooLarge}`));
    expect(told).toContain(`“${tooLarge}” can’t be read`);
    expect(factsOf(await world.sendText("manager", `/void ${tooLarge - 1n}`))).not.toContain(
      "4,711",
    );
    expect(voids).toBe(0);
  },
);
