/** Two channels that turn out to be one account stop the start. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";

let bot: BotProcess;
beforeAll(async () => {
  bot = await createBotProcess();
});
afterAll(() => bot[Symbol.asyncDispose]());

const byId = { LINE_CHANNEL_ACCESS_TOKEN: "", LINE_CHANNEL_ID: "1000000001" };
const devByToken = {
  LINE_DEV_CHANNEL_SECRET: "another-secret",
  LINE_DEV_CHANNEL_ACCESS_TOKEN: "a-channel-access-token",
};
const devById = {
  LINE_DEV_CHANNEL_SECRET: "a-channel-secret",
  LINE_DEV_CHANNEL_ID: "1000000001",
};

test.each([
  ["LINE_CHANNEL_ACCESS_TOKEN and LINE_DEV_CHANNEL_ACCESS_TOKEN", devByToken],
  ["LINE_CHANNEL_ID and LINE_DEV_CHANNEL_ID", { ...byId, ...devById }],
])("%s that open the same account stop the start", async (names, variables) => {
  const start = bot.start(variables);
  await expect(start).rejects.toThrow("ended with 1");
  await expect(start).rejects.toThrow(`${names} open the same account`);
  expect(bot.log()).not.toMatch(/another-secret|a-channel-secret|a-channel-access-token/);
});

test("refused credentials of the dev channel are told by its variables, after such a start too", async () => {
  const start = bot.start({ ...devByToken, LINE_DEV_CHANNEL_ACCESS_TOKEN: "nope" });
  await expect(start).rejects.toThrow(
    "check LINE_DEV_CHANNEL_ACCESS_TOKEN, or LINE_DEV_CHANNEL_ID",
  );
  expect(bot.log()).toContain("set LINE_DEV_CHANNEL_ACCESS_TOKEN and restart");
});

test("two accounts start", async () => {
  await bot.start({
    LINE_DEV_CHANNEL_SECRET: "a-dev-channel-secret",
    LINE_DEV_CHANNEL_ACCESS_TOKEN: "a-dev-channel-access-token",
  });
  expect(await bot.stop()).toBe(0);
});
