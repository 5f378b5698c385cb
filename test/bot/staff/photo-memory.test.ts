/** The process that reads photos stays within its memory, whatever is in them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createCodeReader } from "../../../src/bot/staff/photo/code-reader.ts";

const program = join(import.meta.dirname, "../../../src/bot/staff/photo/read-codes-process.ts");
/** What the process may take, and what its decoder takes between two looks at it, in MB. */
const mostMb = 300;

interface Reading {
  output: string;
  peakMb: number;
  /** As the kernel has it while the picture is read. */
  oomScore: string;
}

/** Reads a picture as the bot's own process does, and watches it. */
async function read(picture: Buffer): Promise<Reading> {
  const child = spawn(process.execPath, [program], { env: { MALLOC_ARENA_MAX: "1" } });
  const reading = { output: "", peakMb: 0, oomScore: "" };
  const look = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
      reading.peakMb = Math.max(reading.peakMb, peak);
      reading.oomScore = readFileSync(`/proc/${child.pid}/oom_score_adj`, "utf8").trim();
    } catch {
      // It has just ended.
    }
  };
  const timer = setInterval(look, 5);
  child.stdin.on("error", () => {});
  child.stdout.on("data", (written) => {
    look();
    reading.output += String(written);
  });
  child.stdin.end(picture);
  await once(child, "close");
  clearInterval(timer);
  return reading;
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 10, b: 90, alpha: 0.5 } } });
const deep = (side: number) =>
  plain(side, side, 4)
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
const progressive = (width: number, height: number) =>
  plain(width, height)
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .withMetadata({ orientation: 6 })
    .toBuffer();

const segment = (marker: number, bytes: readonly number[]) =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);

/** A grey JPEG whose colours come one after the other: its header tells nothing, and its decoder holds all of it. */
function jpegOfSeveralScans(side: number): Buffer {
  const colours = [1, 2, 3];
  const size = [side >> 8, side & 0xff, side >> 8, side & 0xff];
  // One code, of one bit: nothing differs, the block ends.
  const table = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const blocks = Math.ceil(side / 8) ** 2;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, ...size, colours.length, ...colours.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, ...table]),
    segment(0xc4, [0x10, ...table]),
    ...colours.flatMap((id) => [
      segment(0xda, [1, id, 0, 0, 63, 0]),
      Buffer.alloc(Math.ceil(blocks / 4)),
    ]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

describe("a picture within the limits of its format is read within the memory", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["PNG of 16 bits, interlaced", () => deep(3500)],
    ["JPEG, progressive and turned", () => progressive(4032, 3024)],
    ["GIF", () => plain(3500, 3500).gif().toBuffer()],
    ["PNG", () => plain(7000, 7000).png({ compressionLevel: 1 }).toBuffer()],
  ])("%s", { timeout: 30_000 }, async (_kind, make) => {
    const { output, peakMb, oomScore } = await read(await make());
    expect(output).toBe("[]");
    expect(peakMb).toBeGreaterThan(50);
    expect(peakMb).toBeLessThan(mostMb);
    // The first that a system without memory ends.
    expect(oomScore).toBe("1000");
  });
});

describe("a picture that would take more isn't read, and is told as too large", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["PNG of 16 bits, interlaced", () => deep(3600)],
    ["JPEG, progressive and turned", () => progressive(3600, 3600)],
    ["GIF", () => plain(3600, 3600).gif().toBuffer()],
    ["JPEG", () => plain(7200, 7200).jpeg().toBuffer()],
    ["PNG of one endless line", () => plain(5_000_000, 1).png().toBuffer()],
  ])("%s", { timeout: 30_000 }, async (_kind, make) => {
    const { output, peakMb } = await read(await make());
    expect(output).toBe(`"large"`);
    expect(peakMb).toBeLessThan(mostMb);
  });
});

test("a picture whose header hides what it takes ends its process in time, and is told as too large", async () => {
  const picture = jpegOfSeveralScans(7000);
  expect((await read(picture)).peakMb).toBeLessThan(mostMb);
  expect(await createCodeReader()(picture)).toBe("large");
});

test("a small JPEG of several scans is a picture like any other", async () => {
  expect(await createCodeReader()(jpegOfSeveralScans(800))).toEqual([]);
});
