/** Beside the gallery: what of it is shown, and where each reply is. */
import type { ComponentChildren } from "preact";
import type { GalleryPage } from "../../server/api-types.ts";
import { Button, Switch } from "../button.tsx";
import { ReviewLinkButton } from "../sharing/review-link.tsx";
import type { GalleryFilter } from "./filter.ts";

const Group = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="filter" role="group" aria-label={title}>
    <h2 class="kind">{title}</h2>
    <div class="switch-group">{children}</div>
  </div>
);

interface GalleryFiltersProps {
  /** Whether a reviewer is looking, who can't make links. */
  isReview: boolean;
  page: GalleryPage;
  filter: GalleryFilter;
  onFilter(filter: GalleryFilter): void;
  onJump(reply: string): void;
}

export function GalleryFilters({ isReview, page, filter, onFilter, onJump }: GalleryFiltersProps) {
  const { languages, sample, isNear, isEdited } = filter;
  const replies = [...new Set(page.shown.map(({ reply }) => reply)), "menus"];
  return (
    <div id="gallery-filters" class="list filters">
      <Group title="Language">
        {page.languages.map((one) => (
          <Switch
            label={one}
            isOn={languages.has(one)}
            onFlip={() =>
              onFilter({ ...filter, languages: languages.symmetricDifference(new Set([one])) })
            }
          />
        ))}
      </Group>
      <Group title="Sample">
        {["ordinary", "empty", "longest"].map((one) => (
          <Switch
            label={one}
            isOn={sample === one}
            onFlip={() => onFilter({ ...filter, sample: sample === one ? "" : one })}
          />
        ))}
      </Group>
      <Group title="Only">
        <Switch
          label="near a limit"
          isOn={isNear}
          onFlip={() => onFilter({ ...filter, isNear: !isNear })}
        />
        {page.drafts && (
          <Switch
            label="edited"
            isOn={isEdited}
            onFlip={() => onFilter({ ...filter, isEdited: !isEdited })}
          />
        )}
      </Group>
      {!isReview && <ReviewLinkButton class="quiet" />}
      <h2 class="kind">Replies</h2>
      <ul class="jumps">
        {replies.map((reply) => (
          <li>
            <Button class="jump" onClick={() => onJump(reply)}>
              {reply}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
