/** A peer: node:http and nothing else: verifies, replies over a kept-alive connection, and answers then. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Agent, createServer, request as send } from "node:http";

interface Body {
  events: { replyToken: string; message: { text: string } }[];
}

const [port, secret = "", origin = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function reply(replyToken: string, text: string): Promise<void> {
  const body = JSON.stringify({ replyToken, messages: [{ type: "text", text }] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = {
    authorization: "Bearer t",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const call = send(
    `${origin}/v2/bot/message/reply`,
    { method: "POST", agent, headers },
    (answer) => {
      answer.resume().once("end", resolve);
    },
  );
  call.once("error", reject);
  call.end(body);
  return promise;
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
