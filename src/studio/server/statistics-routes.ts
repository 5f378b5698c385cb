/** The addresses of the statistics: counts of days, for the page and as CSV. */
import { Router, type Request } from "express";
import { lastDays } from "../../bot/views/dates.ts";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { Clock } from "../../clock.ts";
import { giveWay } from "../../give-way.ts";
import { seesShop, shopCounts, shopRoutes, type ShopSource } from "./shop-routes.ts";
import { statisticsCsv } from "./statistics-csv.ts";
import type {
  DailyCount,
  StatisticsPage,
  UnansweredPage,
  UnansweredText,
} from "./statistics-types.ts";

/** The counts of the members' account. */
export interface StatisticsSource {
  /** From one day to another, both included. */
  list(from: string, until: string): Promise<DailyCount[]>;
  /** What nobody could answer since a day, the most asked first. */
  unanswered(from: string): Promise<UnansweredText[]>;
  /** What happened in the shop, for owners. */
  shop: ShopSource;
  /** The business's, whose days count. */
  timeZone: string;
}

const defaultDays = 30;
const maxDays = 400;
/** Days whose counts are read and written at once. */
const daysOfPiece = 5;

/** The days that are asked for, oldest first. */
function daysOf(request: Request, now: number, timeZone: string): string[] {
  const wanted = Number(request.query["days"] ?? defaultDays);
  const count = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), maxDays) : defaultDays;
  return lastDays(count, now, timeZone);
}

/** @param editorOf who has logged in: owners get the figures of the shop, too. */
export function statisticsRoutes(
  source: StatisticsSource,
  editorOf: (request: Request) => Editor | null,
  clock: Clock,
) {
  const { list, timeZone, shop } = source;
  const router = Router({ strict: true });

  /** @returns the counts in pieces of some days, so that many rows are read and written in slices. */
  async function read(request: Request) {
    const days = daysOf(request, clock.now(), timeZone);
    const first = (at: number) => days[at] ?? "";
    async function written(write: (counts: readonly DailyCount[]) => string): Promise<string[]> {
      const parts: string[] = [];
      for (let at = 0; at < days.length; at += daysOfPiece) {
        await giveWay();
        const last = Math.min(at + daysOfPiece, days.length) - 1;
        const counts = await list(first(at), first(last));
        await giveWay();
        if (counts.length > 0) parts.push(write(counts));
      }
      return parts.length > 0 ? parts : [write([])];
    }
    return { days, written };
  }

  router.get("/statistics", async (request, response) => {
    const { days, written } = await read(request);
    const rows = await written((counts) => counts.map((one) => JSON.stringify(one)).join(","));
    const page: StatisticsPage = { days, counts: [] };
    const head = JSON.stringify(page).slice(0, -"]}".length);
    response.type("json").send(`${head}${rows.filter(Boolean).join(",")}]}`);
  });
  router.get("/statistics.csv", async (request, response) => {
    const { days, written } = await read(request);
    let isFirst = true;
    const parts = await written((counts) => {
      const part = statisticsCsv(counts, isFirst);
      isFirst = false;
      return part;
    });
    if (seesShop(editorOf(request))) {
      parts.push(statisticsCsv(await shopCounts(shop, days), isFirst));
    }
    response.attachment(`statistics-${days[0]}-${days.at(-1)}.csv`).send(parts.join(""));
  });
  router.get("/unanswered", async (request, response) => {
    const [from = ""] = daysOf(request, clock.now(), timeZone);
    response.json({ texts: await source.unanswered(from) } satisfies UnansweredPage);
  });
  router.use(shopRoutes(shop, editorOf, clock));
  return router;
}
