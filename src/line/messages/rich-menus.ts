/** Validates rich menus and their images against LINE's rules. */
import type { messagingApi } from "@line/bot-sdk";
import { richMenuAction } from "./actions.ts";
import * as rules from "./rule-builders.ts";

const minRatio = 1.45;
const maxBytes = 1_000_000;
/** In pixels. */
const sizes = { width: { min: 800, max: 2500 }, height: { min: 250, max: 2500 } };

const size: rules.Rule = rules.object<messagingApi.RichMenuSize>(
  {
    width: rules.required(rules.integer(sizes.width.min, sizes.width.max)),
    height: rules.required(rules.integer(sizes.height.min, sizes.height.max)),
  },
  ({ width = 0, height = 1 }, walk, at) => {
    if (width / height < minRatio)
      rules.addFault(walk, at, `width / height must be ${minRatio} or more`);
  },
);
const offset = rules.integer(0, 2500);
const extent = rules.integer(1, 2500);

const menu: rules.Rule = rules.object<messagingApi.RichMenuRequest>({
  name: rules.required(rules.nonEmptyGraphemes(300)),
  size: rules.required(size),
  selected: rules.required(rules.flag),
  chatBarText: rules.required(rules.nonEmptyGraphemes(14)),
  areas: rules.required(
    rules.list(
      rules.object<messagingApi.RichMenuArea>({
        bounds: rules.required(
          rules.object<messagingApi.RichMenuBounds>({
            x: rules.required(offset),
            y: rules.required(offset),
            width: rules.required(extent),
            height: rules.required(extent),
          }),
        ),
        action: rules.required(richMenuAction),
      }),
      0,
      20,
    ),
  ),
});

/** The rules that a rich menu breaks, each with the property's JSON pointer; empty if it is valid. */
export function richMenuFaults(request: unknown): rules.Walk["faults"] {
  const walk: rules.Walk = { allowHttpImages: false, faults: [], depth: 0, animatedImages: 0 };
  menu(request, walk, { parent: null, key: "" });
  return walk.faults;
}

/** Why LINE would reject an image (PNG or JPEG) for a rich menu; null if it is valid. */
export function richMenuImageFault(image: Buffer): string | null {
  if (image.length > maxBytes) return "the image is larger than 1 MB";
  const found = pngSize(image) ?? jpegSize(image);
  if (!found) return "the image is neither PNG nor JPEG";
  const { width, height } = found;
  if (width < sizes.width.min || width > sizes.width.max) {
    return `the image's width must be ${sizes.width.min} to ${sizes.width.max}`;
  }
  if (height < sizes.height.min) return `the image's height must be ${sizes.height.min} or more`;
  return width / height < minRatio
    ? `the image's width / height must be ${minRatio} or more`
    : null;
}

interface Size {
  width: number;
  height: number;
}

function pngSize(image: Buffer): Size | null {
  const isPng = image.length > 24 && image.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n";
  return isPng ? { width: image.readUInt32BE(16), height: image.readUInt32BE(20) } : null;
}

/** Reads the size from the first start-of-frame marker, skipping the segments before it. */
function jpegSize(image: Buffer): Size | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < image.length; at += 2 + image.readUInt16BE(at + 2)) {
    const marker = image.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
    if (isFrame && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
    }
  }
  return null;
}
