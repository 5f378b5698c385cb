/** Reviewers' links: what they open, route by route, and when they don't. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewLink } from "../../../src/studio/server/review-types.ts";
import { createStudioWorld, olivia, somchai, type StudioWorld } from "../studio-world.ts";

const password = "correct horse battery";
const dayMs = 86_400_000;
/** One studio with everything that there is. */
let world: StudioWorld;
let cookie: string;
beforeAll(async () => {
  world = await createStudioWorld([somchai, olivia], { password });
  const entered = await send("POST", "login", { body: { password } });
  cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
});
afterAll(() => world[Symbol.asyncDispose]());

interface Options {
  body?: object;
  headers?: Record<string, string>;
}

const send = (method: string, path: string, { body = {}, headers = {} }: Options = {}) =>
  fetch(new URL(path, world.url), {
    method,
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      origin: new URL(world.url).origin,
      ...headers,
    },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });

async function newLink(): Promise<ReviewLink> {
  const made = await send("POST", "review-links", { headers: { cookie } });
  expect(made.status).toBe(200);
  return (await made.json()) as ReviewLink;
}

interface Layer {
  route?: { path: unknown; stack: readonly { method: string }[] };
  handle: { stack?: readonly Layer[] };
}

/** Every route of the studio but those of its files, with something in place of each parameter. */
function routesIn(layers: readonly Layer[]): { method: string; path: string }[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return routesIn(handle.stack ?? []);
    if (typeof route.path !== "string") return [];
    const path = route.path.replaceAll(/:\w+/g, somchai.userId).slice(1);
    return route.stack.map(({ method }) => ({ method: method.toUpperCase(), path }));
  });
}

test("a link opens the samples, and no other route of the studio", async () => {
  const { path: link } = await newLink();
  const routes = routesIn(world.studio.router.stack as unknown as readonly Layer[]);
  expect(routes.length).toBeGreaterThan(20);
  const open = new Set(["GET ", "GET room", "GET replies", "GET gallery/menus"]);
  for (const { method, path } of routes) {
    const route = `${method} ${path}`;
    // An image, which takes its time to be rendered.
    if (route === `GET gallery/menus/${somchai.userId}`) continue;
    const { status } = await send(method, link + path);
    if (open.has(route)) expect({ route, status }).toEqual({ route, status: 200 });
    else expect({ route, status }).toEqual({ route, status: 403 });
  }
  for (const path of ["people/", "REPLIES", "replies/", "..%2fpeople", "unknown"]) {
    expect({ path, status: (await send("GET", link + path)).status }).toEqual({
      path,
      status: 403,
    });
  }
  expect((await send("POST", `${link}replies`)).status).toBe(403);
});

test("what a reviewer reads are samples, with their menus' images and without members' data", async () => {
  const { path: link, until } = await newLink();
  expect(until).toBe(world.clock.now() + 7 * dayMs);
  expect(await (await send("GET", `${link}room`)).json()).toEqual({
    open: true,
    locked: false,
    chat: false,
    ownBot: true,
    stories: false,
    review: { until },
  });
  expect(await (await send("GET", link)).text()).toContain("<title>Studio</title>");
  const replies = await (await send("GET", `${link}replies`)).text();
  for (const detail of [olivia.userId, somchai.userId, olivia.note ?? "", somchai.note ?? ""]) {
    expect(replies).not.toContain(detail);
  }
  const edit = { language: "en", key: "balance.number", text: "Petal number" };
  await send("POST", "catalogues", { body: edit, headers: { cookie } });
  const own = await (await send("GET", "replies", { headers: { cookie } })).text();
  expect(own, "one’s own draft").toContain("Petal number");
  expect(await (await send("GET", `${link}replies`)).text()).not.toContain("Petal number");
  const moved = await send("GET", link.slice(0, -1));
  expect({ status: moved.status, to: moved.headers.get("location") }).toEqual({
    status: 308,
    to: `/studio/${link}`,
  });
});

test("a link is no log-in, and only who is logged in makes or withdraws links", async () => {
  const { path: link } = await newLink();
  const token = link.split("/")[1] ?? "";
  for (const headers of [
    {},
    { cookie: `studio=${token}` },
    { authorization: `Bearer ${token}` },
    { referer: world.url + link },
  ]) {
    for (const path of ["replies", "people", "deliveries"]) {
      expect((await send("GET", path, { headers })).status).toBe(401);
    }
    for (const path of ["review-links", "review-links/withdraw"]) {
      expect((await send("POST", path, { headers })).status).toBe(401);
    }
  }
});

async function expectEnded(link: string): Promise<void> {
  for (const path of ["replies", "gallery/menus", "people"]) {
    expect({ path, status: (await send("GET", link + path)).status }).toEqual({
      path,
      status: 401,
    });
  }
  const room = (await (await send("GET", `${link}room`)).json()) as object;
  expect(room).toMatchObject({ open: false, review: { until: null } });
}

test("a forged, a withdrawn and an old link open nothing", async () => {
  const audited = (await world.store.audit.all()).length;
  const { path: link, until } = await newLink();
  const signature = link.slice(link.indexOf(".") + 1);
  await expectEnded(`review/${until + dayMs}.${signature}`);
  await expectEnded(`review/${until}.${"A".repeat(43)}/`);
  await expectEnded("review/anything/");

  expect((await send("POST", "review-links/withdraw", { headers: { cookie } })).status).toBe(200);
  await expectEnded(link);
  const steps = (await world.store.audit.all()).slice(audited);
  expect(steps.map(({ action, actor }) => [action, actor])).toEqual([
    ["review_link_made", "operator"],
    ["review_links_withdrawn", "operator"],
  ]);
  const { path: another } = await newLink();
  expect((await send("GET", `${another}replies`)).status).toBe(200);
  world.clock.turn(7 * dayMs - 1);
  expect((await send("GET", `${another}replies`)).status).toBe(200);
  world.clock.turn(1);
  await expectEnded(another);
});
