/** The buttons that hang under the last message. */
import { h } from "preact";
import type { Action, QuickReply } from "../../../line/messages/message-types.ts";
import { html } from "../html.ts";
import { Icon, type IconName } from "../icons.tsx";
import { ActionButton } from "./action-button.tsx";
import { Picture } from "./media.tsx";

const icons: Partial<Record<NonNullable<Action["type"]>, IconName>> = {
  camera: "camera",
  cameraRoll: "image",
  location: "pin",
  datetimepicker: "calendar",
};

/** Nothing when there is nothing to tap. */
export function QuickReplies({ quickReply }: { quickReply: QuickReply | undefined }) {
  const buttons = (quickReply?.items ?? []).flatMap(({ action, imageUrl }) => {
    if (!action) return [];
    const label = action.label ?? "";
    const icon = icons[action.type];
    const lead = imageUrl ? h(Picture, { url: imageUrl }) : icon && h(Icon, { name: icon });
    return [h(ActionButton, { class: "quick-reply", action, label }, lead, label)];
  });
  return buttons.length > 0
    ? html`<div class="quick-replies" role="group" aria-label="Quick replies">${buttons}</div>`
    : null;
}
