/** Error responses, and the isolation of two businesses. */
import { expect, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import { cardOf, memberBy, startPlatform } from "./loyalty-world.ts";

async function caller(options: Parameters<typeof startPlatform>[0] = {}) {
  const platform = await startPlatform(options);
  const { sakura } = platform;
  const { access_token } = await platform
    .client()
    .getAccessToken({ business_code: sakura.code, ...sakura });
  const call = (method: string, path: string, body?: string) =>
    fetch(platform.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
  return { ...platform, call };
}

test("an error has its status, code, reason, request id and invalid fields", async () => {
  const { call } = await caller();
  const response = await call("POST", "/api/v1/connect/add/points", '{"method":2,"points":-1}');
  expect(response.status).toBe(400);
  const body = (await response.json()) as { request_id: string };
  expect(body).toEqual({
    status: 400,
    code: "BAD_REQUEST",
    message: expect.any(String),
    request_id: response.headers.get("x-request-id"),
    errors: [
      { field: "points", message: expect.any(String) },
      { field: "card_no", message: "give card_no or phone_number" },
    ],
  });
  expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
});

test.each<[string, string, string?]>([
  ["GET", "/api/v1/connect/profiles?page=0"],
  ["GET", "/api/v1/connect/profiles?page=1.5"],
  ["GET", "/api/v1/connect/profiles?page=1&page=2"],
  ["GET", "/api/v1/connect/profiles?size=-3"],
  ["GET", "/api/v1/connect/profiles?size=many"],
  ["GET", "/api/v1/connect/profiles?sort=password"],
  ["GET", "/api/v1/connect/profiles?sort=constructor"],
  ["GET", "/api/v1/connect/transactions?type=GIFT"],
  ["GET", "/api/v1/connect/transactions?from=yesterday"],
  ["GET", "/api/v1/connect/campaigns?status=SOON"],
  ["GET", "/api/v1/connect/coupon/set?giveable=perhaps"],
  ["GET", "/api/v1/connect/coupon/give/history?usable=1"],
  ["GET", "/api/v1/connect/coupon/check/%E0%A4%A"],
  ["DELETE", "/api/v1/connect/void/transaction/abc"],
  ["POST", "/api/v1/connect/add/points", "not json"],
  ["POST", "/api/v1/connect/add/points", "null"],
  ["POST", "/api/v1/connect/add/points", '[{"points":1}]'],
  ["POST", "/api/v1/connect/add/points", '{"card_no":"1","method":3,"points":1}'],
  ["POST", "/api/v1/connect/add/points", '{"card_no":"1","method":1,"points":1}'],
  ["POST", "/api/v1/connect/add/points", '{"card_no":"1","method":2,"points":1.5}'],
  ["POST", "/api/v1/connect/add/points", '{"card_no":"1","method":2,"points":"1"}'],
  ["POST", "/api/v1/connect/add/points", '{"card_no":1,"method":2,"points":1}'],
  ["POST", "/api/v1/connect/burn/points", '{"points":1}'],
  ["POST", "/api/v1/connect/burn/points", '{"card_no":"1","points":1e300}'],
  ["POST", "/api/v1/connect/coupon/use", "{}"],
  ["POST", "/api/v1/connect/coupon/use", '{"code":"A1","coupon_uuid":"b"}'],
  ["POST", "/api/v1/connect/coupon/set", '{"name":"x","type":"OTHER","source":"IMPORT"}'],
  ["POST", "/api/v1/connect/coupon/set", '{"name":"x","type":"OTHER","source":"GENERATE"}'],
  ["POST", "/api/v1/connect/coupon/give/x", '{"coupon_set_uuid":"y","quantity":11}'],
])("400 for %s %s %s", async (method, path, body) => {
  const { call } = await caller();
  const response = await call(method, path, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ status: 400, code: "BAD_REQUEST" });
});

test.each<[string, string, string?]>([
  ["GET", "/api/v1/connect/coupon/check/NOSUCH1"],
  ["DELETE", "/api/v1/connect/void/transaction/999999999"],
  ["DELETE", "/api/v1/connect/void/transaction/ref-no/none"],
  ["DELETE", "/api/v1/connect/void/transaction/ref-id/none"],
  ["DELETE", "/api/v1/connect/coupon/void/none"],
  ["POST", "/api/v1/connect/add/points", '{"card_no":"none","method":2,"points":1}'],
  ["POST", "/api/v1/connect/burn/points", '{"phone_number":"0899999999","points":1}'],
  ["POST", "/api/v1/connect/coupon/use", '{"code":"NOSUCH1"}'],
  ["POST", "/api/v1/connect/coupon/give/none", '{"coupon_set_uuid":"none"}'],
  ["GET", "/api/v1/connect/nothing"],
])("404 for %s %s %s", async (method, path, body) => {
  const { call } = await caller();
  const response = await call(method, path, body);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status: 404, code: "NOT_FOUND" });
});

test("a management user's token isn't accepted by a business's operations", async () => {
  const { baseUrl, credentials } = await startPlatform();
  const { management_token } = credentials;
  for (const path of ["/profiles", "/transactions", "/coupon/give/history", "/coupon/set"]) {
    const response = await fetch(`${baseUrl}/api/v1/connect${path}`, {
      headers: { authorization: `Bearer ${management_token}` },
    });
    expect(response.status).toBe(401);
  }
});

test("a page past the end is empty with the total; a size above 100 counts as 100", async () => {
  const { call } = await caller();
  const response = await call("GET", "/api/v1/connect/profiles?page=999999999999999&size=5000");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    pagination: { total: expect.any(Number), page: 999_999_999_999_999, size: 100 },
    data: [],
  });
});

test("wrong keys get the same error whichever is wrong, and ten attempts in five minutes are the limit", async () => {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const { sakura, lotus } = platform;
  const attempt = async (code: string, api_key: string, api_secret: string) => {
    const response = await fetch(`${platform.baseUrl}/v1/auth-connect/${code}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key, api_secret }),
    });
    const { message } = (await response.json()) as { message?: string };
    return { status: response.status, message, wait: response.headers.get("retry-after") };
  };
  const wrong = [
    await attempt("SAKURA01", "wrong", sakura.api_secret),
    await attempt("SAKURA01", sakura.api_key, "wrong"),
    await attempt("NOBODY", sakura.api_key, sakura.api_secret),
    await attempt("LOTUS02", sakura.api_key, sakura.api_secret),
  ];
  for (const answer of wrong) expect(answer).toEqual({ ...wrong[0], status: 401 });
  const right = () => attempt("SAKURA01", sakura.api_key, sakura.api_secret);
  for (let attempts = 1; attempts < 10; attempts += 1) await attempt("SAKURA01", "wrong", "wrong");
  expect(await attempt("SAKURA01", "wrong", "wrong")).toMatchObject({ status: 429, wait: "300" });
  expect(await right()).toMatchObject({ status: 201 });
  for (let attempts = 1; attempts < 10; attempts += 1)
    await attempt("SAKURA01", sakura.api_key, "wrong");
  expect(await right()).toMatchObject({ status: 429, wait: "300" });
  expect(await attempt("LOTUS02", lotus.api_key, lotus.api_secret)).toMatchObject({ status: 201 });
  clock.turn(5 * 60_000);
  expect(await right()).toMatchObject({ status: 201 });
});

test("no operation of one business reaches the other's data", async () => {
  const platform = await startPlatform();
  const ours = platform.client();
  const theirs = platform.client({}, platform.lotus);
  const { uuid: memberUuid, lineId } = await memberBy(ours, "Olivia");
  const { card_no } = await cardOf(ours, "Olivia");
  const added = await ours.addPoint({
    card_no,
    method: 2,
    points: 1,
    ref_no: "iso-no",
    ref_id: "iso-id",
  });
  const set = await ours.createCouponSet({ name: "Ours", type: "OTHER", source: "AUTO_GENERATE" });
  const { data } = await ours.giveCouponToMemberId({ memberUuid, coupon_set_uuid: set.uuid });
  const gift = data[0]!;

  for (const search of [lineId, memberUuid, card_no, "2025550105", "Olivia"])
    expect((await theirs.getProfile({ search })).pagination.total).toBe(0);
  for (const filter of [{ card_no }, { member_uuid: memberUuid }, { ref_id: "iso-id" }])
    expect((await theirs.getTransaction(filter)).pagination.total).toBe(0);
  expect((await theirs.getCampaign({})).pagination.total).toBe(0);
  expect((await theirs.getCouponSet({ search: set.uuid })).pagination.total).toBe(0);
  const filter = { member_uuid: memberUuid };
  expect((await theirs.getGiveCouponHistory(filter)).pagination.total).toBe(0);

  const theirSet = await theirs.createCouponSet({
    name: "T",
    type: "OTHER",
    source: "AUTO_GENERATE",
  });
  const attempts = [
    () => theirs.addPoint({ card_no, method: 2, points: 1 }),
    () => theirs.addPoint({ phone_number: "2025550105", method: 2, points: 1 }),
    () => theirs.burnPoint({ card_no, points: 1 }),
    () => theirs.voidTransactionById({ id: added.id }),
    () => theirs.voidTransactionByRefNo({ refNo: "iso-no" }),
    () => theirs.voidTransactionByRefId({ refId: "iso-id" }),
    () => theirs.giveCouponToMemberId({ memberUuid, coupon_set_uuid: theirSet.uuid }),
    () => ours.giveCouponToMemberId({ memberUuid, coupon_set_uuid: theirSet.uuid }),
    () => theirs.voidGiveCoupon({ couponUuid: gift.uuid }),
    () => theirs.checkCoupon({ code: gift.code }),
    () => theirs.markUseCoupon({ code: gift.code }),
    () => theirs.markUseCoupon({ coupon_uuid: gift.uuid }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });

  // References, numbers and keys are unique only within a business.
  const { card_no: theirCard } = await cardOf(theirs, "สมชาย");
  await theirs.addPoint({
    card_no: theirCard,
    method: 2,
    points: 1,
    ref_no: "iso-no",
    ref_id: "iso-id",
  });
  expect(await cardOf(ours, "Olivia")).toMatchObject({ point: 18_401 });

  // The add-on status is that of the token's business.
  const exchange = { exchangeToken: platform.credentials.exchange_token };
  const status = await platform.client({ exchange }).getCurrentAddOnStatus({});
  expect(status.business_app.code).toBe("SAKURA01");
});
