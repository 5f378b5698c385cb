/** What the bot itself can't send to the platform is told as that: never as a platform that can't be reached, and tried no more. */
import { afterEach, expect, test } from "vitest";
import { bentBy } from "../support/bent-platform.ts";
import type { ProxyHooks } from "../support/proxy.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
const reward = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;

async function start(hooks: ProxyHooks) {
  world = await createWorld({}, { asReal: true, front: bentBy(hooks) });
  till = createTill(world);
}
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Makes a text of the platform's so long that the contract doesn't take it. */
function lengthening(text: () => string, by: number): ProxyHooks {
  const rest = "7".repeat(by);
  return {
    before({ url }) {
      url.pathname = url.pathname.replace(rest, "");
      url.search = url.search.replace(rest, "");
    },
    after(_request, answer) {
      if (text() !== "") answer.body = answer.body.replaceAll(text(), text() + rest);
    },
  };
}

const cardOf = async () => (await till.member("olivia")).cards[0];
const sent = (operation: "addPoint" | "markUseCoupon" | "burnPoint" | "giveCouponToMemberId") =>
  world.platform.requests({ operation }).length;

async function redeem(uuid: string) {
  const yes = buttonIn(await world.tapButton("olivia", `do=redeem&set=${uuid}`), /yes=/);
  return factsOf(await world.tapButton("olivia", yes));
}

test("points for a card whose number is too long", async () => {
  let card = "";
  await start(lengthening(() => card, 48));
  card = (await cardOf())?.card_no ?? "";
  const question = await world.sendText("manager", `/add ${card}${"7".repeat(48)} 40`);
  const told = factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)));
  expect(told).toContain("can’t be sent");
  expect(told).not.toContain("reached");
  expect(sent("addPoint")).toBe(0);
});

test("a coupon whose code is too long", async () => {
  let code = "";
  await start(lengthening(() => code, 96));
  ({ code } = await till.give("olivia"));
  // The platform finds it by its beginning.
  const question = await world.sendText("manager", `/use ${code}`);
  const told = factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)));
  expect(told).toContain("can’t be sent");
  expect(sent("markUseCoupon")).toBe(0);
});

test("a reward whose set has too long an id is refunded at once", async () => {
  let uuid = "";
  await start(lengthening(() => uuid, 96));
  ({ uuid } = await till.connect.createCouponSet({ name: "Latte to redeem", ...reward }));
  const before = (await cardOf())?.point;
  const told = await redeem(uuid + "7".repeat(96));
  expect(told).toContain("can’t be redeemed here");
  expect(told).toContain("Your 40 points are back");
  expect(sent("giveCouponToMemberId")).toBe(0);
  expect((await cardOf())?.point).toBe(before);
});

test("a reward with a price that no platform takes costs nothing", async () => {
  await start({
    after(_request, answer) {
      answer.body = answer.body.replace(/"point":\d+/g, '"point":4000000000');
    },
  });
  const set = { ...reward, points_cost: 3_000_000_000 };
  const { uuid } = await till.connect.createCouponSet({ name: "Yacht to redeem", ...set });
  const told = await redeem(uuid);
  expect(told).toContain("can’t be redeemed here");
  expect(told).toContain("Your points are untouched");
  expect(sent("burnPoint")).toBe(0);
});
