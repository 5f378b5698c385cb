/** At the side: the tabs, the search, and what the view that is shown puts below. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";
import { api } from "./api.ts";
import { ClockButton, type DemoClock } from "./clock.tsx";
import { Button, ConfirmedButton, toastError } from "./parts.tsx";
import { viewsOf, type View } from "./route.ts";
import { forgetUnsavedTexts } from "./use-unsaved-texts.ts";

const tabs: readonly { view: View; hash: string; name: string; search: string }[] = [
  { view: "chat", hash: "#/", name: "Chat", search: "Search people" },
  { view: "deliveries", hash: "#/deliveries", name: "Deliveries", search: "Search deliveries" },
  { view: "gallery", hash: "#/gallery", name: "Gallery", search: "Search replies" },
  { view: "words", hash: "#/words", name: "Texts", search: "Search texts" },
  { view: "answers", hash: "#/answers", name: "Answers", search: "Search answers" },
  { view: "stories", hash: "#/stories", name: "Stories", search: "Search stories" },
  { view: "drafts", hash: "#/drafts", name: "Publish", search: "Search drafts" },
  { view: "statistics", hash: "#/statistics", name: "Statistics", search: "Search charts" },
];

/** The first thing that a search found. */
const found: Record<View, string> = {
  chat: "#people a",
  deliveries: "#deliveries a",
  gallery: "#gallery a.permalink",
  words: "#texts a.text",
  answers: "#answers a.permalink",
  stories: "#stories a.permalink",
  drafts: "#drafts a",
  statistics: "#statistics summary",
};

interface SideProps {
  info: StudioInfo;
  /** Absent where there is none to set. */
  clock: DemoClock | undefined;
  view: View;
  searchText: string;
  onSearch(text: string): void;
  children?: ComponentChildren;
}

/** Without a password, the operator hasn't logged in. */
const canLogOut = ({ locked, editor }: StudioInfo) =>
  locked || (editor !== undefined && editor.role !== "operator");

async function leave(end: () => Promise<unknown>): Promise<void> {
  await end();
  forgetUnsavedTexts();
  location.reload();
}

const logOut = (end: () => Promise<unknown>) => void leave(end).catch(toastError);

function LogOut({ info: { editor } }: Pick<SideProps, "info">) {
  return (
    <>
      <Button
        class="quiet"
        title={editor && `Logged in as ${editor.name}`}
        onClick={() => logOut(api.logout)}
      >
        Log out
      </Button>
      <ConfirmedButton
        id="log-out-everywhere"
        label="Everywhere"
        question="Log out everywhere?"
        warning={`Every browser in which ${editor?.name ?? "you"} logged in has to log in again, and a link that wasn’t opened yet opens nothing any more.`}
        confirm="Log out everywhere"
        disabled={false}
        onConfirm={() => logOut(api.logoutEverywhere)}
      />
    </>
  );
}

export function Side({ info, clock, view, searchText, onSearch, children }: SideProps) {
  const focusFound = () => {
    const link = document.querySelector<HTMLElement>(found[view]);
    link?.focus();
    return link;
  };
  const shown = viewsOf(info);
  return (
    <aside class="side" aria-label="Contents">
      <header class="brand">
        <img src="icon.svg" alt="" width="28" height="28" />
        <strong class="brand-name">Studio</strong>
        {clock && <ClockButton clock={clock} />}
        {canLogOut(info) && <LogOut info={info} />}
      </header>
      {(shown.length > 1 || info.review) && (
        <nav class="tabs" aria-label="Views">
          {tabs.map(
            (tab) =>
              shown.includes(tab.view) && (
                <a href={tab.hash} aria-current={tab.view === view ? "page" : undefined}>
                  {tab.name}
                </a>
              ),
          )}
        </nav>
      )}
      <Search
        label={tabs.find((tab) => tab.view === view)?.search ?? "Search"}
        text={searchText}
        onText={onSearch}
        onNext={focusFound}
        onTake={() => {
          const link = focusFound();
          if (view === "chat" || view === "deliveries") link?.click();
        }}
      />
      {children}
    </aside>
  );
}

const id = "search";

export const focusSearch = () => document.getElementById(id)?.focus();

interface SearchProps {
  label: string;
  text: string;
  onText(text: string): void;
  /** Goes on to what was found. */
  onNext(): void;
  /** Takes the first of what was found. */
  onTake(): void;
}

/** `/` leads here from everywhere. */
function onSlash(event: KeyboardEvent): void {
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  focusSearch();
}

/** The one search field of the page; each view shows what matches. */
function Search({ label, text, onText, onNext, onTake }: SearchProps) {
  useEffect(() => {
    document.addEventListener("keydown", onSlash);
    return () => document.removeEventListener("keydown", onSlash);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      onNext();
    } else if (event.key === "Enter" && !event.isComposing) onTake();
    else if (event.key === "Escape") onText("");
  };
  return (
    <div class="search">
      <input
        id={id}
        type="search"
        placeholder={label}
        aria-label={label}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
