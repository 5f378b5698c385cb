/** Which samples and rich menus the gallery shows, and the switches for that. */
import type { ComponentChildren } from "preact";
import type { GalleryPage, RichMenuSample, Sample } from "../../server/api-types.ts";
import { languageName, t } from "../i18n.ts";
import { Switch } from "../parts.tsx";
import { ReviewLinkButton } from "../sharing/review-link.tsx";

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
}

export function GalleryFilters({ isReview, page, filter, onFilter }: GalleryFiltersProps) {
  const { languages, sample, isNear, isEdited } = filter;
  return (
    <div id="gallery-filters" class="filters">
      <Group title={t("filter.language")}>
        {page.languages.map((one) => (
          <Switch
            label={languageName(one)}
            isOn={languages.has(one)}
            onFlip={() =>
              onFilter({ ...filter, languages: languages.symmetricDifference(new Set([one])) })
            }
          />
        ))}
      </Group>
      <Group title={t("filter.sample")}>
        {sampleKinds.map((one) => (
          <Switch
            label={t(`sample.${one}`)}
            isOn={sample === one}
            onFlip={() => onFilter({ ...filter, sample: sample === one ? "" : one })}
          />
        ))}
      </Group>
      <Group title={t("filter.only")}>
        <Switch
          label={t("filter.near")}
          isOn={isNear}
          onFlip={() => onFilter({ ...filter, isNear: !isNear })}
        />
        {page.drafts && (
          <Switch
            label={t("filter.edited")}
            isOn={isEdited}
            onFlip={() => onFilter({ ...filter, isEdited: !isEdited })}
          />
        )}
      </Group>
      {!isReview && <ReviewLinkButton class="quiet" />}
    </div>
  );
}

const sampleKinds = ["ordinary", "empty", "longest"] as const;

/** What a sample shows, such as `ordinary-used`, in the reader's words. */
export function sampleTitle(sample: string): string {
  const kind = sampleKinds.find((one) => one === sample.split("-")[0]);
  return kind ? t(`sample.${kind}`) : sample;
}

export interface GalleryFilter {
  /** All of them when it is empty. */
  languages: ReadonlySet<string>;
  /** `ordinary`, `empty`, `longest`; all of them when it is empty. */
  sample: string;
  isNear: boolean;
  isEdited: boolean;
}

export const everything: GalleryFilter = {
  languages: new Set(),
  sample: "",
  isNear: false,
  isEdited: false,
};

/** Whether it comes near a limit, or breaks a rule. */
export const isNear = ({ measures, faults }: Sample) =>
  faults.length > 0 || measures.some(({ near }) => near);

const hasLanguage = ({ languages }: GalleryFilter, language: string) =>
  languages.size === 0 || languages.has(language);

type ReplyKey = Extract<Parameters<typeof t>[0], `reply.${string}`>;

/** A reply in the reader's words. */
export const replyTitle = (reply: string): string => t(`reply.${reply}` as ReplyKey);

/** @param searched in small letters; everything has what is empty. */
export const passes = (one: Sample, filter: GalleryFilter, searched: string): boolean =>
  hasLanguage(filter, one.language) &&
  (filter.sample === "" || one.sample.split("-")[0] === filter.sample) &&
  (!filter.isNear || isNear(one)) &&
  (!filter.isEdited || one.published !== undefined) &&
  (searched === "" ||
    `${one.reply} ${replyTitle(one.reply)} ${one.sample} ${JSON.stringify(one.messages)}`
      .toLowerCase()
      .includes(searched));

const audiences = ["member", "stranger", "cashier", "manager"] as const;

/** Who gets a rich menu, in the reader's words. */
export function audienceTitle({ audience }: RichMenuSample): string {
  const known = audiences.find((one) => one === audience);
  return known ? t(`audience.${known}`) : audience;
}

export const menuPasses = (
  menu: RichMenuSample,
  filter: GalleryFilter,
  searched: string,
): boolean =>
  hasLanguage(filter, menu.language) &&
  (filter.sample === "" || filter.sample === "ordinary") &&
  !filter.isNear &&
  (!filter.isEdited || menu.edited) &&
  `menu ${t("gallery.menu")} ${audienceTitle(menu)} ${menu.audience} ${JSON.stringify(menu.areas)}`
    .toLowerCase()
    .includes(searched);
