/** LINE's rules for rich menus, and for the images that they show. */
import type { messagingApi } from "@line/bot-sdk";
import { richMenuAction } from "./actions.ts";
import {
  fault,
  filledGraphemes,
  flag,
  integer,
  list,
  needed,
  object,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

const minRatio = 1.45;
const maxBytes = 1_000_000;
const sizes = { width: { least: 800, most: 2500 }, height: { least: 250, most: 2500 } };

const size: Rule = object<messagingApi.RichMenuSize>(
  {
    width: needed(integer(sizes.width.least, sizes.width.most)),
    height: needed(integer(sizes.height.least, sizes.height.most)),
  },
  ({ width = 0, height = 1 }, walk, at) => {
    if (width / height < minRatio) fault(walk, at, `width / height must be ${minRatio} or more`);
  },
);
const place = integer(0, 2500);
const extent = integer(1, 2500);

const menu: Rule = object<messagingApi.RichMenuRequest>({
  name: needed(filledGraphemes(300)),
  size: needed(size),
  selected: needed(flag),
  chatBarText: needed(filledGraphemes(14)),
  areas: needed(
    list(
      object<messagingApi.RichMenuArea>({
        bounds: needed(
          object<messagingApi.RichMenuBounds>({
            x: needed(place),
            y: needed(place),
            width: needed(extent),
            height: needed(extent),
          }),
        ),
        action: needed(richMenuAction),
      }),
      0,
      20,
    ),
  ),
});

/** What is wrong with a menu, each with the path of the property; nothing where LINE takes it. */
export function richMenuFaults(request: unknown): Walk["faults"] {
  const walk: Walk = { allowHttpImages: false, faults: [], depth: 0, animatedImages: 0 };
  menu(request, walk, { parent: null, key: "" });
  return walk.faults;
}

/** What is wrong with a menu's image, or null. */
export function richMenuImageFault(image: Buffer): string | null {
  if (image.length > maxBytes) return "the image is larger than 1 MB";
  const found = pngSize(image) ?? jpegSize(image);
  if (!found) return "the image is neither PNG nor JPEG";
  const { width, height } = found;
  if (width < sizes.width.least || width > sizes.width.most) {
    return `the image's width must be ${sizes.width.least} to ${sizes.width.most}`;
  }
  if (height < sizes.height.least)
    return `the image's height must be ${sizes.height.least} or more`;
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

/** From the first frame's header, past whatever comes before it. */
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
