/** What stands side by side and is scrolled: the bubbles of a Flex carousel, a template's columns. */
import type { ComponentChildren } from "preact";

interface CarouselProps {
  /** What a screen reader says first. */
  label: string;
  children: ComponentChildren;
}

export const Carousel = ({ label, children }: CarouselProps) => (
  <div class="carousel" role="group" aria-label={label} tabindex={0}>
    {children}
  </div>
);
