/** Who may see the figures, and what is looked up for whoever does. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../clock.ts";
import { isLoopback } from "../config/environment-schema.ts";
import { reasonOf } from "../errors.ts";
import type { Metrics, Sources } from "../observability/metrics.ts";
import type { ChannelStatusClient, Quota } from "../line/channel-status-client.ts";
import type { Log } from "../observability/log.ts";
import type { Inbox } from "../store/inbox.ts";

/** What is known of who asks. */
export interface ScrapeRequest {
  /** The other end of the connection. */
  address: string | undefined;
  headers: IncomingHttpHeaders;
}

export interface MetricsEndpoint {
  /** `hidden`: to them there is no such address. `token`: they have to show one. */
  authorize(scraper: ScrapeRequest): "yes" | "token" | "hidden";
  text(): Promise<string>;
  readonly contentType: string;
}

/** How old the quota may be that is told. */
const quotaLifeMs = 5 * 60_000;

/** What proxies add: behind one on the same machine, everybody comes from a loopback address. */
const signsOfProxy = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

interface Parts {
  figures: Pick<Metrics, "expose" | "contentType">;
  inbox: Pick<Inbox, "counts">;
  worker: { readonly stuck: number };
  line: Pick<ChannelStatusClient, "quota">;
  /** What a scraper from elsewhere has to show; null = only this machine is admitted. */
  token: string | null;
  clock: Clock;
  log: Log;
}

export function createMetricsEndpoint(parts: Parts): MetricsEndpoint {
  const { figures, worker, token } = parts;
  const sources: Sources = {
    inbox: openEventCounts(parts),
    stuck: () => worker.stuck,
    quota: cachedQuota(parts),
  };
  return {
    authorize({ address, headers }) {
      if (token !== null && same(headers.authorization ?? "", `Bearer ${token}`)) return "yes";
      if (isOfThisMachine(address, headers)) return "yes";
      return token === null ? "hidden" : "token";
    },
    text: () => figures.expose(sources),
    contentType: figures.contentType,
  };
}

function isOfThisMachine(address = "", headers: IncomingHttpHeaders): boolean {
  const host = /^(?<name>.*?)(?::\d+)?$/.exec(headers.host ?? "")?.groups?.["name"] ?? "";
  return (
    isLoopback(address.replace(/^::ffff:/, "")) &&
    isLoopback(host) &&
    signsOfProxy.every((name) => headers[name] === undefined)
  );
}

/** Compares in a time that tells nothing of where two texts differ. */
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash("sha256").update(text).digest();

/** What LINE said last; it is asked behind the scraper's back, so the first scrape goes without. */
function cachedQuota({ line, clock, log }: Parts): Sources["quota"] {
  let kept: Quota | null = null;
  let askFrom = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    try {
      kept = await line.quota();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "LINE didn't tell the quota");
    }
  }

  return () => {
    if (clock.now() >= askFrom) {
      askFrom = clock.now() + quotaLifeMs;
      void refresh();
    }
    return kept;
  };
}

/** What the store can tell; its trouble keeps nobody from the other figures. */
function openEventCounts({ inbox, log }: Parts): Sources["inbox"] {
  return async () => {
    try {
      return await inbox.counts();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "the inbox couldn't be counted");
      return null;
    }
  };
}
