/** The bot's HTTP server: webhook, health, studio, and the one error handler. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { reasonOf } from "./errors.ts";
import type { Images } from "./images.ts";
import type { Log } from "./log.ts";
import type { Scrape } from "./scrape.ts";

/** LINE names no limit; its events are a few kilobytes each. */
const webhookLimit = 1_048_576;

/** How long a phone may keep a picture. */
const longestKeptS = 86_400;

export function createHttp(options: {
  /** By the path at which LINE posts to each channel. */
  webhooks: Readonly<Record<string, RequestHandler>>;
  images: Pick<Images, "load">;
  metrics: Scrape;
  /** Absent where the studio is off. */
  studio: RequestHandler | null;
  /** Rejects with the reason while the bot can't take events. */
  ready(): Promise<void>;
  log: Log;
}): Express {
  const { webhooks, images, metrics, studio, ready, log } = options;
  const app = express().disable("x-powered-by").disable("etag").enable("case sensitive routing");
  // What a proxy on this machine says about where a request comes from is believed, and nobody else.
  app.set("trust proxy", "loopback");
  for (const [path, webhook] of Object.entries(webhooks)) {
    app.post(path, readBody, webhook);
  }
  app.get("/healthz", (_request, response) => void response.json({ status: "alive" }));
  app.get("/readyz", async (_request, response) => {
    try {
      await ready();
      response.json({ status: "ready" });
    } catch (error) {
      response.status(503).json({ status: "not ready", reason: reasonOf(error) });
    }
  });
  app.get("/metrics", serveMetrics(metrics));
  app.use("/images", serveImages(images));
  if (studio) {
    app.use("/studio", studio);
    app.get("/", (_request, response) => response.redirect("/studio/"));
  }
  app.use((_request, response) => void response.status(404).json({ message: "no such address" }));
  app.use(answerError(log));
  return app;
}

const readRaw = express.raw({ type: () => true, limit: webhookLimit, inflate: false });

/** Puts the body's bytes into `request.body`, just as they came: the signature is made of them. */
const readBody: RequestHandler = (request, response, next) => {
  const { "content-length": length, "content-encoding": encoding } = request.headers;
  if (length === undefined || encoding !== undefined) readRaw(request, response, next);
  // At once; `readRaw` would answer only when all of it had come.
  else if (Number(length) > webhookLimit)
    response.status(413).json({ message: "request entity too large" });
  else {
    // Node takes no more than was told, so there is nothing to watch.
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      request.body = Buffer.concat(chunks);
      next();
    });
  }
};

function serveMetrics({ admits, text, contentType }: Scrape): RequestHandler {
  return async (request, response, next) => {
    const { headers } = request;
    switch (admits({ address: request.socket.remoteAddress, headers })) {
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

/** Pictures at sealed addresses. Whoever has one may load it, so nobody keeps it longer than it lives. */
function serveImages(images: Pick<Images, "load">): RequestHandler {
  const router = express.Router({ strict: true });
  router.get("/:name", async (request, response, next) => {
    const image = await images.load(request.params.name);
    if (!image) {
      next();
      return;
    }
    const seconds = Math.min(Math.floor(image.lifeMs / 1000), longestKeptS);
    response
      .set("Cache-Control", `private, max-age=${seconds}, immutable`)
      .set("X-Content-Type-Options", "nosniff")
      .type("png")
      .send(image.png);
  });
  return router;
}

/** Tells the caller what is wrong with the request; what is wrong with us only goes to the log. */
function answerError(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = clientStatus(error);
    if (status)
      log.warn({ path: request.path, status, reason: reasonOf(error) }, "request refused");
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
