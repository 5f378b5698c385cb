/** A text as it comes out: by itself, and in a reply that contains it. */
import { h } from "preact";
import type { Preview } from "../../server/api-types.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { html } from "../html.ts";

export function TextPreview({ preview, language }: { preview: Preview; language: string }) {
  const { formatted, reply } = preview;
  return html`
    <p class="formatted-text" dir="auto" lang=${language}>${formatted}</p>
    <p class="faint">
      ${reply ? `As in ${reply.name}, ${reply.sample}:` : "No sample contains it."}
    </p>
    ${
      reply &&
      html`<div class="screen">${h(SampleMessages, { messages: reply.messages, language })}</div>`
    }
  `;
}
