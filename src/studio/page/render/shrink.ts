/** Makes letters smaller until their line fits, as `adjustMode: shrink-to-fit` asks. */

const smallest = 8;

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target instanceof HTMLElement) fit(target);
  }
});

const wantedSizes = new WeakMap<HTMLElement, string>();

function fit(line: HTMLElement): void {
  line.style.setProperty("font-size", wantedSizes.get(line) ?? "");
  const room = line.clientWidth;
  const wanted = line.scrollWidth;
  if (room === 0 || wanted <= room) return;
  const size = Number.parseFloat(getComputedStyle(line).fontSize);
  // Hinting makes letters a little wider than their share says.
  const fitting = Math.max(size * (room / wanted) * 0.98, smallest);
  line.style.setProperty("font-size", `${fitting}px`);
}

/** Measures the element whenever it gets another size, from its first layout on. */
export function shrinkToFit(line: HTMLElement): void {
  wantedSizes.set(line, line.style.getPropertyValue("font-size"));
  watcher.observe(line);
}
