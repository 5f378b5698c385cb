/** Reads by itself what members are to be reminded of: the coupons that end soon and, for pushes, whose LINE accounts they have. */
import { backoffMs, deadline, pause, type Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { Coupon, MemberProfile, Page } from "../loyalty/contract.ts";
import { isUnsupported, LoyaltyError } from "../loyalty/errors.ts";
import { unreadableRows } from "../loyalty/lenient-parse.ts";
import { readEnd } from "../loyalty/platform-time.ts";
import { isFilterRefused, pageSize } from "../loyalty/read-list.ts";
import type { Log } from "../observability/log.ts";
import { hashId } from "../store/hash-id.ts";
import type { RunningJob } from "../store/coordination.ts";
import type { Ending, Reminders, Soon } from "../store/reminders.ts";
import { createProfilePages, pageIntervalMs } from "./profile-crawler.ts";

export interface EndingCrawlOptions {
  account: string;
  loyalty: Pick<LoyaltyClient, "getGiveCouponHistory" | "getProfile">;
  reminders: Pick<Reminders, "keep" | "link">;
  /** In which time coupons end that are kept; null = none are read. */
  soon(): Soon | null;
  /** What ends of a member by their profile; null = no profiles are read. */
  endingsOf: ((member: MemberProfile) => readonly Ending[]) | null;
  /** Called after each crawl. */
  onCrawled?(): void;
  /** The business's IANA time zone. */
  timeZone: string;
  clock: Clock;
  log: Log;
}

const hourMs = 3_600_000;
/** From the start of one crawl to the start of the next. */
const everyMs = 6 * hourMs;
/** How often it is looked whether it is time: by a clock that may be set to another date. */
const lookMs = 60_000;
/** What ends so much later is kept, too: it is told before the next crawl. */
const aheadMs = 2 * everyMs;
/** Time limit for one page, retries included. */
const budgetMs = 8000;
const backoff = { firstMs: 1000, maxMs: 60_000 };

/** Run it in one replica alone: otherwise each of them asks the platform. */
export function createEndingCrawl(options: EndingCrawlOptions): RunningJob & { start(): void } {
  const { clock, log } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let running: Promise<void> | null = null;

  async function crawlForever(): Promise<void> {
    for (;;) {
      const startedAt = clock.now();
      const counts = await crawl(options, signal);
      options.onCrawled?.();
      log.debug({ ...counts, ms: clock.now() - startedAt }, "crawl of what ends finished");
      while (Math.abs(clock.now() - startedAt) < everyMs) await pause(clock, lookMs, signal);
    }
  }

  return {
    start() {
      running = crawlForever().catch((error: unknown) => {
        if (!signal.aborted) log.error({ reason: reasonOf(error) }, "crawl of what ends stopped");
      });
    },
    async stop() {
      ending.abort(new Error("stopping"));
      await running;
    },
  };
}

async function crawl(options: EndingCrawlOptions, signal: AbortSignal) {
  const coupons = await crawlCoupons(options, signal);
  const profiles = options.endingsOf ? await crawlProfiles(options, options.endingsOf, signal) : 0;
  return { coupons, profiles };
}

/** All that can be used, by their ends, where the platform filters and sorts; else all that were given. */
async function crawlCoupons(options: EndingCrawlOptions, signal: AbortSignal): Promise<number> {
  const { account, loyalty, reminders, timeZone, clock } = options;
  const soon = options.soon();
  if (!soon) return 0;
  const until = soon.until + aheadMs;
  let filters: { usable?: true; sort?: string } = { usable: true, sort: "expires_at" };
  let isSorted = true;
  let lastEnd = -Infinity;
  let kept = 0;

  const read = async (page: number) => {
    using budget = deadline(clock, budgetMs);
    const call = { signal: AbortSignal.any([budget.signal, signal]) };
    const query = { page, size: pageSize };
    try {
      return await loyalty.getGiveCouponHistory({ ...filters, ...query }, call);
    } catch (error) {
      if (page > 1 || !isFilterRefused(error) || !filters.usable) throw error;
      filters = {};
      return await loyalty.getGiveCouponHistory(query, call);
    }
  };

  await readPages(options, signal, read, async ({ data }) => {
    for (const { expires_at } of data) {
      const end = readEnd(expires_at, timeZone);
      const at = end.kind === "read" ? end.at : Infinity;
      isSorted &&= at >= lastEnd;
      lastEnd = at;
    }
    const endings = data.flatMap((coupon) => couponEnding(coupon, timeZone) ?? []);
    const ended = endings.filter(({ endsAt }) => endsAt > soon.now && endsAt <= until);
    await reminders.keep(account, ended);
    kept += ended.length;
    return !isSorted || lastEnd <= until;
  });
  return kept;
}

/** Null for a coupon that nobody can use any more, and one without an end. */
function couponEnding(coupon: Coupon, timeZone: string): Ending | null {
  const { uuid, code, status, member_uuid: memberUuid, expires_at } = coupon;
  const end = readEnd(expires_at, timeZone);
  if (status !== "GIVEN" || !memberUuid || end.kind !== "read") return null;
  const key = hashId(`coupon ${uuid} ${end.at}`);
  return { key, memberUuid, reminder: { of: "coupon", uuid, code }, endsAt: end.at };
}

async function crawlProfiles(
  options: EndingCrawlOptions,
  endingsOf: (member: MemberProfile) => readonly Ending[],
  signal: AbortSignal,
): Promise<number> {
  const { account, reminders } = options;
  const pages = createProfilePages({ ...options, stopping: signal });
  let profiles = 0;
  await readPages(options, signal, pages.readForCrawl, async ({ data }) => {
    await reminders.keep(account, data.filter(({ active }) => active).flatMap(endingsOf));
    await reminders.link(
      account,
      data.map(({ uuid, lineId, active }) => ({
        memberUuid: uuid,
        lineId: active && lineId !== "" ? lineId : null,
      })),
    );
    profiles += data.length;
    return true;
  });
  return profiles;
}

/** Reads page by page, with pauses, until the last one or until `take` returns false; each until it can be read. */
async function readPages<Row>(
  { clock, log }: EndingCrawlOptions,
  signal: AbortSignal,
  read: (page: number) => Promise<Page<Row>>,
  take: (page: Page<Row>) => Promise<boolean>,
): Promise<void> {
  let rows = 0;
  let failures = 0;
  for (let page = 1; ;) {
    try {
      const found = await read(page);
      // Another replica may be crawling by now.
      signal.throwIfAborted();
      const received = found.data.length + unreadableRows(found).length;
      const goesOn = await take(found);
      rows += received;
      failures = 0;
      // Pages may be smaller than the size asked for: only the number of rows read tells where the list ends.
      if (!goesOn || received === 0 || rows >= found.pagination.total) return;
      page += 1;
      await pause(clock, pageIntervalMs, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failures += 1;
      const reason = reasonOf(error);
      if (failures === 1) log.warn({ page, reason }, "crawl of what ends delayed");
      // What the platform doesn't have isn't asked for again and again.
      if (isUnsupported(error) || (error instanceof LoyaltyError && error.isUnsendable)) return;
      const retryAfterMs = (error instanceof LoyaltyError && error.retryAfterMs) || 0;
      await pause(clock, Math.max(backoffMs(backoff, failures), retryAfterMs), signal);
    }
  }
}
