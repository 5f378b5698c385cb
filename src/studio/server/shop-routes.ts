/** The addresses of the owner's day: what happened in the shop, for owners and the operator. */
import { Router, type Request, type RequestHandler } from "express";
import { z } from "zod";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type {
  DayOrder,
  DayOrdersFilter,
  OddFact,
  ShopReport,
} from "../../bot/staff/day/shop-days.ts";
import { lastDays } from "../../bot/views/dates.ts";
import type { Clock } from "../../clock.ts";
import type { Language } from "../../config/languages.ts";
import type { DailyCount, ShopOrdersPage, ShopPage } from "./statistics-types.ts";
import { languageOf, translateFor } from "./language.ts";

/** Of the members' account. */
export interface ShopSource {
  /** @param today one of the days, if any; null = what is odd isn't looked for. */
  read(days: readonly string[], today: string | null): Promise<ShopReport>;
  /** How many orders wait for somebody now. */
  waiting(): Promise<number>;
  /** Says facts in one line each, with the names of staff. */
  tell(facts: readonly OddFact[], language: Language): Promise<string[]>;
  /** The newest first. */
  orders(filter: DayOrdersFilter): Promise<DayOrder[]>;
  timeZone: string;
}

/** Orders are kept for at least so long. */
const maxDays = 30;

const filterSchema = z.object({
  day: z.iso.date(),
  staff: z.string().max(100),
  member: z.string().max(100).optional(),
});

/** @param editorOf who has logged in. */
export const seesShop = (editor: Editor | null): boolean =>
  editor?.role === "owner" || editor?.role === "operator";

export function shopRoutes(
  shop: ShopSource,
  editorOf: (request: Request) => Editor | null,
  clock: Clock,
): Router {
  const router = Router({ strict: true });
  const ownersOnly: RequestHandler = (request, response, next) =>
    seesShop(editorOf(request))
      ? next()
      : void response.status(403).json({ message: translateFor(request)("shop.ownersOnly") });

  router.get("/shop", ownersOnly, async (request, response) => {
    const wanted = Number(request.query["days"] ?? maxDays);
    const count = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), maxDays) : maxDays;
    const days = lastDays(count, clock.now(), shop.timeZone);
    const { odd, sum, days: read } = await shop.read(days, days.at(-1) ?? "");
    const texts = await shop.tell(odd, languageOf(request));
    const page: ShopPage = {
      days: read,
      sum,
      waiting: await shop.waiting(),
      odd: odd.map((fact, index) => ({
        day: fact.day,
        text: texts[index] ?? "",
        orders: ordersOf(fact),
      })),
    };
    response.json(page);
  });
  router.get("/shop/orders", ownersOnly, async (request, response) => {
    const filter = filterSchema.safeParse(request.query);
    if (!filter.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const { day, staff, member = null } = filter.data;
    const page: ShopOrdersPage = {
      orders: await shop.orders({ day, staff, member }),
    };
    response.json(page);
  });
  return router;
}

const ordersOf = (fact: OddFact): DayOrdersFilter | null =>
  "asker" in fact
    ? {
        day: fact.day,
        staff: fact.asker,
        member: "memberUuid" in fact ? fact.memberUuid : null,
      }
    : null;

/** The figures of days as counts, without those that are none. */
export async function shopCounts(shop: ShopSource, days: readonly string[]): Promise<DailyCount[]> {
  const report = await shop.read(days.slice(-maxDays), null);
  return report.days.flatMap(({ day, figures }) =>
    Object.entries(figures).flatMap(([name, count]): DailyCount[] =>
      count > 0 ? [{ day, kind: "shop", name, language: "", count }] : [],
    ),
  );
}
