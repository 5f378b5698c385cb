/** A peer: node:http and the bot's HTTP client: verifies, replies over a pooled connection, and answers then. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { Pool } from "undici";

interface Body {
  events: { replyToken: string; message: { text: string } }[];
}

const [port, secret = "", origin = ""] = process.argv.slice(2);
const line = new Pool(origin, { connections: 64 });

async function reply(replyToken: string, text: string): Promise<void> {
  const answer = await line.request({
    path: "/v2/bot/message/reply",
    method: "POST",
    headers: { authorization: "Bearer t", "content-type": "application/json" },
    body: JSON.stringify({ replyToken, messages: [{ type: "text", text }] }),
  });
  await answer.body.dump();
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const right = createHmac("sha256", secret).update(body).digest();
    const given = Buffer.from(String(request.headers["x-line-signature"]), "base64");
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      response.writeHead(401).end();
      return;
    }
    const { events } = JSON.parse(body.toString("utf8")) as Body;
    void Promise.all(events.map(({ replyToken, message }) => reply(replyToken, message.text))).then(
      () => response.writeHead(200, { "content-length": "0" }).end(),
    );
  });
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
