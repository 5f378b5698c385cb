/** The buttons that hang under the last message. */
import type { Action, QuickReply } from "../../../line/messages/message-types.ts";
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
    const lead = imageUrl ? <Picture url={imageUrl} /> : icon && <Icon name={icon} />;
    return [
      <ActionButton class="quick-reply" action={action} label={label}>
        {lead}
        {label}
      </ActionButton>,
    ];
  });
  return buttons.length > 0 ? (
    <div class="quick-replies" role="group" aria-label="Quick replies">
      {buttons}
    </div>
  ) : null;
}
