/** Validation rules for every type of message that LINE sends. */
import type { messagingApi } from "@line/bot-sdk";
import { flexContainer } from "./flex.ts";
import { imagemap } from "./imagemap.ts";
import { altText, base, id } from "./message-base.ts";
import {
  byType,
  fileUrl,
  nonEmptyText,
  required,
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
    type: required(oneOf("sticker")),
    packageId: required(pattern(/^\d{1,20}$/, "must be digits")),
    stickerId: required(pattern(/^\d{1,20}$/, "must be digits")),
    quoteToken: id,
  }),
  image: object<messagingApi.ImageMessage>({
    ...base,
    type: required(oneOf("image")),
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
  }),
  video: object<messagingApi.VideoMessage>({
    ...base,
    type: required(oneOf("video")),
    originalContentUrl: required(fileUrl),
    previewImageUrl: required(fileUrl),
    trackingId: pattern(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]{1,100}$/, "not a tracking id"),
  }),
  audio: object<messagingApi.AudioMessage>({
    ...base,
    type: required(oneOf("audio")),
    originalContentUrl: required(fileUrl),
    duration: required(number(1, 86_400_000)),
  }),
  location: object<messagingApi.LocationMessage>({
    ...base,
    type: required(oneOf("location")),
    title: required(nonEmptyText(100)),
    address: required(nonEmptyText(100)),
    latitude: required(number(-90, 90)),
    longitude: required(number(-180, 180)),
  }),
  coupon: object<messagingApi.CouponMessage>({
    ...base,
    type: required(oneOf("coupon")),
    couponId: required(id),
    deliveryTag: pattern(/^[A-Za-z0-9_]{1,30}$/, "not a delivery tag"),
  }),
  flex: object<messagingApi.FlexMessage>({
    ...base,
    type: required(oneOf("flex")),
    altText,
    contents: required(flexContainer),
  }),
  template: object<messagingApi.TemplateMessage>({
    ...base,
    type: required(oneOf("template")),
    altText,
    template: required(template),
  }),
});
