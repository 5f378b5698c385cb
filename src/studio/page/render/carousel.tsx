/** What stands side by side and is scrolled: the bubbles of a Flex carousel, a template's columns. */
import type { ComponentChildren } from "preact";
import { html } from "../html.ts";

interface CarouselProps {
  /** What a screen reader says first. */
  label: string;
  children: ComponentChildren;
}

export const Carousel = ({ label, children }: CarouselProps) =>
  html`<div class="carousel" role="group" aria-label=${label} tabindex="0">${children}</div>`;
