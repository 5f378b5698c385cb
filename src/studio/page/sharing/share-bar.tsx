/** What can be done with messages that the page shows, to show them to somebody else. */
import type { Message } from "../../../line/messages/message-types.ts";
import { Button } from "../button.tsx";
import { copyPicture } from "./copy-picture.ts";
import { CopyAddress } from "./copy-address.tsx";
import { copyText } from "./copy-text.ts";
import { flexJson } from "./flex-json.ts";
import { bubblesIn, pictureOf } from "./picture.ts";

interface ShareBarProps {
  messages: readonly Message[];
  /** Finds the element in which the messages are shown. */
  shownIn(): Element | null;
  /** Of the file, where the picture is saved as one. */
  name: string;
}

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
