/** How a draft stands, and times in the business's time zone. */
import type { DraftSummary } from "../../server/draft-types.ts";

export const timeText = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    at,
  );

export const reviewTexts = {
  none: "not reviewed",
  requested: "review requested",
  approved: "approved",
};

export function stateText(
  { review, publishAt }: Pick<DraftSummary, "review" | "publishAt">,
  timeZone: string,
): string {
  return publishAt === null ? reviewTexts[review] : `planned for ${timeText(publishAt, timeZone)}`;
}
