/** The comments on a draft, and a field for another. */
import { useRef } from "preact/hooks";
import type { DraftView } from "../../server/draft-types.ts";
import { useUnsavedTexts } from "../use-unsaved-texts.ts";
import { timeText } from "./state-text.ts";

interface CommentsProps {
  draft: Pick<DraftView, "author" | "comments" | "timeZone">;
  isBusy: boolean;
  /** @returns whether it was stored. */
  onComment(text: string): Promise<boolean>;
}

export function Comments({ draft, isBusy, onComment }: CommentsProps) {
  const { author, comments, timeZone } = draft;
  const unsent = useUnsavedTexts("unsent-comments");
  const text = unsent.texts.get(author) ?? "";
  const field = useRef<HTMLTextAreaElement>(null);
  const isMute = isBusy || text.trim() === "";
  const send = async () => {
    if (isMute || !(await onComment(text))) return;
    unsent.forget(author, text);
    field.current?.focus();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <section class="comments" aria-label="Comments">
      <h3>Comments</h3>
      <ul>
        {comments.map(({ at, name, text: written }) => (
          <li>
            <p class="faint">
              {name} · {timeText(at, timeZone)}
            </p>
            <p dir="auto">{written}</p>
          </li>
        ))}
      </ul>
      <form onSubmit={onSubmit}>
        <label for="comment">Comment</label>
        <textarea
          id="comment"
          ref={field}
          rows={2}
          maxlength={1000}
          required
          value={text}
          onInput={({ currentTarget }) => unsent.keep(author, currentTarget.value)}
        />
        <button type="submit" class="quiet" aria-disabled={isMute ? "true" : undefined}>
          Send
        </button>
      </form>
    </section>
  );
}
