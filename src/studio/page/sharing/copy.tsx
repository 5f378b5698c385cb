/** Copies what the page shows, to show it to somebody else: addresses, texts, pictures and JSON. */
import { useRef } from "preact/hooks";
import type { Message } from "../../../line/messages/message-types.ts";
import { t } from "../i18n.ts";
import { Button, Icon, toast } from "../parts.tsx";
import { bubblesIn, pictureOf } from "./picture.ts";

/** Puts a text into the clipboard, and says so. */
export async function copyText(what: "address" | "json" | "link", text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t(`copy.done.${what}`));
  } catch {
    // Absent on plain http that isn't this machine, and where the browser refuses.
    toast(t("copy.refused", { text }));
  }
}

/** Copies the address of what the page shows, to be sent to a colleague. */
export const CopyAddress = (props: { class: string }) => (
  <Button
    class={props.class}
    title={t("copy.address.title")}
    onClick={() => void copyText("address", location.href)}
  >
    <Icon name="link" /> {t("copy.address")}
  </Button>
);

/**
 * Saves something that the page has as a file.
 * @param name of the file.
 */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has its own hold on the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Copies a picture, or saves it where the browser copies none.
 * @param picture a PNG. @param name of the file, without its ending.
 */
export async function copyPicture(picture: Promise<Blob>, name: string): Promise<void> {
  try {
    // Handed over as a promise: the browser allows copying only at once after a tap.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    toast(t("copy.done.picture"));
  } catch {
    await save(picture, name);
  }
}

async function save(picture: Promise<Blob>, name: string): Promise<void> {
  try {
    download(`${name}.png`, await picture);
    toast(t("copy.saved.picture"));
  } catch {
    toast(t("copy.failed.picture"));
  }
}

/** A single Flex message as its container, as LINE's Flex Message Simulator takes it; anything else as messages. */
function flexJson(messages: readonly Message[]): string {
  const [message] = messages;
  const isFlex = messages.length === 1 && message?.type === "flex";
  return JSON.stringify(isFlex ? message.contents : messages, null, 2);
}

interface ShareBarProps {
  messages: readonly Message[];
  /** Finds the element in which the messages are shown. */
  shownIn(): Element | null;
  /** Of the file, where the picture is saved as one. */
  name: string;
}

/** What can be done with messages that the page shows, to show them to somebody else. */
export function ShareBar({ messages, shownIn, name }: ShareBarProps) {
  const copy = () => {
    const element = shownIn();
    if (element) void copyPicture(pictureOf(bubblesIn(element)), name);
  };
  const isFlex = messages.some(({ type }) => type === "flex");
  return (
    <div class="share" role="group" aria-label={t("share.label")}>
      <CopyAddress class="small" />
      <Button class="small" onClick={copy}>
        {t("copy.picture")}
      </Button>
      <Button class="small" onClick={() => void copyText("json", flexJson(messages))}>
        {t(isFlex ? "copy.flexJson" : "copy.json")}
      </Button>
    </div>
  );
}

/** Beside a message of the account in a chat: copies it as a picture or as JSON. */
export function MessageShare({ id, message }: { id: string; message: Message }) {
  const place = useRef<HTMLSpanElement>(null);
  const copy = () => {
    const log = place.current?.closest(".log");
    const row = place.current?.closest(".row");
    const own = log && bubblesIn(log).filter((bubble) => row?.contains(bubble));
    if (own) void copyPicture(pictureOf(own), `message-${id}`);
  };
  const json = t(message.type === "flex" ? "copy.flexJson" : "copy.json");
  return (
    <span ref={place} class="share message-actions">
      <Button
        class="message-action"
        label={t("copy.picture")}
        title={t("copy.picture")}
        onClick={copy}
      >
        <Icon name="image" />
      </Button>
      <Button
        class="message-action"
        label={json}
        title={json}
        onClick={() => void copyText("json", flexJson([message]))}
      >
        <Icon name="copy" />
      </Button>
    </span>
  );
}
