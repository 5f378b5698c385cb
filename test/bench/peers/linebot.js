// A peer: linebot's own server and its reply.
import linebot from "linebot";

const [port, secret, origin] = process.argv.slice(2);
const bot = linebot({ channelId: "1", channelSecret: secret, channelAccessToken: "t" });
bot.endpoint = `${origin}/v2/bot`;
bot.on("message", (event) => event.reply(event.message.text).catch(() => {}));
bot.listen("/webhook", Number(port), () => process.send?.("ready"));
