/** The embedded LINE, proven with LINE's own SDK. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LineBotClient, validateSignature } from "@line/bot-sdk";
import { expect, test } from "vitest";
import { createLog } from "../../src/log.ts";
import { startEmbeddedLine } from "../../src/embedded/line/embedded-line.ts";
import { handClock } from "../support/clock.ts";

const userId = `U${"1".repeat(32)}`;
test("a round trip", async () => {
  const bodies: { body: string; signature: string }[] = [];
  const bot = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      bodies.push({ body, signature: String(request.headers["x-line-signature"]) });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => bot.listen(0, "127.0.0.1", resolve));
  const { port } = bot.address() as AddressInfo;
  await using line = await startEmbeddedLine({
    port: 0,
    clock: handClock(),
    log: createLog("silent"),
    people: [{ userId, displayName: "Somchai", language: "th" }],
    channels: [
      {
        id: "1",
        secret: "s",
        accessToken: "t",
        botUserId: `U${"0".repeat(32)}`,
        basicId: "@x",
        displayName: "X",
        webhookUrl: () => `http://127.0.0.1:${port}/webhook`,
      },
    ],
  });
  const client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: "t",
    apiBaseURL: line.origin,
  });
  const delivery = await line.act(userId, { type: "text", text: "points 🤨" });
  expect(delivery).toMatchObject({ status: 200, reason: "OK" });
  expect(validateSignature(bodies[0]?.body ?? "", "s", bodies[0]?.signature ?? "")).toBe(true);
  const replyToken = delivery.event?.replyToken ?? "";
  const answer = await client.replyMessage({
    replyToken,
    messages: [{ type: "text", text: "hi" }],
  });
  expect(answer.sentMessages).toHaveLength(1);
  await expect(
    client.replyMessage({ replyToken, messages: [{ type: "text", text: "hi" }] }),
  ).rejects.toMatchObject({ status: 400, body: '{"message":"Invalid reply token"}' });
  expect(line.chat(userId).map(({ kind }) => kind)).toEqual(["from person", "from account"]);
  bot.close();
});
