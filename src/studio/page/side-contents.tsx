/** What each view puts at the side: its list, or its filters. */
import type { ComponentChild } from "preact";
import type { StudioInfo } from "../server/api-types.ts";
import { AnswerLinks } from "./answers/answer-links.tsx";
import { PeopleList } from "./chat/people-list.tsx";
import { DeliveryList } from "./deliveries/delivery-list.tsx";
import { GalleryFilters } from "./gallery/gallery-filters.tsx";
import { DraftList } from "./publishing/draft-list.tsx";
import type { View } from "./route.ts";
import { StatisticsFilters } from "./statistics/statistics.tsx";
import { StoryLinks } from "./stories/story-links.tsx";
import { TranslationFilters } from "./translations/translation-filters.tsx";
import type { StudioState } from "./use-studio.ts";

interface SideContentsProps {
  info: StudioInfo;
  state: StudioState;
}

export function SideContents({ info, state }: SideContentsProps) {
  const { route, simulator, search, deliveries, gallery, statistics, stories, texts } = state;
  const { path } = route;
  const { searched } = search;
  const contents: Record<View, () => ComponentChild> = {
    chat: () => (
      <PeopleList
        everybody={simulator.everybody}
        searched={searched}
        chosen={simulator.active?.place.chatId}
      />
    ),
    deliveries: () => <DeliveryList loading={deliveries} searched={searched} chosen={path} />,
    gallery: () =>
      gallery.content && (
        <GalleryFilters {...gallery} page={gallery.content} isReview={info.review !== undefined} />
      ),
    statistics: () => <StatisticsFilters {...statistics} />,
    words: () => (
      <TranslationFilters
        table={texts.table.value}
        filter={texts.filter}
        unsavedCount={texts.unsaved.texts.size}
        onFilter={texts.onFilter}
      />
    ),
    answers: () => <AnswerLinks {...state.answers} path={path} searched={searched} />,
    stories: () => <StoryLinks {...stories} path={path} searched={searched} />,
    drafts: () => (
      <DraftList overview={state.publishing.overview.value} searched={searched} path={path} />
    ),
  };
  return contents[route.view]();
}
