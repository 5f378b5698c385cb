/** What each view puts at the side: its list, or its filters. */
import { h, type ComponentChild } from "preact";
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
    chat: () =>
      h(PeopleList, {
        everybody: simulator.everybody,
        searched,
        chosen: simulator.active?.place.chatId,
      }),
    deliveries: () => h(DeliveryList, { loading: deliveries, searched, chosen: path }),
    gallery: () =>
      gallery.content &&
      h(GalleryFilters, { ...gallery, page: gallery.content, isReview: info.review !== undefined }),
    statistics: () => h(StatisticsFilters, statistics),
    words: () =>
      h(TranslationFilters, {
        table: texts.table.value,
        filter: texts.filter,
        unsavedCount: texts.unsaved.texts.size,
        onFilter: texts.onFilter,
      }),
    answers: () => h(AnswerLinks, { ...state.answers, path, searched }),
    stories: () => h(StoryLinks, { ...stories, path, searched }),
    drafts: () => h(DraftList, { overview: state.publishing.overview.value, searched, path }),
  };
  return contents[route.view]();
}
