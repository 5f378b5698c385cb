/** Makes what carries an action tappable, by mouse, finger and keyboard alike. */
import { button, el } from "../dom.ts";
import type { Action } from "../../../line/message-types.ts";
import { webAddress } from "../sanitize.ts";
import { unknown } from "../assert-never.ts";
import type { Handlers } from "./handlers.ts";

/** What tapping will do, for a tooltip. */
function hint(action: Action): string | undefined {
  switch (action.type) {
    case "uri":
      return action.uri;
    case "message":
      return action.text;
    case "postback":
      return action.displayText ?? action.text;
    case "clipboard":
      return action.clipboardText;
    case "camera":
    case "cameraRoll":
    case "datetimepicker":
    case "location":
    case "richmenuswitch":
      return undefined;
    default:
      return unknown(action);
  }
}

/**
 * A button for an action. An address of the web becomes a link, so that it shows where it leads,
 * and opens in a tab that knows nothing of this one.
 */
export function actionButton(
  className: string,
  action: Action,
  label: string,
  handlers: Handlers,
  ...children: (Node | string)[]
): HTMLElement {
  const address = action.type === "uri" ? webAddress(action.uri) : undefined;
  const made = address
    ? el(
        "a",
        {
          class: className,
          attributes: { href: address, target: "_blank", rel: "noopener noreferrer" },
        },
        ...(children.length > 0 ? children : [label]),
      )
    : button(className, label, () => handlers.tap(action), ...children);
  if (address && children.length > 0) made.setAttribute("aria-label", label);
  const title = hint(action);
  if (title) made.title = title;
  return made;
}

/**
 * Lays an invisible button over an element that LINE lets one tap as a whole. What is tappable
 * inside stays above it.
 */
export function makeTappable(
  element: HTMLElement,
  action: Action | undefined,
  handlers: Handlers,
): HTMLElement {
  if (!action) return element;
  const label = action.label ?? (element.textContent.trim() || action.type || "open");
  element.classList.add("tappable");
  element.append(actionButton("tap", action, label, handlers, ""));
  return element;
}
