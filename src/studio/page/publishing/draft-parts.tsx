/** What a draft and the history share: how a draft stands, and marked differences. */
import type { DiffPart, DraftSummary, TextDifference } from "../../server/draft-types.ts";
import { languageName, t, timeText } from "../i18n.ts";

export const stateText = ({ review, publishAt }: Pick<DraftSummary, "review" | "publishAt">) =>
  publishAt === null
    ? t(`publishing.review.${review}`)
    : t("publishing.planned", { time: timeText(publishAt) });

function part({ text, change }: DiffPart) {
  if (change === "removed") return <del>{text}</del>;
  return change === "added" ? <ins>{text}</ins> : text;
}

/** A text with what was taken out and what was put in, word by word; marked for the eye, and for who listens. */
export const Difference = ({ language, parts }: TextDifference) => (
  <p class="difference">
    <span class="difference-language">{languageName(language)}</span>
    <span lang={language} dir="auto">
      {parts.map(part)}
    </span>
  </p>
);
