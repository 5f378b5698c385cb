/** Copies what the page shows, to show it to somebody else: addresses, texts, pictures and JSON. */
import { useRef } from "preact/hooks";
import type { Message } from "../../../line/messages/message-types.ts";
import { Button, Icon, toast } from "../parts.tsx";
import { bubblesIn, pictureOf } from "./picture.ts";

/**
 * Puts a text into the clipboard, and says so.
 * @param name of what is copied, such as `The address`.
 */
export async function copyText(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${name} is in the clipboard`);
  } catch {
    // Absent on plain http that isn't this machine, and where the browser refuses.
    toast(`This browser doesn’t let the page copy. ${name}: ${text}`);
  }
}

/** Copies the address of what the page shows, to be sent to a colleague. */
export const CopyAddress = (props: { class: string }) => (
  <Button
    class={props.class}
    title="To be sent to a colleague who reaches this studio, too"
    onClick={() => void copyText("The address", location.href)}
  >
    <Icon name="link" /> Copy address
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
    toast("The picture is in the clipboard");
  } catch {
    await save(picture, name);
  }
}

async function save(picture: Promise<Blob>, name: string): Promise<void> {
  try {
    download(`${name}.png`, await picture);
    toast("This browser copies no pictures: it is saved as a file");
  } catch {
    toast("This browser can’t make the picture");
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
    <div class="share" role="group" aria-label="Share">
      <CopyAddress class="small" />
      <Button class="small" onClick={copy}>
        Copy as picture
      </Button>
      <Button class="small" onClick={() => void copyText("The JSON", flexJson(messages))}>
        {isFlex ? "Copy Flex JSON" : "Copy JSON"}
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
  const json = message.type === "flex" ? "Copy Flex JSON" : "Copy JSON";
  return (
    <span ref={place} class="share message-actions">
      <Button class="message-action" label="Copy as picture" title="Copy as picture" onClick={copy}>
        <Icon name="image" />
      </Button>
      <Button
        class="message-action"
        label={json}
        title={json}
        onClick={() => void copyText("The JSON", flexJson([message]))}
      >
        <Icon name="copy" />
      </Button>
    </span>
  );
}
