/** Beside the stories: each by its title. */
import { hashOf, matches, WorstOutcomeChip } from "./story-parts.tsx";
import type { StoriesState } from "./use-stories.ts";

interface StoryLinksProps extends Pick<StoriesState, "list" | "runs"> {
  path: string;
  /** In small letters. */
  searched: string;
}

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
