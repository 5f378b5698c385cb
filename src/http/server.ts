/** Builds the bot's Express app: webhooks, health checks, metrics, images, the counter page, the studio and the error handler. */
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from "express";
import { proxiesOf } from "../config/client-address.ts";
import { reasonOf } from "../errors.ts";
import type { CodeImages } from "./code-images.ts";
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
import { counterPath, serveCounterPage } from "./counter-page.ts";
import type { MetricsEndpoint } from "./metrics-endpoint.ts";

/** Maximum cache time of an image, in seconds. */
const maxImageAgeS = 86_400;

/** Whether the bot can take events now, and what a load balancer's operator wants to see of it. */
export interface Readiness {
  /** Why it can't take events; null = it can. */
  reason: string | null;
  /** Age of the oldest open event of all replicas, 0 where none is; null = not known. */
  oldestEventMs: number | null;
  /** Absent where the store has one owner. */
  replica?: object;
}

export function createServer(options: {
  /** Webhook handlers by path. */
  webhooks: Readonly<Record<string, RequestHandler>>;
  images: Pick<CodeImages, "load">;
  metrics: MetricsEndpoint;
  /** Null if the studio is off. */
  studio: RequestHandler | null;
  /** The business's default, for browsers that ask for none of the others. */
  language: Language;
  readiness(): Promise<Readiness>;
  /** Addresses and networks whose `X-Forwarded-For` is believed; this machine's unless given. */
  trustedProxies?: readonly string[];
  clock: Clock;
  log: Log;
}): Express {
  const { webhooks, images, metrics, studio, language, readiness, clock, log } = options;
  const app = createExpress(options.trustedProxies);
  for (const [path, webhook] of Object.entries(webhooks)) {
    app.post(path, webhook);
  }
  app.get("/healthz", (_request, response) => void response.json({ status: "alive" }));
  app.get("/readyz", async (_request, response) => {
    const { reason, ...state } = await readiness();
    if (reason === null) response.json({ status: "ready", ...state });
    else response.status(503).json({ status: "not ready", reason, ...state });
  });
  app.get("/metrics", serveMetrics(metrics));
  app.use("/images", serveImages(images));
  app.get(counterPath, serveCounterPage(language));
  if (studio) app.use(mountStudio(studio));
  app.use(answerNothing, answerError(log, clock));
  return app;
}

/** An app with the studio alone, for `line serve`. */
export function createStudioServer(options: {
  studio: RequestHandler;
  clock: Clock;
  log: Log;
}): Express {
  const { studio, clock, log } = options;
  const app = createExpress();
  app.use(mountStudio(studio), answerNothing, answerError(log, clock));
  return app;
}

const createExpress = (trustedProxies: readonly string[] = ["loopback"]): Express =>
  express()
    .disable("x-powered-by")
    .disable("etag")
    .enable("case sensitive routing")
    .set("trust proxy", proxiesOf(trustedProxies));

function mountStudio(studio: RequestHandler): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use("/studio", studio);
  router.get("/", (_request, response) => response.redirect("/studio/"));
  return router;
}

const answerNothing: RequestHandler = (_request, response) =>
  void response.status(404).json({ message: "no such address" });

function serveMetrics({ authorize, text, contentType }: MetricsEndpoint): RequestHandler {
  return async (request, response, next) => {
    const { headers } = request;
    switch (authorize({ address: request.socket.remoteAddress, headers })) {
      case "yes":
        response
          .set("Cache-Control", "no-store")
          .type(contentType)
          .send(await text());
        break;
      case "token":
        response.set("WWW-Authenticate", "Bearer");
        response.status(401).json({ message: "show the metrics token" });
        break;
      case "hidden":
        next();
    }
  };
}

/** Serves images at sealed URLs, with a cache time that ends with the validity of the URL. */
function serveImages(images: Pick<CodeImages, "load">): RequestHandler {
  const router = express.Router({ strict: true });
  router.get("/:name", async (request, response, next) => {
    const image = await images.load(request.params.name);
    if (!image) {
      next();
      return;
    }
    const seconds = Math.min(Math.floor(image.remainingMs / 1000), maxImageAgeS);
    response
      .set("Cache-Control", `private, max-age=${seconds}, immutable`)
      .set("X-Content-Type-Options", "nosniff")
      .type("png")
      .send(image.png);
  });
  return router;
}

/** Reports client errors (4xx) to the caller; the reasons of other errors only go to the log. */
function answerError(log: Log, clock: Clock): ErrorRequestHandler {
  const warn = createThrottledWarnings(log, clock);
  return (error: unknown, request, response, next) => {
    const refusal = refusalOf(error);
    const path = patternOf(request);
    if (refusal) warn("request refused", { path, ...refusal });
    else log.error({ path, reason: reasonOf(error) }, "request failed");
    if (response.headersSent) {
      next(error);
      return;
    }
    response
      .status(refusal?.status ?? 500)
      .json({ message: refusal?.reason ?? "something went wrong here" });
  };
}

/** Where routes are mounted, the longest first; what stands behind may be a secret, such as a reviewer's link. */
const mounts = ["/studio/review/:token", "/studio", "/images"].map((pattern) => ({
  pattern,
  form: new RegExp(`^${pattern.replace(/:\w+/, "[^/]+")}(?:/|$)`),
}));

/** A request's address without anything that its sender wrote. */
function patternOf(request: Request): string {
  const mount = mounts.find(({ form }) => form.test(request.path));
  const route = request.route as { path: string | RegExp } | undefined;
  return `${mount?.pattern ?? ""}${route?.path.toString() ?? "/…"}`;
}

/** By the `type` of body-parser's errors, whose messages quote the body. */
const reasons: Readonly<Record<string, string>> = {
  "entity.parse.failed": "the body can't be read",
  "entity.too.large": "request entity too large",
  "request.aborted": "the body never ended",
  "encoding.unsupported": "send it uncompressed",
  "charset.unsupported": "send it in UTF-8",
};

/** What a 4xx error of Express says, in constant words: its own message quotes the request. Null for other errors. */
function refusalOf(error: unknown): { status: number; reason: string } | null {
  if (!(error instanceof Error) || !("status" in error)) return null;
  const { status } = error;
  if (typeof status !== "number" || status < 400 || status >= 500) return null;
  const type = "type" in error ? String(error.type) : "";
  return { status, reason: reasons[type] ?? "the request can't be read" };
}
