// A peer: bottender's LINE bot behind a plain HTTP server, as its own server calls it.
import { createServer } from "node:http";
import bottender from "bottender";

const [port, secret, origin] = process.argv.slice(2);
const bot = new bottender.LineBot({
  accessToken: "t",
  channelSecret: secret,
  origin,
  sync: true,
  skipLegacyProfile: true,
});
bot.onEvent(async (context) => {
  if (context.event.isText) await context.replyText(context.event.text);
});
const handle = bot.createRequestHandler();

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks).toString("utf8");
  const body = JSON.parse(rawBody);
  const { headers } = request;
  const about = { method: "post", path: "/webhook", query: {}, headers, rawBody, body };
  const { shouldNext } = await bot.connector.preprocess(about);
  if (shouldNext) await handle(body, about);
  response.writeHead(shouldNext ? 200 : 400, { "content-length": "0" }).end();
}

createServer((request, response) => void answer(request, response)).listen(
  Number(port),
  "127.0.0.1",
  () => process.send?.("ready"),
);
