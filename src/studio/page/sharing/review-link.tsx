/** Makes a link for a reviewer who has no account, and withdraws all that were made. */
import { useRef, useState } from "preact/hooks";
import type { ReviewLink } from "../../server/review-types.ts";
import { api } from "../api.ts";
import { dayText } from "../i18n.ts";
import { Button, ConfirmedButton, toast } from "../parts.tsx";
import { useBusy } from "../requests.tsx";
import { copyText } from "./copy.tsx";

/** Of what is shown now, below the link. */
const addressOf = ({ path }: ReviewLink) => new URL(path + location.hash, document.baseURI).href;

async function withdrawAll(): Promise<void> {
  await api.withdrawReviewLinks();
  toast("No link that was made before opens the gallery any more");
}

export function ReviewLinkButton(props: { class: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [link, setLink] = useState<ReviewLink>();
  const [isBusy, run] = useBusy();
  const open = async () => {
    setLink(await api.createReviewLink());
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  return (
    <>
      <Button
        class={props.class}
        title="For a reviewer without an account"
        disabled={isBusy}
        onClick={() => run(open)}
      >
        Link for a reviewer
      </Button>
      <dialog ref={dialog} class="picker review-link" aria-labelledby="review-link-label">
        {link && (
          <div class="picker-content">
            <label id="review-link-label" for="review-link-input">
              Link for a reviewer
            </label>
            <p>
              Whoever has it sees the samples of this gallery with the texts that members read now,
              nobody’s draft, and nothing else, until {dayText(link.until)}.
            </p>
            <input id="review-link-input" type="text" readonly value={addressOf(link)} />
            <div class="picker-buttons">
              <ConfirmedButton
                id="withdraw-links-dialog"
                label="Withdraw all links"
                question="Withdraw all links?"
                confirm="Withdraw"
                disabled={isBusy}
                onConfirm={() => {
                  close();
                  run(withdrawAll);
                }}
                warning="Every link that anybody has made before stops working."
              />
              <Button class="quiet" onClick={close}>
                Close
              </Button>
              <Button class="strong" onClick={() => void copyText("The link", addressOf(link))}>
                Copy
              </Button>
            </div>
          </div>
        )}
      </dialog>
    </>
  );
}
