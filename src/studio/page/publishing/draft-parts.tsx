/** What a draft and the history share: how a draft stands, times in the business's time zone, and marked differences. */
import type { DiffPart, DraftSummary, TextDifference } from "../../server/draft-types.ts";

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

function part({ text, change }: DiffPart) {
  if (change === "removed") return <del>{text}</del>;
  return change === "added" ? <ins>{text}</ins> : text;
}

/** A text with what was taken out and what was put in, word by word; marked for the eye, and for who listens. */
export const Difference = ({ language, parts }: TextDifference) => (
  <p class="difference">
    <span class="difference-language">{language}</span>
    <span lang={language} dir="auto">
      {parts.map(part)}
    </span>
  </p>
);
