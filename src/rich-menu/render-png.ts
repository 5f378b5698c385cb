/** Renders drawings as PNG, and scales images down, in a child process. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fontConfiguration } from "./fonts.ts";

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
