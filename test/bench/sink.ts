/** The far side of the benchmark, as bare as can be: takes replies for LINE, knows every member for the platform. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { stuckToken } from "./stuck-token.ts";
import { nanoseconds } from "./time.ts";

const arrivals = new Map<number, number>();
let duplicates = 0;
let lookups = 0;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("latin1")) text += chunk;
  return text;
}

const page = (lineId: string) => ({
  pagination: { total: 1, page: 1, size: 100 },
  data: [
    {
      uuid: lineId,
      name: "สมชาย",
      lastName: "ใจดี",
      phoneCode: "66",
      phoneNumber: "800000001",
      verified: true,
      otpVerified: true,
      lineVerified: true,
      active: true,
      profilePicture: "",
      lineId,
      otherData: [],
      cards: Array.from({ length: 3 }, (_, index) => ({
        uuid: `${lineId}-${index}`,
        card_no: `8800001000${index}`,
        card_nickname: "สมชาย",
        card_type: "GOLD",
        point: 1250 + index,
      })),
    },
  ],
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "" } = request;
  const text = await bodyOf(request);
  response.setHeader("content-type", "application/json");
  response.setHeader("x-line-request-id", "r");
  if (url.endsWith("/message/reply")) {
    const start = text.indexOf('"replyToken":"') + 14;
    if (text.startsWith(stuckToken, start)) {
      response.writeHead(500).end("{}");
      return;
    }
    const index = Number(text.slice(start, text.indexOf('"', start)));
    if (arrivals.has(index)) duplicates += 1;
    else arrivals.set(index, nanoseconds());
    response.end(`{"sentMessages":[{"id":"1"}]}`);
  } else if (url.includes("/connect/profiles")) {
    lookups += 1;
    response.end(
      JSON.stringify(page(new URL(url, "http://sink").searchParams.get("search") ?? "")),
    );
  } else if (url.includes("/auth-connect/")) {
    response.writeHead(201).end(`{"access_token":"t"}`);
  } else if (url.startsWith("/v2/bot/profile/")) {
    response.end(`{"userId":"u","displayName":"d","language":"th"}`);
  } else if (url === "/v2/bot/info") {
    response.end(
      `{"userId":"U${"0".repeat(32)}","basicId":"@b","displayName":"b","chatMode":"bot","markAsReadMode":"auto"}`,
    );
  } else if (url === "/v2/bot/richmenu/alias/list") {
    response.end(`{"aliases":[]}`);
  } else if (url === "/count") {
    response.end(JSON.stringify({ replies: arrivals.size, duplicates, lookups }));
  } else if (url === "/report") {
    response.end(
      JSON.stringify({ arrivals: [...arrivals], duplicates, lookups, cpu: process.cpuUsage() }),
    );
    arrivals.clear();
    duplicates = 0;
    lookups = 0;
  } else {
    response.writeHead(404).end("{}");
  }
}

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
