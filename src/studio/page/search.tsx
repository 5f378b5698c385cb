/** The one search field of the page; each view shows what matches. */
import { useEffect } from "preact/hooks";
import { t } from "./i18n.ts";
import type { View } from "./route.ts";

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

const id = "search";

export const focusSearch = () => document.getElementById(id)?.focus();

/** `/` leads here from everywhere. */
function onSlash(event: KeyboardEvent): void {
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  focusSearch();
}

interface SearchProps {
  view: View;
  text: string;
  onText(text: string): void;
}

export function Search({ view, text, onText }: SearchProps) {
  useEffect(() => {
    document.addEventListener("keydown", onSlash);
    return () => document.removeEventListener("keydown", onSlash);
  }, []);
  const label = t(`search.${view}`);
  const focusFound = () => {
    const link = document.querySelector<HTMLElement>(found[view]);
    link?.focus();
    return link;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      focusFound();
    } else if (event.key === "Enter" && !event.isComposing) {
      const link = focusFound();
      if (view === "chat" || view === "deliveries") link?.click();
    } else if (event.key === "Escape") onText("");
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
