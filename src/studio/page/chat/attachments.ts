/** What a person can do beside writing: stickers, pictures, places, adding and blocking the account. */
import type { PhoneAction } from "../../server/line-simulator.ts";
import { button, byId, el } from "../dom.ts";
import { icon, type IconName } from "../icons.ts";

interface Offer {
  label: string;
  icon: IconName;
  action: PhoneAction;
}

const things: Offer[] = [
  {
    label: "Sticker",
    icon: "smile",
    action: { type: "sticker", packageId: "446", stickerId: "1988" },
  },
  { label: "Picture", icon: "image", action: { type: "image" } },
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

/** @returns the function that offers what fits a chat of one or of several. */
export function createAttachments(act: (action: PhoneAction) => void): (isGroup: boolean) => void {
  const menu = byId("attachments", HTMLElement);
  byId("more", HTMLButtonElement).append(icon("plus"));

  const entry = (offer: Offer) =>
    button(
      "attachment",
      offer.label,
      () => {
        menu.hidePopover();
        act(offer.action);
      },
      icon(offer.icon),
      el("span", {}, offer.label),
    );
  menu.addEventListener("keydown", (event) => {
    const entries = Array.from(menu.querySelectorAll("button"));
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    entries.at((at + step) % entries.length)?.focus();
  });
  menu.addEventListener("toggle", () => {
    if (menu.matches(":popover-open")) menu.querySelector("button")?.focus();
  });
  return (isGroup) =>
    menu.replaceChildren(...[...things, ...(isGroup ? together : alone)].map(entry));
}
