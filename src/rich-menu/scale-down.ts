/** Renders menus and scales their images down from LINE's 2,500 pixels to what a page shows. */
import { renderPng } from "./render-png.ts";

const maxWidth = 1000;

/** @returns a PNG of at most 1,000 pixels in width for each drawing, with a palette of colours. */
export const renderSmall = (drawings: readonly string[]): Promise<Buffer[]> =>
  renderPng(drawings, { maxWidth });

/** By the image: a scaled one is kept as long as LINE keeps the menu. */
const scaled = new WeakMap<Uint8Array, Promise<Uint8Array>>();
/** One process at a time, however many images a page asks for. */
let last: Promise<unknown> = Promise.resolve();

async function scale(image: Uint8Array): Promise<Uint8Array> {
  const [small = image] = await renderPng([image], { maxWidth });
  return small;
}

/** Scales an image once. @returns a PNG of at most 1,000 pixels in width, and a palette of colours. */
export function scaleDown(image: Uint8Array): Promise<Uint8Array> {
  const known = scaled.get(image);
  if (known) return known;
  const scaling = last.then(() => scale(image));
  last = scaling.catch(() => scaled.delete(image));
  scaled.set(image, scaling);
  return scaling;
}
