/**
 * An invisible button over an element that LINE lets one tap as a whole; the element has the class
 * `tappable`, and what is tappable inside stays above it.
 */
import type { Action, FlexBubble, FlexComponent } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { ActionButton } from "./action-button.tsx";

/** @param text what the element says, for a name where the action has no label. */
export function TapArea({ action, text }: { action: Action | undefined; text: string }) {
  if (!action) return null;
  const label = action.label ?? (text.trim() || action.type || "open");
  return (
    <ActionButton class="tap" action={action} label={label}>
      {""}
    </ActionButton>
  );
}

/** All that is written in a component. */
export function textOf(component: FlexComponent): string {
  switch (component.type) {
    case "box":
      return component.contents.map(textOf).join(" ");
    case "text":
      return component.contents?.length
        ? component.contents.map(textOf).join("")
        : (component.text ?? "");
    case "span":
      return component.text ?? "";
    case "button":
      return component.action.label ?? "";
    case "video":
      return component.action?.label ?? "";
    case "filler":
    case "icon":
    case "image":
    case "separator":
      return "";
    default:
      return assertNever(component) ?? "";
  }
}

export const textOfBubble = ({ header, hero, body, footer }: FlexBubble): string =>
  [header, hero, body, footer].map((part) => (part ? textOf(part) : "")).join(" ");
