/** Fault injection of the loyalty emulator, and the HTTP endpoint that controls it. */
import { request } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import type { Fault } from "../../../src/emulators/loyalty/index.ts";
import { cardOf, startPlatform } from "./loyalty-world.ts";

async function caller(clock = manualClock()) {
  const platform = await startPlatform({ clock });
  const { sakura } = platform;
  const loyalty = platform.client();
  const { access_token } = await loyalty.getAccessToken({ business_code: sakura.code, ...sakura });
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const profiles = (init: RequestInit = {}) =>
    fetch(`${platform.baseUrl}/api/v1/connect/profiles?size=1`, { headers, ...init });
  const { card_no } = await cardOf(loyalty, "Olivia");
  const add = () =>
    fetch(`${platform.baseUrl}/api/v1/connect/add/points`, {
      method: "POST",
      headers,
      body: JSON.stringify({ card_no, method: 2, points: 1 }),
    });
  const points = async () => {
    const on = platform.faults.list();
    platform.faults.clear();
    const { point } = await cardOf(loyalty, "Olivia");
    for (const fault of on) platform.faults.add(fault);
    return point;
  };
  return { ...platform, clock, profiles, add, points };
}

test("every nth call fails with 500 and has no effect", async () => {
  const { faults, add, points } = await caller();
  const before = await points();
  faults.add({ kind: "error", every: 3 });
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) statuses.push((await add()).status);
  expect(statuses).toEqual([201, 201, 500, 201, 201, 500]);
  expect(await points()).toBe(before + 4);
});

test("the response is lost after the call took effect", async () => {
  const { faults, add, points } = await caller();
  const before = await points();
  faults.add({ kind: "lost-answer", times: 1 });
  await expect(add()).rejects.toThrow("fetch failed");
  expect(await points()).toBe(before + 1);
  expect((await add()).status).toBe(201);
});

test("a body can be empty or an HTML page", async () => {
  const { faults, add, profiles, points } = await caller();
  const before = await points();
  faults.add({ kind: "empty-body", operation: "addPoint" });
  const empty = await add();
  expect([empty.status, await empty.text()]).toEqual([201, ""]);
  expect(await points()).toBe(before + 1);
  faults.add({ kind: "html-page", operation: "getProfile" });
  const page = await profiles();
  expect([page.status, page.headers.get("content-type")]).toEqual([
    502,
    expect.stringMatching("html"),
  ]);
});

test("tokens are refused and calls rate-limited as often as given", async () => {
  const { faults, profiles } = await caller();
  faults.add({ kind: "unauthorized", times: 1 });
  expect((await profiles()).status).toBe(401);
  expect((await profiles()).status).toBe(200);
  faults.add({ kind: "rate-limit", retryAfter: 7, times: 1 });
  const put = await profiles();
  expect([put.status, put.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(faults.list()).toEqual([]);
});

test("a response can be late or missing", async () => {
  const platform = await caller();
  const { faults, profiles, clock } = platform;
  faults.add({ kind: "latency", ms: 60_000, times: 1 });
  const late = profiles();
  await expect.poll(() => clock.waiting).toBe(1);
  clock.turn(60_000);
  expect((await late).status).toBe(200);

  faults.add({ kind: "silence" });
  const asked = platform.requests().length;
  const patience = new AbortController();
  const silent = profiles({ signal: patience.signal });
  await expect.poll(() => platform.requests().length).toBe(asked + 1);
  patience.abort();
  await expect(silent).rejects.toThrow("abort");
  expect(platform.requests().at(-1)).toMatchObject({ operation: "getProfile", status: null });
});

test("other processes on this machine control the faults by HTTP", async () => {
  const { adminUrl, faults, profiles } = await caller();
  const fault: Fault = { kind: "rate-limit", retryAfter: 1, operation: "getProfile" };
  const added = await fetch(`${adminUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  expect([added.status, await added.json()]).toEqual([201, [fault]]);
  expect(faults.list()).toEqual([fault]);
  expect((await profiles()).status).toBe(429);
  expect(await (await fetch(`${adminUrl}/faults`)).json()).toEqual([fault]);
  await fetch(`${adminUrl}/faults`, { method: "DELETE" });
  expect((await profiles()).status).toBe(200);
  const wrong = await fetch(`${adminUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"kind":"earthquake"}',
  });
  expect(wrong.status).toBe(400);
});

test.each([
  [{ host: "evil.example" }],
  [{ origin: "https://evil.example" }],
  [{ origin: "http://localhost:3000" }],
  [{ origin: "null" }],
])("requests from another origin can't control the faults: %o", async (headers) => {
  const { adminUrl } = await caller();
  const { port } = new URL(adminUrl);
  const asked = request({ host: "127.0.0.1", port, path: "/faults", headers }).end();
  const [response] = (await once(asked, "response")) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(403);
});
