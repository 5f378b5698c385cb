/** Sample messages of every type, with every property of every Flex component, for the renderer's tests. */
import type {
  Action,
  FlexBox,
  FlexButton,
  FlexComponent,
  FlexIcon,
  FlexImage,
  FlexSeparator,
  FlexSpan,
  FlexText,
  FlexVideo,
  Message,
} from "../../src/line/messages/message-types.ts";

const picture = "https://pictures.example/cup.png";
const area = { x: 0, y: 0, width: 520, height: 520 };

export const actions: Action[] = [
  { type: "message", label: "Say it", text: "points" },
  { type: "postback", label: "Coupons", data: "coupons=1", displayText: "My coupons" },
  { type: "uri", label: "Website", uri: "https://cafe.example/menu" },
  { type: "uri", label: "Call", uri: "tel:080-000-0001" },
  { type: "clipboard", label: "Copy", clipboardText: "ABC-123" },
  { type: "datetimepicker", label: "When", data: "when=1", mode: "datetime" },
  { type: "richmenuswitch", label: "Menu", data: "menu=1", richMenuAliasId: "second" },
  { type: "camera", label: "Camera" },
  { type: "cameraRoll", label: "Pictures" },
  { type: "location", label: "Here" },
];

const offsets = { offsetTop: "1px", offsetBottom: "2px", offsetStart: "sm", offsetEnd: "md" };

const span: Required<FlexSpan> = {
  type: "span",
  text: "span",
  size: "xxl",
  color: "#112233",
  weight: "bold",
  style: "italic",
  decoration: "line-through",
};

const text: Required<FlexText> = {
  type: "text",
  flex: 2,
  text: "text",
  size: "sm",
  align: "end",
  gravity: "center",
  color: "#aabbcc",
  weight: "bold",
  style: "italic",
  decoration: "underline",
  wrap: true,
  lineSpacing: "10px",
  margin: "lg",
  position: "relative",
  ...offsets,
  action: { type: "message", label: "Text", text: "text" },
  maxLines: 2,
  contents: [span],
  adjustMode: "shrink-to-fit",
  scaling: true,
};

const image: Required<FlexImage> = {
  type: "image",
  url: picture,
  flex: 1,
  margin: "xs",
  position: "relative",
  ...offsets,
  align: "start",
  gravity: "bottom",
  size: "xxs",
  aspectRatio: "2:1",
  aspectMode: "cover",
  backgroundColor: "#00ff00",
  action: { type: "uri", label: "Image", uri: "https://cafe.example/" },
  animated: false,
};

const icon: Required<FlexIcon> = {
  type: "icon",
  url: picture,
  size: "3xl",
  aspectRatio: "3:1",
  margin: "xl",
  position: "relative",
  ...offsets,
  scaling: true,
};

const separator: Required<FlexSeparator> = { type: "separator", margin: "xxl", color: "#ff0000" };

const flexButton: Required<FlexButton> = {
  type: "button",
  flex: 1,
  color: "#123456",
  style: "primary",
  action: { type: "message", label: "Button", text: "button" },
  gravity: "bottom",
  margin: "sm",
  position: "relative",
  ...offsets,
  height: "sm",
  adjustMode: "shrink-to-fit",
  scaling: true,
};

const video: Required<FlexVideo> = {
  type: "video",
  url: "https://pictures.example/film.mp4",
  previewUrl: picture,
  altContent: image,
  aspectRatio: "16:9",
  action: { type: "uri", label: "More", uri: "https://cafe.example/film" },
};

const baseline: FlexBox = {
  type: "box",
  layout: "baseline",
  contents: [icon, { type: "text", text: "4.0" }, { type: "filler", flex: 1 }],
};

const box: Required<FlexBox> = {
  type: "box",
  layout: "horizontal",
  flex: 1,
  contents: [baseline, text, separator, image, flexButton],
  spacing: "md",
  margin: "none",
  position: "relative",
  offsetTop: "none",
  offsetBottom: "none",
  offsetStart: "none",
  offsetEnd: "none",
  backgroundColor: "#11223344",
  borderColor: "#556677",
  borderWidth: "semi-bold",
  cornerRadius: "xl",
  width: "90%",
  maxWidth: "280px",
  height: "200px",
  maxHeight: "220px",
  paddingAll: "4px",
  paddingTop: "xs",
  paddingBottom: "5%",
  paddingStart: "lg",
  paddingEnd: "xxl",
  action: { type: "postback", label: "Box", data: "box=1" },
  justifyContent: "space-between",
  alignItems: "center",
  background: {
    type: "linearGradient",
    angle: "45deg",
    startColor: "#000000",
    centerColor: "#888888",
    endColor: "#ffffff",
    centerPosition: "30%",
  },
};

export const everyComponent: FlexComponent[] = [
  box,
  flexButton,
  { type: "filler", flex: 1 },
  icon,
  image,
  separator,
  span,
  text,
  video,
];

export const everyFlexProperty: Message = {
  type: "flex",
  altText: "Every component",
  contents: {
    type: "bubble",
    size: "giga",
    direction: "ltr",
    styles: {
      header: { backgroundColor: "#eeeeee" },
      footer: { separator: true, separatorColor: "#00ff00" },
    },
    header: { type: "box", layout: "vertical", contents: [separator, box] },
    hero: video,
    body: {
      type: "box",
      layout: "vertical",
      contents: [{ ...text, wrap: false }, image, baseline],
    },
    footer: { type: "box", layout: "vertical", contents: [flexButton] },
    action: { type: "message", label: "Bubble", text: "bubble" },
  },
};

/** Twelve bubbles, as many as LINE allows. */
export const twelveBubbles: Message = {
  type: "flex",
  altText: "Twelve cards",
  contents: {
    type: "carousel",
    contents: Array.from({ length: 12 }, (_, index) => ({
      type: "bubble" as const,
      size: "micro" as const,
      body: {
        type: "box" as const,
        layout: "vertical" as const,
        contents: [{ type: "text" as const, text: `Card ${index + 1}` }],
      },
    })),
  },
};

export const everyMessage: Message[] = [
  {
    type: "text",
    text: "Look at https://cafe.example/a?b=1, $!",
    emojis: [{ index: 36, productId: "p", emojiId: "1" }],
  },
  {
    type: "textV2",
    text: "{who}, {{braces}} {face}",
    substitution: {
      who: { type: "mention", mentionee: { type: "all" } },
      face: { type: "emoji", productId: "p", emojiId: "2" },
    },
  },
  { type: "sticker", packageId: "446", stickerId: "1988" },
  { type: "image", originalContentUrl: picture, previewImageUrl: picture },
  {
    type: "video",
    originalContentUrl: "https://pictures.example/film.mp4",
    previewImageUrl: picture,
  },
  { type: "audio", originalContentUrl: "https://pictures.example/sound.m4a", duration: 61_000 },
  {
    type: "location",
    title: "Cafe",
    address: "Rama I Road",
    latitude: 13.7466,
    longitude: 100.5347,
  },
  {
    type: "imagemap",
    baseUrl: "https://pictures.example/map",
    altText: "Map",
    baseSize: { width: 1040, height: 1040 },
    video: {
      originalContentUrl: "https://pictures.example/film.mp4",
      previewImageUrl: picture,
      area,
    },
    actions: [
      { type: "message", text: "left", label: "Left", area },
      { type: "uri", linkUri: "https://cafe.example/map", label: "Right", area },
      { type: "clipboard", clipboardText: "copied", label: "Below", area },
    ],
  },
  {
    type: "template",
    altText: "Buttons",
    template: {
      type: "buttons",
      thumbnailImageUrl: picture,
      imageAspectRatio: "square",
      imageSize: "contain",
      imageBackgroundColor: "#ffffff",
      title: "Menu",
      text: "Please choose",
      defaultAction: { type: "uri", label: "All", uri: "https://cafe.example/all" },
      actions: actions.slice(0, 4),
    },
  },
  {
    type: "template",
    altText: "Confirm",
    template: { type: "confirm", text: "Use it?", actions: actions.slice(0, 2) },
  },
  {
    type: "template",
    altText: "Columns",
    template: {
      type: "carousel",
      columns: [
        { title: "One", text: "First", thumbnailImageUrl: picture, actions: actions.slice(0, 2) },
        { title: "Two", text: "Second", thumbnailImageUrl: picture, actions: actions.slice(2, 4) },
      ],
    },
  },
  {
    type: "template",
    altText: "Pictures",
    template: {
      type: "image_carousel",
      columns: [{ imageUrl: picture, action: { type: "message", label: "Cup", text: "cup" } }],
    },
  },
  { type: "coupon", couponId: "01J0000000", deliveryTag: "tag" },
  everyFlexProperty,
  twelveBubbles,
  {
    type: "text",
    text: "Choose",
    sender: { name: "Barista", iconUrl: picture },
    quickReply: {
      items: actions
        .filter(({ type }) => type !== "richmenuswitch")
        .map((action) => ({ type: "action", imageUrl: picture, action })),
    },
  },
];
