/** A peer: the SDK's Express echo, as its documentation shows it, awaiting its reply. */
import { LineBotClient, middleware, type webhook } from "@line/bot-sdk";
import express from "express";

const [port, secret = "", apiBaseURL = ""] = process.argv.slice(2);
const client = LineBotClient.fromChannelAccessToken({ channelAccessToken: "t", apiBaseURL });
const app = express();
app.post("/webhook", middleware({ channelSecret: secret }), async (request, response) => {
  const { events } = request.body as webhook.CallbackRequest;
  const results = await Promise.all(
    events.map(async (event) => {
      if (event.type !== "message" || event.message.type !== "text" || !event.replyToken)
        return null;
      return client.replyMessage({
        replyToken: event.replyToken,
        messages: [{ type: "text", text: event.message.text }],
      });
    }),
  );
  response.json(results);
});
app.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
