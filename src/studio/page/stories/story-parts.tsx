/** What the list of stories and a single one share: addresses, outcomes, and the choice of languages. */
import type { StoryInfo, StoryLanguage, StoryRun } from "../../server/story-types.ts";
import { languageName, t } from "../i18n.ts";
import type { StoriesState } from "./use-stories.ts";

/** What came of each run of a story, with the language's name where there are several. */
export const OutcomeChips = ({ runs }: { runs: readonly StoryRun[] }) =>
  runs.map(({ language, outcome }) => {
    const name = runs.length > 1 ? `${languageText(language)}: ` : "";
    return (
      <span key={language} class={`chip outcome-${outcome}`}>
        {name}
        {t(`stories.outcome.${outcome}`)}
      </span>
    );
  });

export const hashOf = (name: string) => `#/stories/${encodeURIComponent(name)}`;

/** A language by name; `own` is each person's. */
export const languageText = (language: StoryLanguage) =>
  language === "own" ? t("stories.ownLanguage") : languageName(language);

export const matches = ({ name, title, text }: StoryInfo, searched: string) =>
  [name, title, text].join(" ").toLowerCase().includes(searched);

type LanguageChoiceProps = Pick<StoriesState, "list" | "languages" | "isBusy" | "onLanguages">;

/** Stories are played once in each of the ticked languages. */
export function LanguageChoice({ list, languages, isBusy, onLanguages }: LanguageChoiceProps) {
  const all = list?.languages ?? [];
  const toggle = (language: StoryLanguage) =>
    onLanguages(all.filter((one) => languages.includes(one) !== (one === language)));
  return (
    <fieldset class="story-languages" disabled={isBusy}>
      <legend>{t("stories.languages")}</legend>
      {all.map((language) => (
        <label key={language}>
          <input
            type="checkbox"
            checked={languages.includes(language)}
            onChange={() => toggle(language)}
          />
          {languageText(language)}
        </label>
      ))}
    </fieldset>
  );
}
