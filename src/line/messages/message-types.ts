/** Shorter names for the SDK's message types. */
import type { messagingApi } from "@line/bot-sdk";

export type Action = messagingApi.Action;
export type FlexBox = messagingApi.FlexBox;
export type FlexBubble = messagingApi.FlexBubble;
export type FlexButton = messagingApi.FlexButton;
export type FlexCarousel = messagingApi.FlexCarousel;
export type FlexComponent = messagingApi.FlexComponent;
export type FlexContainer = messagingApi.FlexContainer;
export type FlexIcon = messagingApi.FlexIcon;
export type FlexImage = messagingApi.FlexImage;
export type FlexMessage = messagingApi.FlexMessage;
export type FlexSeparator = messagingApi.FlexSeparator;
export type FlexSpan = messagingApi.FlexSpan;
export type FlexText = messagingApi.FlexText;
export type FlexVideo = messagingApi.FlexVideo;
export type ImagemapAction = messagingApi.ImagemapAction;
export type ImagemapMessage = messagingApi.ImagemapMessage;
export type Message = messagingApi.Message;
export type QuickReply = messagingApi.QuickReply;
export type QuickReplyItem = messagingApi.QuickReplyItem;
export type RichMenu = messagingApi.RichMenuRequest;
export type Sender = messagingApi.Sender;
export type Template = messagingApi.Template;
export type TextMessage = messagingApi.TextMessage;
export type TextMessageV2 = messagingApi.TextMessageV2;
