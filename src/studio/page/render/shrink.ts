/** Makes letters smaller until their line fits, as `adjustMode: shrink-to-fit` asks. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const smallest = 8;

/** Called whenever an observed line gets another size, from its first layout on. */
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target instanceof HTMLElement) fit(target);
  }
});

const wantedSizes = new WeakMap<HTMLElement, string>();

function fit(line: HTMLElement): void {
  line.style.setProperty("font-size", wantedSizes.get(line) ?? "");
  const room = line.clientWidth;
  if (room === 0) return;
  let size = Number.parseFloat(getComputedStyle(line).fontSize);
  // Hinting makes small letters wider than their share says: each further step is a little smaller.
  while (line.scrollWidth > room && size > smallest) {
    size = Math.max(size * (room / line.scrollWidth) * 0.98, smallest);
    line.style.setProperty("font-size", `${size}px`);
  }
}

/** @returns the reference for the line's element. @param size the size that it has where it fits. */
export function useShrinkToFit<T extends HTMLElement>(
  isOn: boolean,
  size: string | undefined,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    if (!line || !isOn) return;
    wantedSizes.set(line, size ?? "");
    observer.observe(line);
    return () => observer.unobserve(line);
  }, [isOn, size]);
  return ref;
}
