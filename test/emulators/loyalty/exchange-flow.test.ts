/** The exchange flow: single use, renewal with a grace period, and revocation of a token family. */
import { expect, test } from "vitest";
import { manualClock } from "../../support/clock.ts";
import { extensionUuid } from "../../../src/emulators/loyalty/demo/businesses.ts";
import { startPlatform } from "./loyalty-world.ts";

const refused = { code: "UNAUTHORIZED", status: 401 };

test("a management user's exchange token works once, within its minute, for their business", async () => {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client();
  const bearer = platform.credentials.management_token;
  const generate = () =>
    loyalty.generateExchangeToken(
      { business_code: "LOTUS02", app_uuid: extensionUuid },
      { bearer },
    );
  const { exchange_token, expires_in } = await generate();
  expect(expires_in).toBe(60);
  const both = await Promise.allSettled([
    loyalty.exchangeAccessToken({ exchange_token }),
    loyalty.exchangeAccessToken({ exchange_token }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const { value: tokens } = both.find((result) => result.status === "fulfilled")!;
  expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
  const status = await loyalty.getCurrentAddOnStatus({}, { bearer: tokens.access_token });
  expect(status.business_app.code).toBe("LOTUS02");
  expect(Date.parse(status.end_date)).toBeLessThan(clock.now());

  const late = await generate();
  clock.turn(60_000);
  await expect(loyalty.exchangeAccessToken(late)).rejects.toMatchObject(refused);
});

test("only a management user of that business gets exchange tokens", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const { sakura } = platform;
  const { access_token } = await loyalty.getAccessToken({ business_code: sakura.code, ...sakura });
  const input = { business_code: "SAKURA01", app_uuid: extensionUuid };
  await expect(
    loyalty.generateExchangeToken(input, { bearer: access_token }),
  ).rejects.toMatchObject(refused);
  const bearer = platform.credentials.management_token;
  await expect(
    loyalty.generateExchangeToken({ ...input, business_code: "SAKURA" }, { bearer }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(loyalty.generateExchangeToken(input)).rejects.toMatchObject({
    code: "NOT_CONFIGURED",
  });
});

test("an access token of the flow expires after an hour", async () => {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client();
  const { exchange_token } = platform.credentials;
  const { access_token: bearer } = await loyalty.exchangeAccessToken({ exchange_token });
  clock.turn(3599_000);
  await loyalty.getProfile({ size: 1 }, { bearer });
  clock.turn(1000);
  await expect(loyalty.getProfile({ size: 1 }, { bearer })).rejects.toMatchObject(refused);
});

test("a replaced refresh token is accepted for 30 seconds; later use revokes the family", async () => {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client();
  const { exchange_token } = platform.credentials;
  const first = await loyalty.exchangeAccessToken({ exchange_token });
  const second = await loyalty.renewAccessToken(first);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  clock.turn(29_999);
  const again = await loyalty.renewAccessToken(first);
  clock.turn(1);
  await loyalty.getProfile({ size: 1 }, { bearer: again.access_token });
  await expect(loyalty.renewAccessToken(first)).rejects.toMatchObject(refused);
  await expect(loyalty.renewAccessToken(second)).rejects.toMatchObject(refused);
  await expect(
    loyalty.getProfile({ size: 1 }, { bearer: again.access_token }),
  ).rejects.toMatchObject(refused);
});
