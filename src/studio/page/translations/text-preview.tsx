/** A text as it comes out: by itself, and in a reply that contains it. */
import type { Preview } from "../../server/api-types.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";

export function TextPreview({ preview, language }: { preview: Preview; language: string }) {
  const { formatted, reply } = preview;
  return (
    <>
      <p class="formatted-text" dir="auto" lang={language}>
        {formatted}
      </p>
      <p class="faint">
        {reply ? `As in ${reply.name}, ${reply.sample}:` : "No sample contains it."}
      </p>
      {reply && (
        <div class="screen">
          <SampleMessages messages={reply.messages} language={language} />
        </div>
      )}
    </>
  );
}
