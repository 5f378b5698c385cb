/** What a person can do beside writing: stickers, pictures, places, adding and blocking the account. */
import type { TargetedKeyboardEvent, TargetedToggleEvent } from "preact";
import { useRef } from "preact/hooks";
import type { UserAction } from "../../server/chat-types.ts";
import { Button } from "../button.tsx";
import { Icon, type IconName } from "../icons.tsx";

interface Offer {
  label: string;
  icon: IconName;
  /** `photo`: it is asked which. */
  action: UserAction | "photo";
}

const things: Offer[] = [
  {
    label: "Sticker",
    icon: "smile",
    action: { type: "sticker", packageId: "446", stickerId: "1988" },
  },
  { label: "Picture", icon: "image", action: "photo" },
  {
    label: "Place",
    icon: "pin",
    action: { type: "location", title: "Bangkok", latitude: 13.7563, longitude: 100.5018 },
  },
];
const alone: Offer[] = [
  { label: "Add the account", icon: "friend", action: { type: "follow" } },
  { label: "Block the account", icon: "block", action: { type: "unfollow" } },
];
const together: Offer[] = [
  { label: "Invite the account", icon: "friend", action: { type: "join" } },
  { label: "Put the account out", icon: "block", action: { type: "leave" } },
];

function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
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

/** The button beside the text field, and what it opens. */
export function Attachments({ isGroup, onAction, onPhoto }: AttachmentsProps) {
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
        aria-label="More than words"
        popovertarget="attachments"
      >
        <Icon name="plus" />
      </button>
      <div
        ref={menu}
        id="attachments"
        class="attachments"
        popover
        onKeyDown={onKeyDown}
        onToggle={onToggle}
      >
        {[...things, ...(isGroup ? together : alone)].map(entry)}
      </div>
    </>
  );
}
