/** Makes what carries an action tappable, by mouse, finger and keyboard alike. */
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { Action } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import type { Style } from "../classes.ts";
import { webAddress } from "../sanitize.ts";
import { MessageActionsContext } from "./message-actions.ts";

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
      return assertNever(action);
  }
}

interface ActionButtonProps {
  class: string;
  action: Action;
  label: string;
  style?: Style;
  /** In the label's place. */
  children?: ComponentChildren;
}

/**
 * A button for an action. An address of the web becomes a link, so that it shows where it leads,
 * and opens in a tab that knows nothing of this one.
 */
export function ActionButton({ action, label, style, children, ...props }: ActionButtonProps) {
  const { tap } = useContext(MessageActionsContext);
  const address = action.type === "uri" ? webAddress(action.uri) : undefined;
  const title = hint(action) || undefined;
  const name = children === undefined ? undefined : label;
  const content = children ?? label;
  return address ? (
    <a
      class={props.class}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      title={title}
      style={style}
    >
      {content}
    </a>
  ) : (
    <button
      type="button"
      class={props.class}
      aria-label={name}
      title={title}
      style={style}
      onClick={() => tap(action)}
    >
      {content}
    </button>
  );
}
