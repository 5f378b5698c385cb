/** What the views of the studio show, as state that is kept while another view is shown. */
import { useState } from "preact/hooks";
import type { CatalogueTable, StudioInfo } from "../server/api-types.ts";
import { useAnswers } from "./answers/use-answers.ts";
import { api } from "./api.ts";
import { useLineSimulator } from "./chat/use-line-simulator.ts";
import { useDemoClock } from "./clock.tsx";
import { useDeliveries } from "./deliveries/delivery-list.tsx";
import { useGallery } from "./gallery/gallery.tsx";
import { usePublishing } from "./publishing/use-publishing.ts";
import { useRoute, type View } from "./route.ts";
import { useStatistics } from "./statistics/statistics.tsx";
import { useStories } from "./stories/use-stories.ts";
import { everyText, type TranslationFilter } from "./translations/translation-filters.tsx";
import { useUnsavedTexts } from "./use-unsaved-texts.ts";
import { useLoaded } from "./requests.tsx";

export interface Connection {
  /** Called when the bot can be reached, again after each interruption. */
  onOpen(): void;
  onError(error: unknown): void;
}

export type StudioState = ReturnType<typeof useStudio>;

export function useStudio(info: StudioInfo, { onOpen, onError }: Connection) {
  const route = useRoute(info);
  const { view, path } = route;
  const simulator = useLineSimulator(info.chat, route, { onOpen, onError });
  const table = useLoaded(api.catalogues, view === "words" || null, onError);
  const [textFilter, onTextFilter] = useState<TranslationFilter>(everyText);
  /** What somebody writes as soon as their chat is open. */
  const [firstText, onFirstText] = useState<{ userId: string; text: string }>();
  const { everybody, active, events, onFaults } = simulator;
  const answers = useAnswers(route, onError);
  return {
    route,
    simulator,
    firstText,
    onFirstText,
    answers,
    search: useSearchText(view),
    clock: useDemoClock(info.clock, events),
    deliveries: useDeliveries({ isShown: view === "deliveries", events, onFaults, onError }),
    gallery: useGallery(route, onError),
    publishing: usePublishing(route, onError),
    statistics: useStatistics(route, info.editor?.role !== "marketer", onError),
    stories: useStories(route, onError),
    texts: {
      table,
      filter: textFilter,
      onFilter: onTextFilter,
      unsaved: useUnsavedTexts("unsaved-texts"),
    },
    /** Whether the address names something that isn't there. */
    isStale:
      route.isUnknown ||
      (view === "chat" && path !== "" && everybody !== undefined && !active) ||
      (view === "answers" &&
        path !== "" &&
        answers.loading.value !== undefined &&
        !answers.rows.some(({ name }) => name === path)) ||
      (view === "words" && path !== "" && table.value !== undefined && !hasText(table.value, path)),
  };
}

function useSearchText(view: View) {
  /** Another view begins with an empty search. */
  const [search, setSearch] = useState({ view, text: "" });
  const text = search.view === view ? search.text : "";
  return {
    text,
    /** What is compared with what the views show. */
    searched: text.trim().toLowerCase(),
    onText: (changed: string) => setSearch({ view, text: changed }),
  };
}

function hasText({ rows }: CatalogueTable, path: string): boolean {
  const [key, language = ""] = path.split("/");
  return rows.some((row) => row.key === key && Object.hasOwn(row.texts, language));
}
