/**
 * Child process that reads the QR codes and barcodes of the image on its standard input, and writes their texts
 * as a JSON array. A process, because image decoders are native code that strangers' bytes may crash.
 */
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const maxPixels = 50_000_000;
/** Wide enough for the bars of a long code on a photo, small enough to be searched within a second. */
const maxSide = 2400;
const formats = new Set(["jpeg", "png", "webp", "gif"]);

// Reading must not slow down the bot's answers.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);

async function readCodes(bytes: Buffer): Promise<string[]> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, pages: 1 });
  const { format } = await image.metadata();
  if (!formats.has(format)) return [];
  const { data, info } = await image
    .rotate()
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
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: "srgb" as const,
  };
  const found = await readBarcodes(pixels, {
    formats: ["QRCode", "Code128", "EAN13", "Code39"],
    tryHarder: true,
    maxNumberOfSymbols: 8,
  });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

process.stdout.write(JSON.stringify(await readCodes(await buffer(process.stdin))));
