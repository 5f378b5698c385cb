/** The comments on a draft, and a field for another. */
import { useRef, useState } from "preact/hooks";
import type { DraftView } from "../../server/draft-types.ts";
import { html } from "../html.ts";
import { timeText } from "./state-text.ts";

interface CommentsProps {
  draft: Pick<DraftView, "comments" | "timeZone">;
  isBusy: boolean;
  /** @returns whether it was stored. */
  onComment(text: string): Promise<boolean>;
}

export function Comments({ draft, isBusy, onComment }: CommentsProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isMute = isBusy || text.trim() === "";
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isMute || !(await onComment(text))) return;
    setText("");
    field.current?.focus();
  };
  return html`<section class="comments" aria-label="Comments">
    <h3>Comments</h3>
    <ul>
      ${draft.comments.map(
        ({ at, name, text: written }) =>
          html`<li>
            <p class="faint">${name} · ${timeText(at, draft.timeZone)}</p>
            <p dir="auto">${written}</p>
          </li>`,
      )}
    </ul>
    <form onSubmit=${send}>
      <label for="comment">Comment</label>
      <textarea
        id="comment"
        ref=${field}
        rows="2"
        maxlength="1000"
        required
        value=${text}
        onInput=${(event: InputEvent) => setText((event.currentTarget as HTMLTextAreaElement).value)}
      />
      <button type="submit" class="quiet" aria-disabled=${isMute ? "true" : undefined}>Send</button>
    </form>
  </section>`;
}
