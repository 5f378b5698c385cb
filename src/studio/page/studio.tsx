/** The page behind the login: its contents at the side, and the view that the address names. */
import { useEffect } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { Banners } from "./banners.tsx";
import { classes } from "./classes.ts";
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
  return (
    <div
      class={classes("app", isChatting && "chatting", path && "detailed", isLive && "live")}
      data-view={view}
    >
      <Side info={info} clock={clock} view={view} searchText={search.text} onSearch={search.onText}>
        <SideContents info={info} state={state} />
      </Side>
      <main class="stage">
        <h1 class="page-title">{viewNames[view]}</h1>
        <Banners info={info} isLost={isLost} state={state} />
        <ChatView info={info} state={state} onError={onError} />
        <OtherView state={state} onError={onError} />
        <Toast />
      </main>
    </div>
  );
}
