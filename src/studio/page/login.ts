/** The password's page, shown before anything else where the studio is locked. */
import { api, Refusal } from "./api.ts";
import { byId } from "./dom.ts";

/** Resolves when somebody has logged in. */
export function logIn(): Promise<void> {
  const page = byId("login", HTMLElement);
  const form = byId("login-form", HTMLFormElement);
  const field = byId("password", HTMLInputElement);
  const fault = byId("login-fault", HTMLElement);
  const { promise, resolve } = Promise.withResolvers<void>();

  async function tryIt() {
    fault.textContent = "";
    try {
      await api.login(field.value);
      page.hidden = true;
      resolve();
    } catch (error) {
      fault.textContent = error instanceof Refusal ? error.message : "The bot can’t be reached";
      field.select();
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryIt();
  });
  document.body.dataset["view"] = "login";
  page.hidden = false;
  field.focus();
  return promise;
}
