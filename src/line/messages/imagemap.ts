/** Validation rules for imagemap messages. */
import type { messagingApi } from "@line/bot-sdk";
import { altText, base } from "./message-base.ts";
import {
  byType,
  fileUrl,
  nonEmptyText,
  integer,
  list,
  required,
  object,
  oneOf,
  linkUrl,
} from "./rule-builders.ts";

const pixels = integer(0, 100_000);
const area = object<messagingApi.ImagemapArea>({
  x: required(pixels),
  y: required(pixels),
  width: required(pixels),
  height: required(pixels),
});
const accessibilityLabel = nonEmptyText(100);

export const imagemap = object<messagingApi.ImagemapMessage>({
  ...base,
  type: required(oneOf("imagemap")),
  baseUrl: required(fileUrl),
  altText,
  baseSize: required(
    object<messagingApi.ImagemapBaseSize>({
      width: required(integer(1040, 1040)),
      height: required(integer(1, 100_000)),
    }),
  ),
  video: object<messagingApi.ImagemapVideo>({
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
    area: required(area),
    externalLink: object<messagingApi.ImagemapExternalLink>({
      linkUri: required(linkUrl),
      label: required(nonEmptyText(30)),
    }),
  }),
  actions: required(
    list(
      byType<messagingApi.ImagemapAction>({
        uri: object<messagingApi.URIImagemapAction>({
          type: required(oneOf("uri")),
          linkUri: required(linkUrl),
          label: accessibilityLabel,
          area: required(area),
        }),
        message: object<messagingApi.MessageImagemapAction>({
          type: required(oneOf("message")),
          text: required(nonEmptyText(400)),
          label: accessibilityLabel,
          area: required(area),
        }),
        clipboard: object<messagingApi.ClipboardImagemapAction>({
          type: required(oneOf("clipboard")),
          clipboardText: required(nonEmptyText(1000)),
          label: accessibilityLabel,
          area: required(area),
        }),
      }),
      0,
      50,
    ),
  ),
});
