/** Validation rules for every type of message that LINE sends. */
import type { messagingApi } from "@line/bot-sdk";
import { flexContainer } from "./flex.ts";
import { imagemap } from "./imagemap.ts";
import { altText, base, id } from "./message-base.ts";
import {
  byType,
  fileUrl,
  filled,
  needed,
  number,
  object,
  oneOf,
  pattern,
  type Rule,
} from "./rule-builders.ts";
import { template } from "./templates.ts";
import { text, textV2 } from "./text-messages.ts";

/** The rule for any message. The byte size of a Flex message is checked after serialisation (`checkFlexSize`). */
export const anyMessage: Rule = byType<messagingApi.Message>({
  text,
  textV2,
  imagemap,
  sticker: object<messagingApi.StickerMessage>({
    ...base,
    type: needed(oneOf("sticker")),
    packageId: needed(pattern(/^\d{1,20}$/, "must be digits")),
    stickerId: needed(pattern(/^\d{1,20}$/, "must be digits")),
    quoteToken: id,
  }),
  image: object<messagingApi.ImageMessage>({
    ...base,
    type: needed(oneOf("image")),
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
  }),
  video: object<messagingApi.VideoMessage>({
    ...base,
    type: needed(oneOf("video")),
    originalContentUrl: needed(fileUrl),
    previewImageUrl: needed(fileUrl),
    trackingId: pattern(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]{1,100}$/, "not a tracking id"),
  }),
  audio: object<messagingApi.AudioMessage>({
    ...base,
    type: needed(oneOf("audio")),
    originalContentUrl: needed(fileUrl),
    duration: needed(number(1, 86_400_000)),
  }),
  location: object<messagingApi.LocationMessage>({
    ...base,
    type: needed(oneOf("location")),
    title: needed(filled(100)),
    address: needed(filled(100)),
    latitude: needed(number(-90, 90)),
    longitude: needed(number(-180, 180)),
  }),
  coupon: object<messagingApi.CouponMessage>({
    ...base,
    type: needed(oneOf("coupon")),
    couponId: needed(id),
    deliveryTag: pattern(/^[A-Za-z0-9_]{1,30}$/, "not a delivery tag"),
  }),
  flex: object<messagingApi.FlexMessage>({
    ...base,
    type: needed(oneOf("flex")),
    altText,
    contents: needed(flexContainer),
  }),
  template: object<messagingApi.TemplateMessage>({
    ...base,
    type: needed(oneOf("template")),
    altText,
    template: needed(template),
  }),
});
