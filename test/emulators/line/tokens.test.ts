/** Channel access tokens of the LINE emulator: issued, verified, revoked, expired. */
import { channelAccessToken } from "@line/bot-sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import {
  accessToken,
  clientOf,
  createLineWorld,
  refusal,
  secret,
  type LineWorld,
} from "./line-world.ts";

let clock: ManualClock;
let world: LineWorld;
beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
});
afterEach(() => world[Symbol.asyncDispose]());

const tokens = () =>
  new channelAccessToken.ChannelAccessTokenClient({ baseURL: world.line.origin });
const issueShortLived = () => tokens().issueChannelToken("client_credentials", "2000", secret);

test("a wrong one is refused", async () => {
  expect(await refusal(clientOf(world, "wrong").getBotInfo())).toMatchObject({ status: 401 });
});

test("a stateless one is valid for 15 minutes", async () => {
  const issued = await tokens().issueStatelessChannelTokenByClientSecret("2000", secret);
  expect(issued).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  const dev = clientOf(world, issued.access_token);
  expect(await dev.getBotInfo()).toMatchObject({ basicId: "@2000" });
  clock.turn(900_000);
  expect(await refusal(dev.getBotInfo())).toMatchObject({ status: 401 });
  expect(
    await refusal(tokens().issueStatelessChannelTokenByClientSecret("2000", "wrong")),
  ).toMatchObject({
    status: 400,
    body: { error: "invalid_client" },
  });
});

test("a short-lived one is valid for 30 days, or until it is revoked", async () => {
  const issued = await issueShortLived();
  expect(issued).toMatchObject({ expires_in: 30 * 86_400 });
  clock.turn(86_400_000);
  const dev = clientOf(world, issued.access_token);
  expect(await dev.getBotInfo()).toMatchObject({ basicId: "@2000" });
  expect(await tokens().verifyChannelToken(issued.access_token)).toEqual({
    client_id: "2000",
    expires_in: 29 * 86_400,
  });
  await tokens().revokeChannelToken(issued.access_token);
  expect(await refusal(dev.getBotInfo())).toMatchObject({ status: 401 });
  expect(await refusal(tokens().verifyChannelToken(issued.access_token))).toMatchObject({
    status: 400,
  });
});

test("what can't be verified is refused as not implemented", async () => {
  const byAssertion = tokens().issueStatelessChannelTokenByJWTAssertion("made by nobody");
  expect(await refusal(byAssertion)).toMatchObject({ status: 501 });
  expect(await refusal(tokens().verifyChannelToken(accessToken))).toMatchObject({ status: 501 });
});
