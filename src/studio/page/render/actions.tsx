/** What a shown message asks of the page around it, and what can be tapped, by mouse, finger and keyboard alike. */
import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { Action, FlexBubble, FlexComponent } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import type { Style } from "../classes.ts";
import { webAddress } from "../sanitize.ts";

interface MessageActions {
  /** Somebody tapped something that carries this action. */
  tap(action: Action): void;
  /** A display name for a mentioned user. */
  nameOf(userId: string): string | undefined;
}

/** What a shown message asks of the page around it. */
export const MessageActionsContext = createContext<MessageActions>({
  tap: () => {},
  nameOf: () => undefined,
});

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

/**
 * An invisible button over an element that LINE lets one tap as a whole; the element has the class `tappable`, and what is tappable inside stays above it.
 * @param text what the element says, for a name where the action has no label.
 */
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
