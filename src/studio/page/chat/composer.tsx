/** The line one writes in: Enter sends, Shift and Enter breaks the line. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { UserAction } from "../../server/chat-types.ts";
import { Icon } from "../icons.tsx";
import { Attachments } from "./attachments.tsx";

interface ComposerProps {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  isGroup: boolean;
  onText(text: string): void;
  /** A text is never empty. */
  onAction(action: UserAction): void;
  /** A picture is to be sent: it is asked which. */
  onPhoto(): void;
}

const maxPx = 132;

export function Composer(props: ComposerProps) {
  const { text, field, isGroup, onText, onAction, onPhoto } = props;
  const lastSent = useRef("");
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.setProperty("height", "auto");
    current.style.setProperty("height", `${Math.min(current.scrollHeight, maxPx)}px`);
  }, [text]);

  const send = () => {
    const written = text.trim();
    if (written === "") return;
    lastSent.current = written;
    onText("");
    onAction({ type: "text", text: written });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's Enter chooses a word and must not send.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text === "" && lastSent.current !== "") {
      event.preventDefault();
      onText(lastSent.current);
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form id="composer" class="composer" autocomplete="off" onSubmit={onSubmit}>
      <Attachments isGroup={isGroup} onAction={onAction} onPhoto={onPhoto} />
      <textarea
        ref={field}
        id="message"
        rows={1}
        maxlength={5000}
        placeholder="Message"
        aria-label="Message"
        enterkeyhint="send"
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button id="send" type="submit" aria-label="Send" disabled={text.trim() === ""}>
        <Icon name="send" />
      </button>
    </form>
  );
}
