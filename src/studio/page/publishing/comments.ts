/** The comments on a draft, and a field for another. */
import { useState } from "preact/hooks";
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
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await onComment(text)) setText("");
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
        rows="2"
        maxlength="1000"
        required
        value=${text}
        onInput=${(event: InputEvent) => setText((event.currentTarget as HTMLTextAreaElement).value)}
      />
      <button type="submit" class="quiet" disabled=${isBusy || text.trim() === ""}>Send</button>
    </form>
  </section>`;
}
