/** Validation rules for imagemap messages. */
import type { messagingApi } from "@line/bot-sdk";
import { altText, base } from "./message-base.ts";
import {
  byType,
  fileUrl,
  filled,
  integer,
  list,
  needed,
  object,
  oneOf,
  linkUrl,
} from "./rule-builders.ts";

const pixels = integer(0, 100_000);
const area = object<messagingApi.ImagemapArea>({
  x: needed(pixels),
  y: needed(pixels),
  width: needed(pixels),
  height: needed(pixels),
});
const accessibilityLabel = filled(100);

export const imagemap = object<messagingApi.ImagemapMessage>({
  ...base,
  type: needed(oneOf("imagemap")),
  baseUrl: needed(fileUrl),
  altText,
  baseSize: needed(
    object<messagingApi.ImagemapBaseSize>({
      width: needed(integer(1040, 1040)),
      height: needed(integer(1, 100_000)),
    }),
  ),
  video: object<messagingApi.ImagemapVideo>({
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
    area: needed(area),
    externalLink: object<messagingApi.ImagemapExternalLink>({
      linkUri: needed(linkUrl),
      label: needed(filled(30)),
    }),
  }),
  actions: needed(
    list(
      byType<messagingApi.ImagemapAction>({
        uri: object<messagingApi.URIImagemapAction>({
          type: needed(oneOf("uri")),
          linkUri: needed(linkUrl),
          label: accessibilityLabel,
          area: needed(area),
        }),
        message: object<messagingApi.MessageImagemapAction>({
          type: needed(oneOf("message")),
          text: needed(filled(400)),
          label: accessibilityLabel,
          area: needed(area),
        }),
        clipboard: object<messagingApi.ClipboardImagemapAction>({
          type: needed(oneOf("clipboard")),
          clipboardText: needed(filled(1000)),
          label: accessibilityLabel,
          area: needed(area),
        }),
      }),
      0,
      50,
    ),
  ),
});
