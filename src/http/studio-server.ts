/** Mounts the studio in an Express app, which answers what is neither a page nor an address of the bot's, too. */
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from "express";
import { proxiesOf } from "../config/client-address.ts";
import { reasonOf } from "../errors.ts";
import type { Clock } from "../clock.ts";
import { createThrottledWarnings, type Log } from "../observability/log.ts";

export function createStudioServer(options: {
  studio: RequestHandler;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  clock: Clock;
  log: Log;
}): Express {
  const { studio, trustedProxies, clock, log } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use("/studio", studio);
  router.get("/", (_request, response) => response.redirect("/studio/"));
  return express()
    .disable("x-powered-by")
    .disable("etag")
    .set("trust proxy", proxiesOf(trustedProxies))
    .use(router, answerNothing, answerError(log, clock));
}

const answerNothing: RequestHandler = (_request, response) =>
  void response.status(404).json({ message: "no such address" });

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
const mounts = ["/studio/review/:token", "/studio"].map((pattern) => ({
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
