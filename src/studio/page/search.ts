/** The one search field of the page: each room listens to it while it is shown. */
import { byId } from "./dom.ts";

interface Searched {
  label: string;
  /** Is told at every change. */
  filter(): void;
  /** Goes on to what was found. */
  focus?(): void;
  /** Takes the first of what was found. */
  take?(): void;
}

export interface Search {
  /** Hands the field to a room, emptied. */
  serve(searched: Searched): void;
  words(): string;
}

export function createSearch(): Search {
  const field = byId("search", HTMLInputElement);
  let current: Searched = { label: "", filter: () => {} };

  field.addEventListener("input", () => current.filter());
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      current.focus?.();
    } else if (event.key === "Enter" && !event.isComposing) {
      current.focus?.();
      current.take?.();
    } else if (event.key === "Escape") {
      field.value = "";
      current.filter();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || typing || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    field.focus();
  });

  return {
    serve(searched) {
      if (searched.label === current.label) return;
      current = searched;
      field.value = "";
      field.placeholder = searched.label;
      field.setAttribute("aria-label", searched.label);
      searched.filter();
    },
    words: () => field.value.trim().toLowerCase(),
  };
}
