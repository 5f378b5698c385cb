/**
 * Child process that reads the QR codes and barcodes of the image on its standard input, and writes their texts
 * as a JSON array, or "large" for an image that takes too much memory. A process, because image decoders are native
 * code that strangers' bytes may crash.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import sharp, { type Metadata } from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** Of a picture that is decoded line by line, or reduced while it is decoded: those of a phone have 8192 × 6144. */
const maxPixels = 50_400_000;
/** Of one that its decoder holds as a whole, in up to 8 bytes for each pixel, and more meanwhile. */
const maxWholePixels = 12_500_000;
/** Decoders hold some lines at once, however few there are. */
const maxLength = 65_535;
/** Wide enough for the bars of a long code on a photo, small enough to be searched within a second. */
const maxSide = 2400;
/** Of this process; 80 MB of it are Node and its libraries. */
const maxMemory = 256 * 2 ** 20;
const watchMs = 10;
/** Of a busy core the bot's answers get three quarters; with less for this process, a busy machine reads nothing in time. */
const niceness = 5;

/** A picture whose header says what it takes: only these are decoded line by line. */
const isDecodedByLines = ({ format, isProgressive, depth }: Metadata): boolean =>
  (format === "jpeg" || format === "png") && !isProgressive && depth === "uchar";

function isTooLarge(picture: Metadata): boolean {
  const { width, height } = picture;
  const limit = isDecodedByLines(picture) ? maxPixels : maxWholePixels;
  return width * height > limit || Math.max(width, height) > maxLength;
}

/** @returns null for one that is too large. @throws {Error} for what is no picture. */
async function readCodes(bytes: Buffer): Promise<string[] | null> {
  // Its size is looked at below.
  const image = sharp(bytes, { limitInputPixels: false, pages: 1 });
  if (isTooLarge(await image.metadata())) return null;
  // Not turned as its EXIF data says: the reader finds codes in every direction, and turning would hold it as a whole.
  const { data, info } = await image
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#FFFFFF" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wasm = readFileSync(
    fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")),
  );
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
  const pixels = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
    colorSpace: "srgb" as const,
  };
  const found = await readBarcodes(pixels, {
    formats: ["QRCode", "Code128", "EAN13", "Code39"],
    tryHarder: true,
    tryRotate: true,
    maxNumberOfSymbols: 8,
  });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** What a header hides, such as a JPEG of several scans: the decoder works in a thread of its own meanwhile. */
function watchMemory(): void {
  setInterval(() => {
    // An exit would wait for the decoder.
    if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, "SIGKILL");
  }, watchMs).unref();
}

/** Where memory runs out, this process is the one to end. */
function offerToBeKilled(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Linux alone has it.
  }
}

setPriority(niceness);
offerToBeKilled();
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif"].map((format) => `VipsForeignLoad${format}`),
});
watchMemory();
process.stdout.write(JSON.stringify((await readCodes(await buffer(process.stdin))) ?? "large"));
