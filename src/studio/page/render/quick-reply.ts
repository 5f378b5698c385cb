/** Draws the buttons that hang under the last message. */
import { el } from "../dom.ts";
import { icon, type IconName } from "../icons.ts";
import type { Action, QuickReply } from "../../../line/message-types.ts";
import type { Handlers } from "./handlers.ts";
import { picture } from "./media.ts";
import { actionButton } from "./tappable.ts";

const drawings: Partial<Record<NonNullable<Action["type"]>, IconName>> = {
  camera: "camera",
  cameraRoll: "image",
  location: "pin",
  datetimepicker: "calendar",
};

/** @returns nothing when there is nothing to tap. */
export function renderQuickReply(quickReply: QuickReply | undefined, handlers: Handlers) {
  const made = (quickReply?.items ?? []).flatMap(({ action, imageUrl }) => {
    if (!action) return [];
    const label = action.label ?? "";
    const drawing = drawings[action.type];
    const lead = imageUrl ? picture(imageUrl) : drawing && icon(drawing);
    return [actionButton("quick-reply", action, label, handlers, ...(lead ? [lead] : []), label)];
  });
  return made.length > 0
    ? el(
        "div",
        { class: "quick-replies", attributes: { role: "group", "aria-label": "Quick replies" } },
        ...made,
      )
    : undefined;
}
