/** What the list of stories and a single one share: addresses, outcomes, and the choice of languages. */
import type { StoryInfo, StoryLanguage, StoryRun } from "../../server/story-types.ts";
import { languageName } from "../languages.ts";
import { outcomeTexts, worstFirst, type StoriesState } from "./use-stories.ts";

/** What came of each run of a story, with the language's name where there are several. */
export const OutcomeChips = ({ runs }: { runs: readonly StoryRun[] }) =>
  runs.map(({ language, outcome }) => {
    const name = runs.length > 1 ? `${languageText(language)}: ` : "";
    return (
      <span key={language} class={`chip outcome-${outcome}`}>
        {name}
        {outcomeTexts[outcome]}
      </span>
    );
  });

/** The worst of what came of the runs of a story; nothing before its first. */
function WorstOutcomeChip({ runs }: { runs: readonly StoryRun[] }) {
  const worst = worstFirst.find((outcome) => runs.some((run) => run.outcome === outcome));
  return worst && <span class={`chip outcome-${worst}`}>{outcomeTexts[worst]}</span>;
}

export const hashOf = (name: string) => `#/stories/${encodeURIComponent(name)}`;

/** A language by name; `own` is each person's. */
export const languageText = (language: StoryLanguage) =>
  language === "own" ? "Each person’s own language" : languageName(language);

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
      <legend>Language of the phones</legend>
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

interface StoryLinksProps extends Pick<StoriesState, "list" | "runs"> {
  path: string;
  /** In small letters. */
  searched: string;
}

/** Beside the stories: each by its title. */
export const StoryLinks = ({ list, runs, path, searched }: StoryLinksProps) => (
  <nav id="story-links" class="filters list" aria-label="Stories">
    {(list?.stories ?? [])
      .filter((story) => matches(story, searched))
      .map(({ name, title }) => {
        const isCurrent = hashOf(name).endsWith(`/${path}`) && path !== "";
        return (
          <a
            key={name}
            class="person"
            href={hashOf(name)}
            aria-current={isCurrent ? "page" : undefined}
          >
            <span class="person-text">
              <span class="person-name">{title}</span>
            </span>
            <WorstOutcomeChip runs={runs.get(name) ?? []} />
          </a>
        );
      })}
  </nav>
);
