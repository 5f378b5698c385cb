/** The one search field of the page; each view shows what matches. */
import { useEffect } from "preact/hooks";

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

export function Search({ label, text, onText, onNext, onTake }: SearchProps) {
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
