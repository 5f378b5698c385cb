/** The demo's own pages: who isn't a member joins with one tap, and is one at once. */
import { afterEach, expect, test } from "vitest";
import { factsOf } from "../support/staff.ts";
import { buttonsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const linksOf = async (label: string, text: string) =>
  (await world.sendText(label, text))
    .flatMap((message) => buttonsOf(message))
    .flatMap(({ uri }) => uri ?? []);

const join = (url: string, person: string, origin = new URL(url).origin) =>
  fetch(url, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ person }),
  });

test("a stranger is led to the page to join, joins there, and is a member with the next message", async () => {
  world = await createWorld({}, { demoPages: true });
  const links = await linksOf("stranger", "points");
  const url = links.find((link) => link.endsWith("/join"))!;
  const page = await (await fetch(url)).text();
  expect(page).toContain("Join as Alex");
  expect(page.match(/<button>/g)).toHaveLength(1);

  const person = world.lineId("stranger");
  expect((await join(url, person, "http://elsewhere.example")).status).toBe(403);
  expect((await join(url, world.lineId("olivia"))).status).toBe(404);
  expect(factsOf(await world.sendText("stranger", "points"))).not.toContain("You have");

  const joined = await join(url, person);
  expect([joined.status, await joined.text()]).toEqual([
    200,
    expect.stringContaining("is a member now"),
  ]);
  expect(factsOf(await world.sendText("stranger", "I have registered"))).toContain("Alex");
  expect(factsOf(await world.sendText("stranger", "points"))).toContain("You have 0 points, Alex");
  expect(await (await fetch(url)).text()).toContain("Everybody of this demo is a member");
  expect((await join(url, person)).status).toBe(404);
});

test("the contact leads to a page that says whose place it takes", async () => {
  world = await createWorld({}, { demoPages: true });
  const links = await linksOf("olivia", "contact");
  const page = await fetch(links.find((link) => link.endsWith("/contact"))!);
  expect(await page.text()).toContain("CONTACT_URL");
});

test("an address of the environment stands above, and without a demo there is none", async () => {
  world = await createWorld({ REGISTER_URL: "https://shop.example/join" }, { demoPages: true });
  expect(await linksOf("stranger", "points")).toContain("https://shop.example/join");
  await world[Symbol.asyncDispose]();
  world = await createWorld();
  expect((await linksOf("stranger", "points")).filter((link) => link.includes("/join"))).toEqual(
    [],
  );
});
