/** The LINE emulator with two people, a group, two channels and a webhook that only records. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LineBotClient } from "@line/bot-sdk";
import { createLog, type Log } from "../../../src/observability/log.ts";
import {
  startLineEmulator,
  type LineEmulator,
  type LineEmulatorOptions,
} from "../../../src/emulators/line/index.ts";
import type { Clock } from "../../../src/clock.ts";

export const somchai = `U${"1".repeat(32)}`;
export const yuki = `U${"2".repeat(32)}`;
export const stranger = `U${"9".repeat(32)}`;
export const shopGroup = `C${"3".repeat(32)}`;
export const shopRoom = `R${"4".repeat(32)}`;
export const botUserId = `U${"0".repeat(32)}`;
export const accessToken = "long-lived";
export const secret = "8c570fa6dd201bb328f1c1eac23a96d8";

export interface Received {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface LineWorld extends AsyncDisposable {
  readonly line: LineEmulator;
  /** The webhook requests received, oldest first. */
  readonly received: Received[];
  /** The status of the webhook's responses; null leaves requests open. */
  answer: number | null;
  readonly log: Log;
  /** Every log line, parsed. */
  readonly logged: Record<string, unknown>[];
}

export async function createLineWorld(
  clock: Clock,
  more: Partial<LineEmulatorOptions> = {},
): Promise<LineWorld> {
  await using stack = new AsyncDisposableStack();
  const received: Received[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = createLog("debug", {
    write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const bot = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      received.push({ body: Buffer.concat(chunks).toString("utf8"), headers: request.headers });
      if (world.answer === null) return;
      response.statusCode = world.answer;
      response.end("ok");
    });
  });
  const listening = Promise.withResolvers<void>();
  bot.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  stack.defer(async () => {
    bot.closeAllConnections();
    const closed = Promise.withResolvers<void>();
    bot.close(() => closed.resolve());
    await closed.promise;
  });
  const { port } = bot.address() as AddressInfo;
  const channel = (id: string, token: string, userId: string) => ({
    id,
    secret,
    accessToken: token,
    botUserId: userId,
    basicId: `@${id}`,
    displayName: "Siam Tea",
    webhookUrl: () => `http://127.0.0.1:${port}/${id}`,
  });
  const line = await startLineEmulator({
    port: 0,
    clock,
    log,
    people: [
      { userId: somchai, displayName: "สมชาย", language: "th", note: "two cards" },
      { userId: yuki, displayName: "Yuki" },
    ],
    groups: [
      { type: "group", chatId: shopGroup, name: "Shop", members: [somchai, yuki] },
      { type: "room", chatId: shopRoom, members: [somchai] },
    ],
    channels: [
      channel("1000", accessToken, botUserId),
      channel("2000", "dev", `U${"d".repeat(32)}`),
    ],
    ...more,
  });
  stack.use(line);
  const running = stack.move();
  const world: LineWorld = {
    line,
    received,
    answer: 200,
    log,
    logged,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return world;
}

/** An address of this machine where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
  return `http://127.0.0.1:${port}/`;
}

/** LINE's SDK with the emulator as LINE. */
export const clientOf = (world: LineWorld, channelAccessToken: string): LineBotClient =>
  LineBotClient.fromChannelAccessToken({
    channelAccessToken,
    apiBaseURL: world.line.origin,
    dataApiBaseURL: world.line.origin,
  });

/** The status and body of the error that the SDK throws. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error = await call.then(
    () => ({ status: 200, body: "{}" }),
    (thrown: unknown) => thrown as { status: number; body: string },
  );
  return { status: error.status, body: JSON.parse(error.body) as unknown };
}
