/** The page behind the login: the navigation, banners, and the view that the address names. */
import { useEffect } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { classes } from "./classes.ts";
import { ClockBanner } from "./clock.tsx";
import { dayText, t } from "./i18n.ts";
import { FaultBanner } from "./inspector/faults.tsx";
import { Toast } from "./parts.tsx";
import { Navigation } from "./navigation.tsx";
import { viewHash, type View } from "./route.ts";
import { Search } from "./search.tsx";
import { useStudio, type Connection, type StudioState } from "./use-studio.ts";
import { ChatView, OtherView, SideContents } from "./views.tsx";

/** Of the browser's tab. */
function titleOf({ route: { view, path }, simulator: { active } }: StudioState): string {
  if (view === "chat" && !active) return t("studio");
  return t("page.title", {
    name: active?.title ?? ((view === "gallery" && path) || t(`view.${view}`)),
  });
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
      <Navigation info={info} clock={clock} view={view} />
      <header class="page-title">
        <h1>{t(`view.${view}`)}</h1>
      </header>
      <aside class="side" aria-label={t("page.contents")}>
        <Search view={view} text={search.text} onText={search.onText} />
        <SideContents info={info} state={state} />
      </aside>
      <main class="stage">
        <Banners info={info} isLost={isLost} state={state} />
        <ChatView info={info} state={state} onError={onError} />
        <OtherView state={state} onError={onError} />
        <Toast />
      </main>
    </div>
  );
}

interface BannersProps {
  info: StudioInfo;
  /** Whether the connection to the bot is lost. */
  isLost: boolean;
  state: StudioState;
}

/** The banners above every view: what is wrong, what is set, and where an address leads nowhere. */
function Banners({ info, isLost, state }: BannersProps) {
  const { simulator, clock, route, isStale } = state;
  return (
    <div class="banners">
      {isLost && <LostBanner />}
      <FaultBanner faults={simulator.faults} />
      {clock && <ClockBanner clock={clock} />}
      {isStale && <StaleBanner view={route.view} />}
      {info.review && <ReviewBanner {...info.review} />}
    </div>
  );
}

/** Where an address that somebody sent leads nowhere. */
const StaleBanner = ({ view }: { view: View }) => (
  <p class="banner" role="status">
    {t("banner.stale")}
    <a class="quiet" href={viewHash(view)}>
      {t("banner.stale.link")}
    </a>
  </p>
);

const ReviewBanner = ({ until }: { until: number | null }) => (
  <p class="banner review" role="status">
    {until === null ? t("banner.review") : t("banner.review.until", { day: dayText(until) })}
  </p>
);

export const LostBanner = () => (
  <p id="banner" class="banner" role="status">
    {t("banner.lost")}
  </p>
);

/** The open chat is kept beside the other views, hidden. */
const shownView = () =>
  [...document.querySelectorAll<HTMLElement>('main section[tabindex="-1"]')].find((view) =>
    view.checkVisibility(),
  );

/** Keeps the focus in the view when what had it is removed or hidden, such as a button that has done its work. Without it, who works by keyboard begins again at the top of the page. */
function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let frame: number | undefined;
    const follow = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const restore = () => {
      frame = undefined;
      if (!last || document.activeElement !== document.body) return;
      if (last.isConnected && last.checkVisibility()) return;
      shownView()?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      // A browser takes the focus from what is hidden with the frame, not at once.
      frame ??= requestAnimationFrame(() => setTimeout(restore));
    });
    document.addEventListener("focusin", follow);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["hidden"],
    });
    return () => {
      document.removeEventListener("focusin", follow);
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, []);
}
