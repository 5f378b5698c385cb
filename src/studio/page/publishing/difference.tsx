/** A text with what was taken out and what was put in, word by word; marked for the eye, and for who listens. */
import type { DiffPart, TextDifference } from "../../server/draft-types.ts";

function part({ text, change }: DiffPart) {
  if (change === "removed") return <del>{text}</del>;
  return change === "added" ? <ins>{text}</ins> : text;
}

export const Difference = ({ language, parts }: TextDifference) => (
  <p class="difference">
    <span class="difference-language">{language}</span>
    <span lang={language} dir="auto">
      {parts.map(part)}
    </span>
  </p>
);
