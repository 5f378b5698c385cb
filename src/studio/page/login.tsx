/** The password's page, shown before anything else where the studio is locked. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, failureText } from "./api.ts";

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
    <section id="login" class="login" aria-label="Log in">
      <form id="login-form" onSubmit={onSubmit}>
        <img src="icon.svg" alt="" width="48" height="48" />
        <h1>Studio</h1>
        <label for="password">Password</label>
        <input ref={field} id="password" type="password" autocomplete="current-password" required />
        <p id="login-fault" role="alert">
          {fault}
        </p>
        <button type="submit" class="strong">
          Log in
        </button>
        <p class="faint">
          Marketers and owners need none: write <code>/studio</code> to the bot, and it sends you a
          link.
        </p>
      </form>
    </section>
  );
}
