/** Renders drawings as PNG, and scales images down, in a child process. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fontConfiguration } from "./render-svg.ts";

const timeoutMs = 120_000;

interface RenderOptions {
  signal?: AbortSignal;
  /** Of wider pictures, in pixels: they are scaled down, with a palette of colours; absent = as drawn. */
  maxWidth?: number;
}

/**
 * Renders the drawings. In a process of its own, since the decoders would keep 180 MB in the bot's.
 * @param drawings SVG, or images to be scaled down.
 * @returns a PNG for each drawing, in their order.
 * @throws {Error} when the child process fails, is aborted or takes longer than two minutes.
 */
export async function renderPng(
  drawings: readonly (string | Uint8Array)[],
  { signal, maxWidth }: RenderOptions = {},
): Promise<Buffer[]> {
  if (drawings.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "rich-menu-"));
  try {
    // Fontconfig reads this variable only when a process starts.
    const env = { FONTCONFIG_FILE: fontConfiguration };
    const fileOf = (index: number, kind: string) => join(folder, `${index}.${kind}`);
    for (const [index, drawing] of drawings.entries()) {
      writeFileSync(fileOf(index, "drawing"), drawing);
    }
    await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, "render-png-process.ts"),
        folder,
        ...(maxWidth === undefined ? [] : [String(maxWidth)]),
      ],
      {
        env,
        timeout: timeoutMs,
        ...(signal && { signal }),
      },
    );
    return drawings.map((_drawing, index) => readFileSync(fileOf(index, "png")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Renders menus and scales their images down from LINE's 2,500 pixels to what a page shows.

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
