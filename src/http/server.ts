/** Builds the bot's Express app: webhooks, health checks, metrics, images, studio and the error handler. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { reasonOf } from "../errors.ts";
import type { CodeImages } from "./code-images.ts";
import type { Clock } from "../clock.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";
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
  readiness(): Promise<Readiness>;
  clock: Clock;
  log: Log;
}): Express {
  const { webhooks, images, metrics, studio, readiness, clock, log } = options;
  const app = express().disable("x-powered-by").disable("etag").enable("case sensitive routing");
  // Trust X-Forwarded headers of proxies on this machine only.
  app.set("trust proxy", "loopback");
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
  const app = express().disable("x-powered-by").disable("etag").enable("case sensitive routing");
  app.use(mountStudio(studio), answerNothing, answerError(log, clock));
  return app;
}

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
    const status = clientStatus(error);
    if (status) warn("request refused", { path: request.path, status, reason: reasonOf(error) });
    else log.error({ path: request.path, reason: reasonOf(error) }, "request failed");
    if (response.headersSent) {
      next(error);
      return;
    }
    response
      .status(status ?? 500)
      .json({ message: status ? reasonOf(error) : "something went wrong here" });
  };
}

function clientStatus(error: unknown): number | null {
  const status = error instanceof Error && "status" in error ? error.status : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
