/** Any message that LINE knows, from the same object that is sent. */
import { useErrorBoundary } from "preact/hooks";
import type { Action, Message, QuickReply } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { t } from "../i18n.ts";
import { Icon, type IconName } from "../parts.tsx";
import { ActionButton } from "./actions.tsx";
import { FlexView } from "./flex.tsx";
import { ImagemapView } from "./imagemap.tsx";
import {
  AudioView,
  CouponView,
  ImageView,
  LocationView,
  Picture,
  StickerView,
  VideoView,
} from "./media.tsx";
import { TemplateView } from "./template.tsx";
import { TextV2View, TextView } from "./text.tsx";

function AnyMessage({ message }: { message: Message }) {
  switch (message.type) {
    case "text":
      return <TextView {...message} />;
    case "textV2":
      return <TextV2View {...message} />;
    case "sticker":
      return <StickerView {...message} />;
    case "image":
      return <ImageView {...message} />;
    case "video":
      return <VideoView {...message} />;
    case "audio":
      return <AudioView {...message} />;
    case "location":
      return <LocationView {...message} />;
    case "imagemap":
      return <ImagemapView {...message} />;
    case "template":
      return <TemplateView template={message.template} altText={message.altText} />;
    case "flex":
      return <FlexView container={message.contents} altText={message.altText} />;
    case "coupon":
      return <CouponView {...message} />;
    default:
      assertNever(message);
      return <div class="bubble faint">{t("render.unknown")}</div>;
  }
}

/**
 * The message as a phone shows it, without the account's picture and name, and without quick
 * replies: those belong to the row and to the end of the chat. One message that can't be shown
 * doesn't take the others with it.
 */
export function MessageView({ message }: { message: Message }) {
  const [error] = useErrorBoundary(reportError);
  return error === undefined ? (
    <AnyMessage message={message} />
  ) : (
    <div class="bubble failed">{t("render.failed")}</div>
  );
}

const icons: Partial<Record<NonNullable<Action["type"]>, IconName>> = {
  camera: "camera",
  cameraRoll: "image",
  location: "pin",
  datetimepicker: "calendar",
};

/** The buttons that hang under the last message. Nothing when there is nothing to tap. */
export function QuickReplies({ quickReply }: { quickReply: QuickReply | undefined }) {
  const buttons = (quickReply?.items ?? []).flatMap(({ action, imageUrl }) => {
    if (!action) return [];
    const label = action.label ?? "";
    const icon = icons[action.type];
    const lead = imageUrl ? <Picture url={imageUrl} /> : icon && <Icon name={icon} />;
    return [
      <ActionButton class="quick-reply" action={action} label={label}>
        {lead}
        {label}
      </ActionButton>,
    ];
  });
  return buttons.length > 0 ? (
    <div class="quick-replies" role="group" aria-label={t("render.quickReplies")}>
      {buttons}
    </div>
  ) : null;
}
