/** The bot's HTTP server with a webhook that stores nothing, for tests of the steps before storing. */
import { createHmac } from "node:crypto";
import { listen } from "../../src/http/listen.ts";
import { createServer } from "../../src/http/server.ts";
import { createLog } from "../../src/observability/log.ts";
import { createBodies, type Bodies } from "../../src/pipeline/body-limit.ts";
import { createWebhook } from "../../src/pipeline/webhook.ts";
import { manualClock } from "./clock.ts";

export interface WebhookServer extends AsyncDisposable {
  origin: string;
  /** The statuses of the webhook's responses. */
  answered: number[];
}

const secret = "a-channel-secret";

/** The signature that LINE sends for a body. */
export const sign = (body: string | Buffer) =>
  createHmac("sha256", secret).update(body).digest("base64");

/** @param limits limits that differ from the defaults, in real milliseconds. */
export async function startWebhookServer(
  { bodies = createBodies() }: { bodies?: Bodies } = {},
  limits: Parameters<typeof listen>[3] = {},
): Promise<WebhookServer> {
  const answered: number[] = [];
  const clock = manualClock();
  const log = createLog("silent");
  const webhook = createWebhook({
    channel: { account: "U0", secrets: [secret] },
    bodies,
    inbox: { insertNew: () => Promise.resolve([]) },
    onStored: () => {},
    onResponse: (status) => answered.push(status),
    clock,
    log,
  });
  const app = createServer({
    webhooks: { "/webhook": webhook },
    images: { load: () => Promise.resolve(null) },
    metrics: { authorize: () => "hidden", text: () => Promise.resolve(""), contentType: "" },
    studio: null,
    language: "en",
    readiness: () => Promise.resolve({ reason: null, oldestEventMs: null }),
    clock,
    log,
  });
  const server = await listen(app, "127.0.0.1", 0, limits);
  return { origin: server.origin, answered, [Symbol.asyncDispose]: () => server.close() };
}
