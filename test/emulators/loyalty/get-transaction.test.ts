/** Get Transaction as published: page sizes, half-open windows in UTC, and its addresses. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { manualClock } from "../../support/clock.ts";
import { cardOf, startPlatform } from "./loyalty-world.ts";

const pageSchema = z.object({
  pagination: z.object({ total: z.number(), page: z.number(), size: z.number() }),
  data: z.array(z.object({ uuid: z.string(), points: z.number(), created_at: z.string() })),
});

async function transactions() {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client();
  const { sakura } = platform;
  const { access_token } = await loyalty.getAccessToken({ business_code: sakura.code, ...sakura });
  const headers = { authorization: `Bearer ${access_token}` };
  const get = (query: string, address = `${platform.baseUrl}/api/v1/connect/transactions`) =>
    fetch(`${address}?${query}`, { headers });
  const read = async (query: string) => pageSchema.parse(await (await get(query)).json());
  return { ...platform, clock, loyalty, get, read };
}

test("a page has 100 rows unless told otherwise, 1000 at most, and a larger size is refused", async () => {
  const { get, read } = await transactions();
  const { pagination, data } = await read("");
  expect(pagination).toEqual({ total: expect.any(Number), page: 1, size: 100 });
  expect(pagination.total).toBeGreaterThan(100);
  expect(data).toHaveLength(100);
  const whole = await read("size=1000");
  expect(whole.pagination.size).toBe(1000);
  expect(whole.data).toHaveLength(Math.min(1000, whole.pagination.total));
  for (const query of ["size=1001", "size=0", "page=0", "size=1e2"]) {
    expect([query, (await get(query)).status]).toEqual([query, 400]);
  }
});

test("the client doesn't send a size that is refused", async () => {
  const { loyalty, requests } = await transactions();
  const call = loyalty.getTransaction({ size: 1001 });
  await expect(call).rejects.toMatchObject({ code: "BAD_REQUEST", status: null });
  expect(requests({ operation: "getTransaction" })).toEqual([]);
});

describe("a window", () => {
  test("holds what happened from its start up to its end, which belongs to the next one", async () => {
    const { clock, loyalty, read } = await transactions();
    const { card_no } = await cardOf(loyalty, "Olivia");
    const times = ["2026-11-23T06:00:00.000Z", "2026-11-23T07:00:00.000Z"];
    for (const [index, time] of times.entries()) {
      clock.turn(Date.parse(time) - clock.now());
      await loyalty.addPoint({ card_no, method: 2, points: 7001 + index });
    }
    const pointsOf = async (from: string, to: string) =>
      (await read(`from=${from}&to=${to}`)).data.map(({ points }) => points);
    expect(await pointsOf(times[0]!, times[1]!)).toEqual([7001]);
    expect(await pointsOf(times[1]!, "2026-11-23T08:00:00Z")).toEqual([7002]);
  });

  test.each([
    "from=2026-11-23T00:00:00%2B07:00",
    "to=2026-11-23T00:00:00%2B00:00",
    "from=2026-11-23T00:00:00",
    "from=2026-11-23",
    "to=1763856000000",
  ])("%s is refused: it must end in Z", async (query) => {
    const { get } = await transactions();
    expect((await get(query)).status).toBe(400);
  });
});

test("it is served in both groups, for base addresses with /api and without", async () => {
  const { baseUrl, get } = await transactions();
  const { origin } = new URL(baseUrl);
  const answers = await Promise.all(
    [
      "/api/v1/connect/transactions",
      "/api/api/v1/connect/transactions",
      "/v2/connect/transactions",
      "/api/v2/connect/transactions",
    ].map(async (path) => {
      const response = await get("size=3", origin + path);
      return { status: response.status, body: await response.json() };
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("its description tells the published parameters from the assumed ones", async () => {
  const { baseUrl } = await transactions();
  const response = await fetch(new URL("/openapi.json", baseUrl));
  const description = z
    .object({
      paths: z.object({
        "/api/v1/connect/transactions": z.object({
          get: z.object({
            parameters: z.array(
              z.object({ name: z.string(), "x-origin": z.string(), schema: z.looseObject({}) }),
            ),
          }),
        }),
      }),
    })
    .parse(await response.json());
  const { parameters } = description.paths["/api/v1/connect/transactions"].get;
  const named = (origin: string) =>
    parameters.filter((one) => one["x-origin"] === origin).map(({ name }) => name);
  expect(named("public")).toEqual(["page", "size", "from", "to"]);
  expect(named("assumed").toSorted()).toEqual(
    ["card_no", "member_uuid", "ref_id", "ref_no", "search", "sort", "status", "type"].toSorted(),
  );
  expect(parameters.find(({ name }) => name === "size")?.schema).toMatchObject({
    minimum: 1,
    maximum: 1000,
    default: 100,
  });
});
