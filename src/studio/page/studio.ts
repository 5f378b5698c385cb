/** The page behind the login: its contents at the side, and the view that the address names. */
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CatalogueTable, StudioInfo } from "../server/api-types.ts";
import { api } from "./api.ts";
import { Chat } from "./chat/chat.ts";
import { PeopleList } from "./chat/people-list.ts";
import { Welcome } from "./chat/welcome.ts";
import { useLineSimulator, type LineSimulator } from "./chat/use-line-simulator.ts";
import { ClockBanner } from "./clock/clock-setting.ts";
import { useDemoClock } from "./clock/use-demo-clock.ts";
import { DeliveryList } from "./deliveries/delivery-list.ts";
import { DeliveryView } from "./deliveries/delivery-view.ts";
import { useDeliveries } from "./deliveries/use-deliveries.ts";
import { GalleryFilters } from "./gallery/gallery-filters.ts";
import { Gallery } from "./gallery/gallery.ts";
import { useGallery } from "./gallery/use-gallery.ts";
import { classes, html } from "./html.ts";
import { FaultBanner } from "./inspector/faults.ts";
import { DraftList } from "./publishing/draft-list.ts";
import { Publishing } from "./publishing/publishing.ts";
import { usePublishing } from "./publishing/use-publishing.ts";
import { useRoute, type Route, type View } from "./route.ts";
import { Stories } from "./stories/stories.ts";
import { StoryLinks } from "./stories/story-links.ts";
import { useStories } from "./stories/use-stories.ts";
import { Side } from "./side.ts";
import { Statistics, StatisticsFilters, useStatistics } from "./statistics/statistics.ts";
import { Toast } from "./toast.ts";
import { TranslationFilters } from "./translations/translation-filters.ts";
import { everyText, type TranslationFilter } from "./translations/translation-filter.ts";
import { Translations } from "./translations/translations.ts";
import { useUnsavedTexts } from "./translations/use-unsaved-texts.ts";
import { useLoaded } from "./use-loaded.ts";

function titleOf({ view, path }: Route, { active }: LineSimulator): string {
  const name = {
    chat: active?.title,
    deliveries: "Deliveries",
    gallery: path || "Gallery",
    words: "Texts",
    stories: "Stories",
    drafts: "Publish",
    statistics: "Statistics",
  }[view];
  return name ? `${name} · Studio` : "Studio";
}

function hasText({ rows }: CatalogueTable, path: string): boolean {
  const [key, language = ""] = path.split("/");
  return rows.some((row) => row.key === key && Object.hasOwn(row.texts, language));
}

interface StudioProps {
  info: StudioInfo;
  /** Whether the bot can be reached. */
  isLive: boolean;
  isLost: boolean;
  onOpen(): void;
  onError(error: unknown): void;
}

export function Studio({ info, isLive, isLost, onOpen, onError }: StudioProps) {
  const route = useRoute(info);
  const { view, path } = route;
  /** Another view begins with an empty search. */
  const [search, setSearch] = useState({ view, text: "" });
  const searchText = search.view === view ? search.text : "";
  const searched = searchText.trim().toLowerCase();

  const simulator = useLineSimulator(info.chat, route, { onOpen, onError });
  const clock = useDemoClock(info.clock, simulator.events);
  const gallery = useGallery(route, onError);
  const table = useLoaded(api.catalogues, view === "words" ? route : null, onError);
  const publishing = usePublishing(route, onError);
  const statistics = useStatistics(route, onError);
  const [textFilter, setTextFilter] = useState<TranslationFilter>(everyText);
  const stories = useStories(route, onError);
  const unsaved = useUnsavedTexts();
  /** What somebody writes as soon as their chat is open. */
  const [firstText, setFirstText] = useState<{ userId: string; text: string }>();
  const title = titleOf(route, simulator);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!info.chat) onOpen();
  }, []);

  const { everybody, events, active, kept, faults } = simulator;
  const deliveries = useDeliveries({
    isShown: view === "deliveries",
    events,
    onFaults: simulator.onFaults,
    onError,
  });
  const contents = {
    chat: () => h(PeopleList, { everybody, searched, chosen: active?.place.chatId }),
    deliveries: () => h(DeliveryList, { deliveries, searched, chosen: path }),
    gallery: () =>
      gallery.content &&
      h(GalleryFilters, { ...gallery, page: gallery.content, isReview: info.review !== undefined }),
    statistics: () => h(StatisticsFilters, statistics),
    words: () =>
      h(TranslationFilters, {
        table: table.value,
        filter: textFilter,
        unsavedCount: unsaved.texts.size,
        onFilter: setTextFilter,
      }),
    stories: () => h(StoryLinks, { ...stories, path, searched }),
    drafts: () => h(DraftList, { overview: publishing.overview, searched, path }),
  };
  const isStale =
    route.isUnknown ||
    (view === "chat" && path !== "" && everybody !== undefined && !active) ||
    (view === "words" && path !== "" && table.value !== undefined && !hasText(table.value, path));
  return html`<div
    class=${classes("app", active && "chatting", path && "detailed", isLive && "live")}
    data-view=${view}
  >
    ${h(
      Side,
      { info, clock, view, searchText, onSearch: (text) => setSearch({ view, text }), onError },
      contents[view](),
    )}
    <main class="stage">
      <div class="banners">
        ${isLost && h(LostBanner, {})} ${h(FaultBanner, { faults })}
        ${clock && h(ClockBanner, { clock })} ${isStale && h(StaleBanner, { view })}
        ${info.review && h(ReviewBanner, info.review)}
      </div>
      ${
        view === "chat" &&
        everybody &&
        !active &&
        h(Welcome, {
          people: everybody.people,
          onStart: (userId, text) => setFirstText({ userId, text }),
        })
      }
      ${
        kept &&
        everybody &&
        events &&
        h(Chat, {
          key: `${kept.place.account}/${kept.place.chatId}`,
          chat: kept,
          people: everybody.people,
          events,
          faults,
          isOwnBot: info.ownBot,
          hasStories: info.stories,
          firstText: firstText?.userId === kept.userId ? firstText.text : undefined,
          onFirstTextSent: () => setFirstText(undefined),
          onFaults: simulator.onFaults,
          onWriter: simulator.onWriter,
          onError,
        })
      }
      ${view === "drafts" && h(Publishing, { publishing, path })}
      ${
        view === "deliveries" &&
        events &&
        html`<section class="delivery-place" aria-label="Delivery">
          ${
            path === ""
              ? html`<p class="placeholder">Choose a delivery to see what it set off.</p>`
              : h(DeliveryView, { key: path, id: path, events, onError })
          }
        </section>`
      }
      ${view === "gallery" && h(Gallery, { ...gallery, path, searched })}
      ${
        view === "words" &&
        h(Translations, {
          table: table.value,
          filter: textFilter,
          unsaved,
          searched,
          path,
          onSaved: table.reload,
        })
      }
      ${view === "stories" && h(Stories, { ...stories, path, searched })}
      ${view === "statistics" && h(Statistics, { content: statistics.content, searched })}
      ${h(Toast, {})}
    </main>
  </div>`;
}

/** Where an address that somebody sent leads nowhere. */
const StaleBanner = ({ view }: { view: View }) =>
  html`<p class="banner" role="status">
    There is nothing at this address, or not any more.
    <a class="quiet" href=${view === "chat" ? "#/" : `#/${view}`}>Look around</a>
  </p>`;

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

const ReviewBanner = ({ until }: { until: number | null }) =>
  html`<p class="banner review" role="status">
    Samples with made-up data, to be looked
    at${until !== null && ` until ${dayFormat.format(until)}`}
  </p>`;

export const LostBanner = () =>
  html`<p id="banner" class="banner" role="status">The bot can’t be reached. Reconnecting…</p>`;
