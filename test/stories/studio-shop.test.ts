/** The owner's day in the studio: what `/today` tells, by day, with the orders behind what is odd, for owners alone. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ShopOrdersPage, ShopPage } from "../../src/studio/server/statistics-types.ts";
import { buttonIn } from "../support/staff.ts";
import { logInByLink, studioOf } from "../support/studio.ts";
import { createWorld, type World } from "../support/world.ts";

const password = "correct horse battery";

let world: World;
beforeEach(async () => {
  world = await createWorld({ STUDIO_PASSWORD: password });
});
afterEach(() => world[Symbol.asyncDispose]());

const confirm = async (who: string, text: string) =>
  world.tapButton(who, buttonIn(await world.sendText(who, text), /%2Fyes/));
const fetched = (path: string, cookie: string) =>
  fetch(`${world.bot.origin}/studio/${path}`, { headers: { cookie } });
const read = async <T>(path: string, cookie: string) =>
  (await (await fetched(path, cookie)).json()) as T;

test("owners and the operator see figures by day, what waits, and the orders behind what is odd", async () => {
  for (let n = 0; n < 4; n += 1) await confirm("manager", "/gift iced olivia 1");
  await confirm("manager", "/gift iced olivia 6");
  await world.sendText("somchai", "แต้ม");
  await world.advanceTime(10_000);
  const owner = await logInByLink(world, "owner");
  const page = await read<ShopPage>("shop?days=7", owner);
  expect(page.days.map(({ day }) => day)).toEqual(
    [17, 18, 19, 20, 21, 22, 23].map((day) => `2026-11-${day}`),
  );
  expect(page.days.at(-1)?.figures).toMatchObject({ gifts: 4, answers: 1, people: 1 });
  expect(page.sum).toMatchObject({ gifts: 4, answers: 1, people: 1 });
  expect(page.waiting).toBe(1);
  expect(page.odd).toMatchObject([
    { day: "2026-11-23", text: "Anan, for one member: 4 orders, 4 coupons, 0 points" },
  ]);
  const [{ orders } = { orders: null }] = page.odd;
  const query = new URLSearchParams({ ...orders, member: orders?.member ?? "" }).toString();
  const behind = await read<ShopOrdersPage>(`shop/orders?${query}`, owner);
  const [asked, ...done] = behind.orders;
  expect(asked).toMatchObject({ command: "gift", step: "waiting" });
  expect(done).toHaveLength(4);
  for (const order of done) {
    expect(order).toMatchObject({ command: "gift", step: "done" });
    expect(order.what).toMatch(/^1 × Free iced latte.* · Olivia B\. •••0105$/);
  }
  const operator = await studioOf(world).logInByPassword(password);
  expect(await read<ShopPage>("shop?days=30", operator)).toMatchObject({ sum: page.sum });
  const csv = await (await fetched("statistics.csv?days=1", owner)).text();
  expect(csv).toContain("2026-11-23,shop,gifts,,4\n");
});

test("marketers, and who hasn't logged in, see none of it", async () => {
  await confirm("manager", "/gift iced olivia 1");
  const marketer = await logInByLink(world, "marketer");
  const paths = ["shop?days=1", "shop/orders?day=2026-11-23&staff=U1"];
  for (const path of paths) {
    const refused = await fetched(path, marketer);
    expect([path, refused.status]).toEqual([path, 403]);
    expect(await refused.text()).not.toContain("gifts");
    expect((await fetched(path, "")).status).toBe(401);
  }
  expect(await (await fetched("statistics.csv?days=1", marketer)).text()).not.toContain("shop");
});

test("an order is asked for by a day and a person", async () => {
  const owner = await logInByLink(world, "owner");
  for (const query of ["", "day=2026-11-23", "day=2026-02-30&staff=U1", "day=soon&staff=U1"]) {
    expect([query, (await fetched(`shop/orders?${query}`, owner)).status]).toEqual([query, 400]);
  }
  expect((await fetched("shop?days=abc", owner)).status).toBe(200);
});
