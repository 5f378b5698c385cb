/** Tells which campaigns run, by their status and their dates, in which order, and until when. */
import type { Campaign } from "../../loyalty/contract.ts";
import { readWindow, standing, unreadableIn } from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import { isSameDay, lastInstantBefore } from "./dates.ts";
import { unreadDates } from "./platform-dates.ts";

type Moment = Pick<RenderContext, "now" | "timeZone">;
type CampaignDates = Pick<Campaign, "start_date" | "end_date">;

const windowOf = ({ start_date, end_date }: CampaignDates, timeZone: string) =>
  readWindow({ start: start_date, end: end_date }, timeZone);

/** Whether a campaign runs now: by its status and, whatever that says, by its dates, which must be readable. */
export const isRunning = ({ now, timeZone }: Moment, campaign: Campaign): boolean =>
  campaign.status === "ACTIVE" && standing(windowOf(campaign, timeZone), now) === "within";

/** Whether a campaign runs or is to come, as far as its dates can be read. */
export const isRunningOrPlanned = ({ now, timeZone }: Moment, campaign: Campaign): boolean =>
  (campaign.status === "ACTIVE" || campaign.status === "SCHEDULED") &&
  standing(windowOf(campaign, timeZone), now) !== "after";

/** Soonest end first, and those without one last; of equal ends, the one that began first, then by name. */
export function byEnd<Row extends CampaignDates & Pick<Campaign, "name">>(
  rows: readonly Row[],
  timeZone: string,
): Row[] {
  const placed = rows.map((row) => {
    const { start, end } = windowOf(row, timeZone);
    return {
      row,
      end: end.kind === "read" ? end.at : Infinity,
      start: start.kind === "read" ? start.at : -Infinity,
    };
  });
  return placed
    .toSorted(
      (one, other) =>
        compare(one.end, other.end) ||
        compare(one.start, other.start) ||
        one.row.name.localeCompare(other.row.name),
    )
    .map(({ row }) => row);
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** The campaign's period as text; empty when the platform names no date. */
export function periodText(ctx: RenderContext, campaign: CampaignDates): string {
  const { t, now, timeZone } = ctx;
  const window = windowOf(campaign, timeZone);
  const start = window.start.kind === "read" ? window.start.at : null;
  const last = window.end.kind === "read" ? lastInstantBefore(window.end.at) : null;
  if (last !== null && isSameDay(last, now, timeZone)) return t("campaigns.today");
  if (start !== null && last !== null) return t("campaigns.between", { start, last });
  if (last !== null) return t("campaigns.until", { last });
  return start === null ? "" : t("campaigns.from", { start });
}

/** The same for staff, with dates that can't be read as the platform writes them. */
export const periodTextForStaff = (ctx: RenderContext, campaign: CampaignDates): string =>
  [periodText(ctx, campaign), unreadDates(ctx, unreadableIn(windowOf(campaign, ctx.timeZone)))]
    .filter(Boolean)
    .join(" · ");
