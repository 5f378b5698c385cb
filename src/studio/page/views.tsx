/** The main part of the page: the view that the address names, and the chat that is kept beside the others. */
import { h } from "preact";
import type { StudioInfo } from "../server/api-types.ts";
import { Answers } from "./answers/answers.tsx";
import { Chat } from "./chat/chat.tsx";
import { chatHash } from "./chat/active-chat.ts";
import { Welcome } from "./chat/welcome.tsx";
import { DeliveryView } from "./deliveries/delivery-view.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import { html } from "./html.ts";
import { LoadState } from "./load-state.tsx";
import { navigate } from "./route.ts";
import { Publishing } from "./publishing/publishing.tsx";
import { Statistics } from "./statistics/statistics.tsx";
import { Stories } from "./stories/stories.tsx";
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
  return [
    isWelcome && h(Welcome, { people, onStart: (userId, text) => onFirstText({ userId, text }) }),
    kept &&
      events &&
      h(Chat, {
        key: `${kept.place.account}/${kept.place.chatId}`,
        chat: kept,
        people,
        events,
        faults,
        isOwnBot: info.ownBot,
        isShown: active !== undefined,
        hasStories: info.stories,
        firstText: firstText?.userId === kept.userId ? firstText.text : undefined,
        onFirstTextSent: () => onFirstText(undefined),
        onFaults,
        onWriter,
        onError,
      }),
  ];
}

function DeliveryPlace({ state, onError }: Omit<ViewProps, "info">) {
  const { path } = state.route;
  const { events } = state.simulator;
  if (!events) return null;
  return html`<section class="delivery-place" aria-label="Delivery">
    ${
      path === ""
        ? html`<p class="placeholder">Choose a delivery to see what it set off.</p>`
        : h(DeliveryView, { key: path, id: path, events, onError })
    }
  </section>`;
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
      return h(DeliveryPlace, { state, onError });
    case "gallery":
      return [h(LoadState, gallery.loading), h(Gallery, { ...gallery, path, searched })];
    case "words": {
      const { table, filter, unsaved } = texts;
      const onSaved = table.reload;
      return [
        h(LoadState, table),
        h(Translations, { table: table.value, filter, unsaved, searched, path, onSaved }),
      ];
    }
    case "answers":
      return h(Answers, { ...state.answers, path, searched, onTry: triedBy(state) });
    case "drafts":
      return h(Publishing, { publishing, path });
    case "stories":
      return h(Stories, { ...stories, path, searched });
    case "statistics":
      return h(Statistics, {
        content: statistics.content,
        unanswered: statistics.unanswered,
        shop: statistics.shop,
        searched,
        onAnswer: state.answers.beginFor,
        onError,
      });
  }
}
