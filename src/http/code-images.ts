/** Serves QR codes and barcodes at URLs that contain their text in encrypted form. */
import type { RenderOptions } from "bwip-js/node";
import { LRUCache } from "lru-cache";
import type { CodeAddresses } from "../bot/context.ts";
import type { Clock } from "../clock.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { createSeal, type KeySettings, storedKey } from "./seal.ts";

export interface CodeImages extends CodeAddresses {
  /** The PNG of a URL and its remaining validity in milliseconds; null if the URL is invalid or expired. */
  load(name: string): Promise<{ png: Buffer; remainingMs: number } | null>;
}

const maxValidityMs = 30 * 86_400_000;

/** Sizes keep the widest image below LINE's 1024 pixels, each with the quiet zone that scanners need. */
const kinds = {
  qr: { accepts: /^[^]{1,200}$/, draw: drawQr },
  /** Longer texts have bars too thin for a phone's screen; Code 128 encodes ASCII only. */
  barcode: { accepts: /^[\x20-\x7e]{1,24}$/, draw: drawBarcode },
} as const;
type Kind = keyof typeof kinds;

/** A barcode is drawn as wide as LINE allows, so that no phone enlarges its bars, at three to one. */
const barcodeWidth = 1020;
const barcodeHeight = { height: 108, paddingheight: 17 };
/** On each side, in bars of the smallest width. */
const quietZone = 10;

const defaultSize = 500;
const maxCachedBytes = 4_000_000;

/**
 * @param options `publicUrl`: https URL, without a trailing slash, at which phones reach the bot; null if there is none.
 * `size`: images cached.
 */
export async function createCodeImages(options: {
  settings: KeySettings;
  publicUrl(): string | null;
  clock: Clock;
  size?: number;
}): Promise<CodeImages> {
  const { settings, publicUrl, clock, size = defaultSize } = options;
  const { seal, open } = createSeal(await storedKey(settings, settingsKeys.imageKey));
  const imageCache = new LRUCache<string, Buffer, void>({
    max: size,
    maxSize: maxCachedBytes,
    sizeCalculation: (png) => png.length,
    fetchMethod: (content) => draw(content),
    // One that is dropped while it is drawn is drawn for those who wait.
    ignoreFetchAbort: true,
  });

  const urlOf = (kind: Kind) => (text: string, until?: number | null) => {
    const origin = publicUrl();
    if (!origin || !kinds[kind].accepts.test(text)) return null;
    const latest = clock.now() + maxValidityMs;
    const expiresAt = Math.min(until ?? latest, latest);
    return `${origin}/images/${seal(`${expiresAt}/${kind}/${text}`)}.png`;
  };

  return {
    qr: urlOf("qr"),
    barcode: urlOf("barcode"),
    async load(name) {
      const sealed = /^([\w-]+)\.png$/.exec(name)?.[1];
      const [, expiresAt = "", content = ""] =
        /^(\d+)\/([^]*)$/.exec(open(sealed ?? "") ?? "") ?? [];
      const remainingMs = Number(expiresAt) - clock.now();
      return remainingMs > 0 ? { png: await imageCache.forceFetch(content), remainingMs } : null;
    },
  };
}

/** Draws a PNG. @param content `kind/text`. */
function draw(content: string): Promise<Buffer> {
  const slash = content.indexOf("/");
  return kinds[content.slice(0, slash) as Kind].draw(content.slice(slash + 1));
}

async function drawQr(text: string): Promise<Buffer> {
  return toPng({ bcid: "qrcode", text, scale: 6, padding: 8 });
}

async function drawBarcode(text: string): Promise<Buffer> {
  const code = { bcid: "code128", text };
  // Drawn with one pixel for the smallest bar, it tells how many of them fit.
  const bars = widthOf(await toPng({ ...code, scale: 1, height: 1 }));
  const scaleX = Math.floor(barcodeWidth / (bars + 2 * quietZone));
  const paddingwidth = (barcodeWidth / scaleX - bars) / 2;
  return toPng({ ...code, ...barcodeHeight, scaleX, scaleY: 1, paddingwidth });
}

/** The library is large, so it is loaded with the first image. */
async function toPng(options: RenderOptions): Promise<Buffer> {
  const { toBuffer } = await import("bwip-js/node");
  return toBuffer({ ...options, backgroundcolor: "FFFFFF" });
}

/** In pixels, from the PNG's header. */
const widthOf = (png: Buffer): number => png.readUInt32BE(16);
