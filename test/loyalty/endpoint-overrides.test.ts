/** The addresses of calls: base path, encoding and an operator's overrides. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createLoyaltyClient } from "../../src/loyalty/client.ts";
import { overridesSchema, type Overrides } from "../../src/loyalty/endpoint-overrides.ts";
import { createLog } from "../../src/observability/log.ts";
import { tokenStore } from "../emulators/loyalty/loyalty-world.ts";

/** A server that records requests and answers 404. */
async function startRecordingServer(
  basePath: string,
  overrides: Overrides = {},
  api?: "v1" | "v2",
) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const loyalty = createLoyaltyClient({
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    direct: null,
    exchange: null,
    timeoutMs: 1000,
    clock: systemClock,
    log: createLog("silent"),
    tokens: tokenStore(),
    overrides,
    api,
  });
  onTestFinished(async () => {
    await loyalty[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return { requests, connect: loyalty };
}

const options = { bearer: "given" };
const notFound = { code: "NOT_FOUND" };

test.each([
  ["/api", "/api/api/v1/connect/profiles"],
  ["/api/", "/api/api/v1/connect/profiles"],
  ["", "/api/v1/connect/profiles"],
  ["/gate/api/api", "/gate/api/api/api/v1/connect/profiles"],
])("the base path %s is joined literally", async (base, path) => {
  const { requests, connect: loyalty } = await startRecordingServer(base);
  await expect(loyalty.getProfile({ page: 2, search: "a b&c" }, options)).rejects.toMatchObject(
    notFound,
  );
  expect(requests).toEqual([`GET ${path}?page=2&search=a+b%26c`]);
});

test("a lone surrogate in a path is sent as U+FFFD", async () => {
  const { requests, connect: loyalty } = await startRecordingServer("");
  const call = loyalty.voidTransactionByRefNo({ refNo: "a\uD800" }, options);
  await expect(call).rejects.toMatchObject(notFound);
  expect(requests).toEqual(["DELETE /api/v1/connect/void/transaction/ref-no/a%EF%BF%BD"]);
});

test("an operator's overrides change method and path", async () => {
  const overrides = overridesSchema.parse({
    burnPoint: { path: "/v2/connect/burn/points" },
    voidTransactionById: { method: "POST", path: "/v3/void?transaction={id}" },
  });
  const { requests, connect: loyalty } = await startRecordingServer("/api", overrides);
  await expect(loyalty.burnPoint({ card_no: "1", points: 1 }, options)).rejects.toMatchObject(
    notFound,
  );
  await expect(loyalty.voidTransactionById({ id: 7 }, options)).rejects.toMatchObject(notFound);
  expect(requests).toEqual(["POST /api/v2/connect/burn/points", "POST /api/v3/void?transaction=7"]);
});

test("the second group has addresses of its own, and overrides stand above them", async () => {
  const overrides = overridesSchema.parse({ getCampaign: { path: "/promotions" } });
  const { requests, connect: loyalty } = await startRecordingServer("", overrides, "v2");
  const calls = [
    loyalty.getCurrentAddOnStatus({}, options),
    loyalty.getProfile({ page: 2 }, options),
    loyalty.voidTransactionById({ id: 7 }, options),
    loyalty.getCampaign({}, options),
    loyalty.getAccessToken({ business_code: "B", api_key: "k", api_secret: "s" }, options),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject(notFound);
  expect(requests.toSorted()).toEqual([
    "DELETE /v2/connect/void/transaction/7",
    "GET /promotions",
    "GET /v2/connect/",
    "GET /v2/connect/profiles?page=2",
    "POST /v1/auth-connect/B",
  ]);
});

test.each([
  [{ burnPoints: { path: "/x" } }],
  [{ burnPoint: { path: "x" } }],
  [{ burnPoint: { method: "BURN" } }],
  [{ burnPoint: { url: "/x" } }],
  [{ voidTransactionById: { path: "/x/{refNo}" } }],
])("invalid overrides are refused: %o", (file) => {
  expect(overridesSchema.safeParse(file).success).toBe(false);
});
