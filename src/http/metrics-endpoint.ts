/** Authorizes scrapes of the metrics and collects the values that are read on scrape. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../clock.ts";
import { isProxied } from "../config/client-address.ts";
import { isLoopback } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { LedgerFigures, Sources } from "../observability/gauges.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { ChannelStatusClient, Quota } from "../line/channel-status-client.ts";
import type { Log } from "../observability/log.ts";
import type { Store } from "../store/store.ts";

export interface ScrapeRequest {
  /** IP address of the peer. */
  address: string | undefined;
  headers: IncomingHttpHeaders;
}

export interface MetricsEndpoint {
  /** `hidden`: answer 404. `token`: answer 401, a bearer token is required. */
  authorize(request: ScrapeRequest): "yes" | "token" | "hidden";
  text(): Promise<string>;
  readonly contentType: string;
}

/** How long the message quota is cached. */
const quotaTtlMs = 5 * 60_000;

interface EndpointServices {
  metrics: Pick<Metrics, "expose" | "contentType">;
  store: Store;
  dispatcher: { readonly stuck: number };
  /** Null = nothing is mirrored. */
  mirror: { coverage(): Promise<LedgerFigures | null> } | null;
  line: Pick<ChannelStatusClient, "quota">;
  /** Bearer token for other machines; null admits this machine only. */
  token: string | null;
  clock: Clock;
  log: Log;
}

export function createMetricsEndpoint(services: EndpointServices): MetricsEndpoint {
  const { metrics, store, dispatcher, token } = services;
  const sources: Sources = {
    inbox: openEventCounts(services),
    replica: () => store.replicaStatus(),
    ledger: mirroredLedger(services),
    stuck: () => dispatcher.stuck,
    quota: cachedQuota(services),
  };
  return {
    authorize({ address, headers }) {
      if (token !== null && isEqual(headers.authorization ?? "", `Bearer ${token}`)) return "yes";
      if (isLocal(address, headers)) return "yes";
      return token === null ? "hidden" : "token";
    },
    text: () => metrics.expose(sources),
    contentType: metrics.contentType,
  };
}

/** Null when the store can't be read, too: the other metrics are shown all the same. */
const mirroredLedger =
  ({ mirror, log }: EndpointServices): Sources["ledger"] =>
  async () => {
    try {
      return (await mirror?.coverage()) ?? null;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "the ledger mirror couldn't be read");
      return null;
    }
  };

function isLocal(address = "", headers: IncomingHttpHeaders): boolean {
  const host = /^(?<name>.*?)(?::\d+)?$/.exec(headers.host ?? "")?.groups?.["name"] ?? "";
  return isLoopback(address.replace(/^::ffff:/, "")) && isLoopback(host) && !isProxied(headers);
}

/** Compares in constant time. */
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash("sha256").update(text).digest();

/** The last known quota, refreshed in the background, so the first scrape has none. */
function cachedQuota({ line, clock, log }: EndpointServices): Sources["quota"] {
  let cached: Quota | null = null;
  let refreshAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    try {
      cached = await line.quota();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "reading the LINE quota failed");
    }
  }

  return () => {
    if (clock.monotonic() >= refreshAt) {
      refreshAt = clock.monotonic() + quotaTtlMs;
      void refresh();
    }
    return cached;
  };
}

/** Counts of the inbox; null if the store fails, so that the other metrics are still served. */
function openEventCounts({ store, log }: EndpointServices): Sources["inbox"] {
  return async () => {
    try {
      return await store.inbox.counts();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "counting the inbox failed");
      return null;
    }
  };
}
