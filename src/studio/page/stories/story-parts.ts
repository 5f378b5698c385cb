/** What the list of stories and a single one share: addresses, outcomes, and the choice of a language. */
import type { StoryInfo, StoryLanguage, StoryRun } from "../../server/story-types.ts";
import { classes, html } from "../html.ts";
import { languageName } from "../languages.ts";
import type { StoriesState } from "./use-stories.ts";

const outcomeTexts: Readonly<Record<StoryRun["outcome"], string>> = {
  passed: "as accepted",
  new: "nothing accepted yet",
  changed: "changed",
  failed: "failed",
};

export const OutcomeChip = ({ outcome }: { outcome: StoryRun["outcome"] }) =>
  html`<span class=${classes("chip", `outcome-${outcome}`)}>${outcomeTexts[outcome]}</span>`;

export const hashOf = (name: string) => `#/stories/${encodeURIComponent(name)}`;

/** A language by name; `own` is each person's. */
const languageText = (language: StoryLanguage) =>
  language === "own" ? "Each person’s own language" : languageName(language);

export const matches = ({ name, title, text }: StoryInfo, searched: string) =>
  [name, title, text].join(" ").toLowerCase().includes(searched);

export function LanguageChoice({
  list,
  language,
  isBusy,
  onLanguage,
}: Pick<StoriesState, "list" | "language" | "isBusy" | "onLanguage">) {
  const onChange = ({ currentTarget }: Event) =>
    onLanguage((currentTarget as HTMLSelectElement).value as StoryLanguage);
  return html`<select
    class="story-language"
    aria-label="Language of the phones"
    value=${language}
    disabled=${isBusy}
    onChange=${onChange}
  >
    ${list?.languages.map((one) => html`<option value=${one}>${languageText(one)}</option>`)}
  </select>`;
}
