/** The loyalty client against the emulator: tokens, lists and refusals. */
import { expect, test } from "vitest";
import { startPlatform, tokenStore } from "../emulators/loyalty/loyalty-world.ts";

test("concurrent callers share one token request", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  await Promise.all(Array.from({ length: 20 }, () => loyalty.getProfile({ search: "สมชาย" })));
  expect(platform.requests({ operation: "getAccessToken" })).toHaveLength(1);
  expect(platform.requests({ operation: "getProfile" })).toHaveLength(20);
});

test("wrong keys give a specific error without secrets", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client({}, { ...platform.sakura, api_secret: "wrong-secret" });
  await expect(loyalty.getProfile({})).rejects.toMatchObject({
    party: "platform",
    code: "UNAUTHORIZED",
    operation: "getAccessToken",
    status: 401,
    requestId: expect.any(String),
    ambiguous: false,
    message: expect.not.stringContaining("wrong-secret"),
  });
});

test("an input that breaks the contract isn't sent", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  await expect(loyalty.getProfile({ page: 0 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(platform.requests()).toHaveLength(0);
});

test("the exchange flow serves the add-on status and continues with the stored refresh token", async () => {
  const platform = await startPlatform();
  const tokens = tokenStore();
  const exchange = { exchangeToken: platform.credentials.exchange_token };
  const first = platform.client({ exchange, tokens });
  await expect(first.getCurrentAddOnStatus({})).resolves.toMatchObject({
    business_app: { code: "SAKURA01" },
  });
  const afterRestart = platform.client({ direct: null, exchange, tokens });
  await expect(afterRestart.getProfile({ search: "somebody" })).resolves.toMatchObject({
    data: [],
  });
  expect(platform.requests({ operation: "exchangeAccessToken" })).toHaveLength(1);
  expect(platform.requests({ operation: "renewAccessToken" })).toHaveLength(1);
});

test("without the exchange flow the add-on status says what is missing", async () => {
  const platform = await startPlatform();
  await expect(platform.client().getCurrentAddOnStatus({})).rejects.toMatchObject({
    code: "NOT_CONFIGURED",
  });
});
