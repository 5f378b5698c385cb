/** Beside a message of the account in a chat: copies it as a picture or as JSON. */
import { useRef } from "preact/hooks";
import type { Message } from "../../../line/messages/message-types.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icons.tsx";
import { copyPicture } from "./copy-picture.ts";
import { copyText } from "./copy-text.ts";
import { flexJson } from "./flex-json.ts";
import { bubblesIn, pictureOf } from "./picture.ts";

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
