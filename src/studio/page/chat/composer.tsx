/** What a person can do: the line they write in (Enter sends, Shift and Enter breaks the line), and beside it stickers, pictures, places, adding and blocking the account. */
import type { RefObject, TargetedKeyboardEvent, TargetedToggleEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { UserAction } from "../../server/chat-types.ts";
import { t } from "../i18n.ts";
import { Button, Icon, type IconName } from "../parts.tsx";

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
        placeholder={t("chat.message")}
        aria-label={t("chat.message")}
        enterkeyhint="send"
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button
        id="send"
        type="submit"
        aria-label={t("chat.send")}
        // It keeps the focus when what was written is gone.
        aria-disabled={text.trim() === "" ? "true" : undefined}
      >
        <Icon name="send" />
      </button>
    </form>
  );
}

interface Offer {
  label: string;
  icon: IconName;
  /** `photo`: it is asked which. */
  action: UserAction | "photo";
}

const things: Offer[] = [
  {
    label: t("chat.sticker"),
    icon: "smile",
    action: { type: "sticker", packageId: "446", stickerId: "1988" },
  },
  { label: t("chat.picture"), icon: "image", action: "photo" },
  {
    label: t("chat.place"),
    icon: "pin",
    action: { type: "location", title: "Bangkok", latitude: 13.7563, longitude: 100.5018 },
  },
];
const alone: Offer[] = [
  { label: t("chat.follow"), icon: "friend", action: { type: "follow" } },
  { label: t("chat.unfollow"), icon: "block", action: { type: "unfollow" } },
];
const together: Offer[] = [
  { label: t("chat.join"), icon: "friend", action: { type: "join" } },
  { label: t("chat.leave"), icon: "block", action: { type: "leave" } },
];

/** Arrows go round the menu. */
function stepInMenu(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const entries = Array.from(event.currentTarget.querySelectorAll("button"));
  const at = entries.indexOf(document.activeElement as HTMLButtonElement);
  entries.at((at + step) % entries.length)?.focus();
}

function onToggle({ currentTarget: menu }: TargetedToggleEvent<HTMLElement>): void {
  if (menu.matches(":popover-open")) menu.querySelector("button")?.focus();
}

interface AttachmentsProps {
  /** A chat of several people has other offers than one of two. */
  isGroup: boolean;
  onAction(action: UserAction): void;
  onPhoto(): void;
}

/** What a person can do beside writing: stickers, pictures, places, adding and blocking the account. The button beside the text field, and what it opens. */
function Attachments({ isGroup, onAction, onPhoto }: AttachmentsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const entry = ({ label, icon, action }: Offer) => (
    <Button
      class="attachment"
      label={label}
      onClick={() => {
        menu.current?.hidePopover();
        if (action === "photo") onPhoto();
        else onAction(action);
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </Button>
  );
  return (
    <>
      <button
        id="more"
        type="button"
        class="more"
        aria-label={t("chat.attachments")}
        popovertarget="attachments"
      >
        <Icon name="plus" />
      </button>
      <div
        ref={menu}
        id="attachments"
        class="attachments"
        popover
        onKeyDown={stepInMenu}
        onToggle={onToggle}
      >
        {[...things, ...(isGroup ? together : alone)].map(entry)}
      </div>
    </>
  );
}
