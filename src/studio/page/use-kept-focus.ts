/** Keeps the focus in the view when what had it is taken away, such as a button that has done its work. */
import { useEffect } from "preact/hooks";

const view = 'main section[tabindex="-1"]';

/** Without it, who works by keyboard begins again at the top of the page. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const follow = ({ target }: FocusEvent) => {
      last = target instanceof Element && target.closest(view) !== null ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = null;
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(view)?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", follow);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", follow);
      observer.disconnect();
    };
  }, []);
}
