/** What stands in the place of something that is still being read from the server, or that couldn't be read. */
import { h } from "preact";
import { Button } from "./button.tsx";
import { html } from "./html.ts";
import type { Loaded } from "./use-loaded.ts";

export function LoadState({ value, failure, reload }: Loaded<unknown>) {
  if (failure !== undefined) {
    return html`<p class="placeholder" role="alert">
      Not loaded: ${failure}.
      ${` `}${h(Button, { class: "quiet", onClick: () => void reload(), children: "Try again" })}
    </p>`;
  }
  return value === undefined
    ? html`<p class="placeholder loading" role="status">Loading…</p>`
    : null;
}
