/** Who isn't inside yet: the password's page, the page that a log-in link opens, and a reviewer whose link has ended. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, failureText } from "./api.ts";
import { rich, t } from "./i18n.ts";
import { LanguageSelect } from "./parts.tsx";
import { forgetUnsavedTexts } from "./use-unsaved-texts.ts";

export function Login({ onEntered }: { onEntered(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState("");
  useEffect(() => field.current?.focus(), []);

  const enter = async () => {
    setFault("");
    try {
      await api.login(field.current?.value ?? "");
      onEntered();
    } catch (error) {
      setFault(failureText(error));
      field.current?.select();
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void enter();
  };
  return (
    <section id="login" class="login" aria-label={t("login")}>
      <form id="login-form" onSubmit={onSubmit}>
        <img src="icon.svg" alt="" width="48" height="48" />
        <h1>{t("studio")}</h1>
        <label for="password">{t("login.password")}</label>
        <input ref={field} id="password" type="password" autocomplete="current-password" required />
        <p id="login-fault" role="alert">
          {fault}
        </p>
        <button type="submit" class="strong">
          {t("login")}
        </button>
        <LanguageSelect />
        <p class="faint">{rich("login.hint", { code: (text) => <code>{text}</code> })}</p>
      </form>
    </section>
  );
}

const linkIn = (hash: string) => /^#\/login\/([\w-]{43})$/.exec(hash)?.[1];

/** The secret of the link that the page was opened by; undefined for any other address. */
export function useLogInLink(): string | undefined {
  const [link, setLink] = useState(() => linkIn(location.hash));
  useEffect(() => {
    const follow = () => setLink(linkIn(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return link;
}

function open(): void {
  history.replaceState(null, "", "#/");
  location.reload();
}

/** The page that a log-in link opens. It asks once more: whatever opens links by itself must not use them up. */
export function LinkLogin({ link }: { link: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState("");
  useEffect(() => button.current?.focus(), []);

  const enter = async () => {
    setFault("");
    try {
      await api.redeemLink(link);
      // What somebody else has typed in this tab isn't theirs.
      forgetUnsavedTexts();
      open();
    } catch (error) {
      setFault(failureText(error));
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void enter();
  };
  return (
    <section id="login" class="login" aria-label={t("login")}>
      <form onSubmit={onSubmit}>
        <img src="icon.svg" alt="" width="48" height="48" />
        <h1>{t("studio")}</h1>
        <p>{t("login.link")}</p>
        <p id="login-fault" role="alert">
          {fault}
        </p>
        <button ref={button} type="submit" class="strong">
          {t("login")}
        </button>
      </form>
    </section>
  );
}

/** What a reviewer sees whose link isn't valid any more. */
export const ReviewEnded = () => (
  <section class="login" aria-label={t("login.review.label")}>
    <div class="login-card">
      <img src="icon.svg" alt="" width="48" height="48" />
      <h1>{t("login.review.ended")}</h1>
      <p>{t("login.review.ask")}</p>
    </div>
  </section>
);
