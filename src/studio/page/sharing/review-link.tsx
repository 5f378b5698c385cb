/** Makes a link for a reviewer who has no account, and withdraws all that were made. */
import { useRef, useState } from "preact/hooks";
import type { ReviewLink } from "../../server/review-types.ts";
import { api } from "../api.ts";
import { dayText, t } from "../i18n.ts";
import { Button, ConfirmedButton, toast } from "../parts.tsx";
import { useBusy } from "../requests.tsx";
import { copyText } from "./copy.tsx";

/** Of what is shown now, below the link. */
const addressOf = ({ path }: ReviewLink) => new URL(path + location.hash, document.baseURI).href;

async function withdrawAll(): Promise<void> {
  await api.withdrawReviewLinks();
  toast(t("review.withdraw.done"));
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
        title={t("review.link.title")}
        disabled={isBusy}
        onClick={() => run(open)}
      >
        {t("review.link")}
      </Button>
      <dialog ref={dialog} class="picker review-link" aria-labelledby="review-link-label">
        {link && (
          <div class="picker-content">
            <label id="review-link-label" for="review-link-input">
              {t("review.link")}
            </label>
            <p>{t("review.link.about", { day: dayText(link.until) })}</p>
            <input id="review-link-input" type="text" readonly value={addressOf(link)} />
            <div class="picker-buttons">
              <ConfirmedButton
                id="withdraw-links-dialog"
                label={t("review.withdraw")}
                question={t("review.withdraw.question")}
                confirm={t("review.withdraw.confirm")}
                disabled={isBusy}
                onConfirm={() => {
                  close();
                  run(withdrawAll);
                }}
                warning={t("review.withdraw.warning")}
              />
              <Button class="quiet" onClick={close}>
                {t("close")}
              </Button>
              <Button class="strong" onClick={() => void copyText("link", addressOf(link))}>
                {t("review.copy")}
              </Button>
            </div>
          </div>
        )}
      </dialog>
    </>
  );
}
