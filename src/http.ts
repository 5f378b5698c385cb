/** The bot's HTTP server: webhook, health, studio, and the one error handler. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { reasonOf } from "./errors.ts";
import type { Log } from "./log.ts";

/** LINE names no limit; its events are a few kilobytes each. */
const webhookLimit = "1mb";

export function createHttp(options: {
  webhook: RequestHandler;
  /** Absent where the studio is off. */
  studio: RequestHandler | null;
  /** Rejects with the reason while the bot can't take events. */
  ready(): Promise<void>;
  log: Log;
}): Express {
  const { webhook, studio, ready, log } = options;
  const app = express().disable("x-powered-by").disable("etag");
  app.post("/webhook", express.raw({ type: () => true, limit: webhookLimit }), webhook);
  app.get("/healthz", (_request, response) => void response.json({ status: "alive" }));
  app.get("/readyz", async (_request, response) => {
    try {
      await ready();
      response.json({ status: "ready" });
    } catch (error) {
      response.status(503).json({ status: "not ready", reason: reasonOf(error) });
    }
  });
  if (studio) {
    app.use("/studio", studio);
    app.get("/", (_request, response) => response.redirect("/studio/"));
  }
  app.use((_request, response) => void response.status(404).json({ message: "no such address" }));
  app.use(answerError(log));
  return app;
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

export interface Listening {
  /** `http://host:port` */
  origin: string;
  /** Stops taking requests and drops connections that are still open. */
  close(): Promise<void>;
}

/** @param port 0 = any that is free. @throws when the address can't be had. */
export async function listen(app: Express, host: string, port: number): Promise<Listening> {
  const server: Server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, app);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    origin: `http://${name}:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
