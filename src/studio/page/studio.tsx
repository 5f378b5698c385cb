/** The page behind the login: its contents at the side, and the view that the address names. */
import { h } from "preact";
import { useEffect } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { Banners } from "./banners.tsx";
import { classes, html } from "./html.ts";
import { SideContents } from "./side-contents.tsx";
import type { View } from "./route.ts";
import { Side } from "./side.tsx";
import { Toast } from "./toast.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useStudio, type Connection, type StudioState } from "./use-studio.ts";
import { ChatView, OtherView } from "./views.tsx";

const viewNames: Readonly<Record<View, string>> = {
  chat: "Chat",
  deliveries: "Deliveries",
  gallery: "Gallery",
  words: "Texts",
  answers: "Answers",
  stories: "Stories",
  drafts: "Publish",
  statistics: "Statistics",
};

/** Of the browser's tab. */
function titleOf({ route: { view, path }, simulator: { active } }: StudioState): string {
  if (view === "chat") return active ? `${active.title} · Studio` : "Studio";
  return `${(view === "gallery" && path) || viewNames[view]} · Studio`;
}

interface StudioProps extends Connection {
  info: StudioInfo;
  /** Whether the bot can be reached. */
  isLive: boolean;
  isLost: boolean;
}

export function Studio({ info, isLive, isLost, onOpen, onError }: StudioProps) {
  const state = useStudio(info, { onOpen, onError });
  const { clock, search } = state;
  const { view, path } = state.route;
  const title = titleOf(state);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!info.chat) onOpen();
  }, []);
  useKeptFocus();
  const isChatting = state.simulator.active !== undefined;
  return html`<div
    class=${classes("app", isChatting && "chatting", path && "detailed", isLive && "live")}
    data-view=${view}
  >
    ${h(
      Side,
      { info, clock, view, searchText: search.text, onSearch: search.onText },
      h(SideContents, { info, state }),
    )}
    <main class="stage">
      <h1 class="page-title">${viewNames[view]}</h1>
      ${h(Banners, { info, isLost, state })} ${h(ChatView, { info, state, onError })}
      ${h(OtherView, { state, onError })} ${h(Toast, {})}
    </main>
  </div>`;
}
