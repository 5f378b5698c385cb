/** A short word at the bottom that goes away by itself. */
import { byId } from "./dom.ts";

const shownMs = 3200;
let timer: number | undefined;

export function toast(text: string): void {
  const place = byId("toast", HTMLElement);
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => place.classList.remove("shown"), shownMs);
}
