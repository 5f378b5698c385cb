/**
 * An invisible button over an element that LINE lets one tap as a whole; the element has the class
 * `tappable`, and what is tappable inside stays above it.
 */
import { h } from "preact";
import type { Action, FlexBubble, FlexComponent } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { ActionButton } from "./action-button.ts";

/** @param words what the element says, for a name where the action has no label. */
export function TapArea({ action, words }: { action: Action | undefined; words: string }) {
  if (!action) return null;
  const label = action.label ?? (words.trim() || action.type || "open");
  return h(ActionButton, { class: "tap", action, label }, "");
}

/** All that is written in a component. */
export function wordsOf(component: FlexComponent): string {
  switch (component.type) {
    case "box":
      return component.contents.map(wordsOf).join(" ");
    case "text":
      return component.contents?.length
        ? component.contents.map(wordsOf).join("")
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

export const wordsOfBubble = ({ header, hero, body, footer }: FlexBubble): string =>
  [header, hero, body, footer].map((part) => (part ? wordsOf(part) : "")).join(" ");
