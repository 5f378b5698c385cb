/** Renders SVG drawings as PNG in a child process. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { configurationIn } from "./fonts.ts";

const timeoutMs = 120_000;

/**
 * Renders the drawings.
 * @returns a PNG for each drawing, in their order.
 * @throws {Error} when the child process fails, is aborted or takes longer than two minutes.
 */
export async function renderPng(
  drawings: readonly string[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Buffer[]> {
  if (drawings.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "rich-menu-"));
  try {
    // Fontconfig reads this variable only when a process starts.
    const env = { FONTCONFIG_FILE: configurationIn(folder) };
    const fileOf = (index: number, kind: string) => join(folder, `${index}.${kind}`);
    for (const [index, drawing] of drawings.entries()) writeFileSync(fileOf(index, "svg"), drawing);
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, "render-png-process.ts"), folder],
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
