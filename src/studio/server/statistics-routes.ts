/** The addresses of the statistics: counts of days, for the page and as CSV. */
import { Router, type Request } from "express";
import { lastDays } from "../../bot/views/dates.ts";
import type { Clock } from "../../clock.ts";
import { statisticsCsv } from "./statistics-csv.ts";
import type { DailyCount, StatisticsPage } from "./statistics-types.ts";

/** The counts of the members' account. */
export interface StatisticsSource {
  /** From one day to another, both included. */
  list(from: string, until: string): Promise<DailyCount[]>;
  /** The business's, whose days count. */
  timeZone: string;
}

const defaultDays = 30;
const maxDays = 400;

export function statisticsRoutes({ list, timeZone }: StatisticsSource, clock: Clock) {
  const router = Router({ strict: true });

  async function read(request: Request): Promise<StatisticsPage> {
    const wanted = Number(request.query["days"] ?? defaultDays);
    const count = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), maxDays) : defaultDays;
    const days = lastDays(count, clock.now(), timeZone);
    return { days, counts: await list(days[0] ?? "", days.at(-1) ?? "") };
  }

  router.get("/statistics", async (request, response) => void response.json(await read(request)));
  router.get("/statistics.csv", async (request, response) => {
    const { days, counts } = await read(request);
    response.attachment(`statistics-${days[0]}-${days.at(-1)}.csv`).send(statisticsCsv(counts));
  });
  return router;
}
