/** Answers the bot's requests: webhooks, health checks, metrics and images; all others are the studio's. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { reasonOf } from "../errors.ts";
import type { CodeImages } from "./code-images.ts";
import type { Log } from "../observability/log.ts";
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

/** The answer to a request. */
interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Bytes, a text, or what is sent as JSON; absent: an empty body. */
  body?: Buffer | string | object;
}

/** @param path of the request, without its query. @returns null when the client is gone. */
type Route = (request: IncomingMessage, path: string) => Promise<Answer | null>;

export function createServer(options: {
  /** Webhook handlers by path. */
  webhooks: Readonly<Record<string, Route>>;
  images: Pick<CodeImages, "load">;
  metrics: MetricsEndpoint;
  /** Null if the studio is off. */
  studio: RequestListener | null;
  readiness(): Promise<Readiness>;
  log: Log;
}): RequestListener {
  const { webhooks, studio, log } = options;
  const routes = new Map<string, Route>([
    ...Object.entries(webhooks).map(([path, route]) => [`POST ${path}`, route] as const),
    ...Object.entries(readRoutes(options)).map(([path, route]) => [`GET ${path}`, route] as const),
  ]);

  async function answer(response: ServerResponse, path: string, answering: ReturnType<Route>) {
    try {
      const answered = await answering;
      if (answered) send(response, answered);
    } catch (error) {
      log.error({ path, reason: reasonOf(error) }, "request failed");
      send(response, { status: 500, body: { message: "something went wrong here" } });
    }
  }

  return (request, response) => {
    const path = pathOf(request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const pattern = path.startsWith(imagesPath) ? imagesPath : path;
    const route = routes.get(`${method} ${pattern}`);
    if (route) void answer(response, pattern, route(request, path));
    else if (studio) studio(request, response);
    else send(response, noSuchAddress);
  };
}

const imagesPath = "/images/";

const noSuchAddress: Answer = { status: 404, body: { message: "no such address" } };

function pathOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** What may be read, by its path, images by its beginning. */
const readRoutes = ({
  images,
  metrics,
  readiness,
}: Pick<Parameters<typeof createServer>[0], "images" | "metrics" | "readiness">): Readonly<
  Record<string, Route>
> => ({
  "/healthz": async () => ({ status: 200, body: { status: "alive" } }),
  "/readyz": async () => {
    const { reason, ...state } = await readiness();
    return reason === null
      ? { status: 200, body: { status: "ready", ...state } }
      : { status: 503, body: { status: "not ready", reason, ...state } };
  },
  "/metrics": metricsRoute(metrics),
  [imagesPath]: imageRoute(images),
});

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const isJson = typeof body === "object" && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : body;
  response
    .writeHead(status, {
      ...(isJson && { "Content-Type": "application/json; charset=utf-8" }),
      "Content-Length": Buffer.byteLength(bytes),
      ...headers,
    })
    .end(bytes);
}

const metricsRoute =
  ({ authorize, text, contentType }: MetricsEndpoint): Route =>
  async ({ headers, socket }) => {
    switch (authorize({ address: socket.remoteAddress, headers })) {
      case "yes":
        return {
          status: 200,
          headers: { "Cache-Control": "no-store", "Content-Type": contentType },
          body: await text(),
        };
      case "token":
        return {
          status: 401,
          headers: { "WWW-Authenticate": "Bearer" },
          body: { message: "show the metrics token" },
        };
      case "hidden":
        return noSuchAddress;
    }
  };

/** Serves images at sealed URLs, with a cache time that ends with the validity of the URL. */
const imageRoute =
  (images: Pick<CodeImages, "load">): Route =>
  async (_request, path) => {
    const image = await images.load(path.slice(imagesPath.length));
    if (!image) return noSuchAddress;
    const seconds = Math.min(Math.floor(image.remainingMs / 1000), maxImageAgeS);
    return {
      status: 200,
      headers: {
        "Cache-Control": `private, max-age=${seconds}, immutable`,
        "Content-Type": "image/png",
        "X-Content-Type-Options": "nosniff",
      },
      body: image.png,
    };
  };
