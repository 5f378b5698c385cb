/** What each view puts into the main part of the page and beside it, and the chat that is kept beside the others. */
import type { StudioInfo } from "../server/api-types.ts";
import { Answers } from "./answers/answers.tsx";
import { chatHash } from "./chat/active-chat.ts";
import { Chat } from "./chat/chat.tsx";
import { PeopleList } from "./chat/people-list.tsx";
import { Welcome } from "./chat/welcome.tsx";
import { DeliveryList } from "./deliveries/delivery-list.tsx";
import { DeliveryView } from "./deliveries/delivery-view.tsx";
import { GalleryFilters } from "./gallery/gallery-filters.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import { t } from "./i18n.ts";
import { Publishing } from "./publishing/publishing.tsx";
import { LoadState } from "./requests.tsx";
import { navigate } from "./route.ts";
import { Statistics, StatisticsFilters } from "./statistics/statistics.tsx";
import { Stories } from "./stories/stories.tsx";
import { TranslationFilters } from "./translations/translation-filters.tsx";
import { Translations } from "./translations/translations.tsx";
import type { StudioState } from "./use-studio.ts";

interface ViewProps {
  info: StudioInfo;
  state: StudioState;
  onError(error: unknown): void;
}

/** The open chat, hidden while another view is shown, or an invitation to open one. */
export function ChatView({ info, state, onError }: ViewProps) {
  const { everybody, events, active, kept, faults, onFaults, onWriter } = state.simulator;
  const { firstText, onFirstText } = state;
  if (!everybody) return null;
  const { people } = everybody;
  const isWelcome = state.route.view === "chat" && !active;
  return (
    <>
      {isWelcome && (
        <Welcome people={people} onStart={(userId, text) => onFirstText({ userId, text })} />
      )}
      {kept && events && (
        <Chat
          key={`${kept.place.account}/${kept.place.chatId}`}
          chat={kept}
          people={people}
          events={events}
          faults={faults}
          isOwnBot={info.ownBot}
          isShown={active !== undefined}
          hasStories={info.stories}
          firstText={firstText?.userId === kept.userId ? firstText.text : undefined}
          onFirstTextSent={() => onFirstText(undefined)}
          onFaults={onFaults}
          onWriter={onWriter}
          onError={onError}
        />
      )}
    </>
  );
}

function DeliveryPlace({ state, onError }: Omit<ViewProps, "info">) {
  const { path } = state.route;
  const { events } = state.simulator;
  if (!events) return null;
  return (
    <section class="delivery-place" aria-label={t("deliveries.label")}>
      {path === "" ? (
        <p class="placeholder">{t("deliveries.choose")}</p>
      ) : (
        <DeliveryView key={path} id={path} events={events} onError={onError} />
      )}
    </section>
  );
}

/**
 * Opens the chat of a member with a phrase: with the other account, which shows drafts, where it isn't published.
 * @returns nothing where there is no chat.
 */
function triedBy({ simulator, onFirstText }: StudioState) {
  const { everybody } = simulator;
  const [somebody] = everybody?.people ?? [];
  const member = everybody?.people.find(({ start }) => start === "member") ?? somebody;
  if (!everybody || !member) return undefined;
  const { userId } = member;
  return (text: string, isDraft: boolean) => {
    const [, drafts] = everybody.accounts;
    onFirstText({ userId, text });
    navigate(chatHash(userId, isDraft ? drafts?.id : undefined));
  };
}

/** Every view but the chat. */
export function OtherView({ state, onError }: Omit<ViewProps, "info">) {
  const { route, search, gallery, publishing, stories, statistics, texts } = state;
  const { path } = route;
  const { searched } = search;
  switch (route.view) {
    case "chat":
      return null;
    case "deliveries":
      return <DeliveryPlace state={state} onError={onError} />;
    case "gallery":
      return (
        <>
          <LoadState {...gallery.loading} />
          <Gallery {...gallery} path={path} searched={searched} />
        </>
      );
    case "words": {
      const { table, filter, unsaved } = texts;
      const onSaved = table.reload;
      return (
        <>
          <LoadState {...table} />
          <Translations
            table={table.value}
            filter={filter}
            unsaved={unsaved}
            searched={searched}
            path={path}
            onSaved={onSaved}
          />
        </>
      );
    }
    case "answers":
      return <Answers {...state.answers} path={path} searched={searched} onTry={triedBy(state)} />;
    case "drafts":
      return <Publishing publishing={publishing} searched={searched} path={path} />;
    case "stories":
      return <Stories {...stories} path={path} searched={searched} />;
    case "statistics":
      return (
        <Statistics
          content={statistics.content}
          unanswered={statistics.unanswered}
          shop={statistics.shop}
          searched={searched}
          onAnswer={state.answers.beginFor}
          onError={onError}
        />
      );
  }
}

interface SideContentsProps {
  info: StudioInfo;
  state: StudioState;
}

/** What a view puts beside its main part: a list to choose from, or filters. */
export function SideContents({ info, state }: SideContentsProps) {
  const { route, simulator, search, deliveries, gallery, statistics, texts } = state;
  const { path } = route;
  const { searched } = search;
  switch (route.view) {
    case "chat":
      return (
        <PeopleList
          everybody={simulator.everybody}
          searched={searched}
          chosen={simulator.active?.place.chatId}
        />
      );
    case "deliveries":
      return <DeliveryList loading={deliveries} searched={searched} chosen={path} />;
    case "gallery":
      return (
        gallery.content && (
          <GalleryFilters
            {...gallery}
            page={gallery.content}
            isReview={info.review !== undefined}
          />
        )
      );
    case "statistics":
      return <StatisticsFilters {...statistics} />;
    case "words":
      return (
        <TranslationFilters
          table={texts.table.value}
          filter={texts.filter}
          unsavedCount={texts.unsaved.texts.size}
          onFilter={texts.onFilter}
        />
      );
    case "answers":
    case "drafts":
    case "stories":
      return null;
  }
}
