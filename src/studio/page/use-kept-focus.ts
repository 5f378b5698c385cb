/** Keeps the focus in the view when what had it is removed or hidden, such as a button that has done its work. */
import { useEffect } from "preact/hooks";

/** The open chat is kept beside the other views, hidden. */
const shownView = () =>
  [...document.querySelectorAll<HTMLElement>('main section[tabindex="-1"]')].find((view) =>
    view.checkVisibility(),
  );

/** Without it, who works by keyboard begins again at the top of the page. */
export function useKeptFocus(): void {
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
