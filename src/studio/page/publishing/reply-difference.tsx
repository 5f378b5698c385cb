/** A reply with the published texts beside the same one with the draft's; read when it is opened. */
import { useState } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import type { ChangedText } from "../../server/draft-types.ts";
import { api } from "../api.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { toastError } from "../toast.tsx";

interface ReplyDifferenceProps {
  author: string;
  language: string;
  samples: ChangedText["samples"];
}

/** The first of the samples that the draft changes. */
async function load({ author, language, samples }: ReplyDifferenceProps) {
  const { shown } = await api.repliesWith(author, language);
  return (
    shown.find(
      ({ reply, sample, published }) =>
        published && samples.some((one) => one.reply === reply && one.sample === sample),
    ) ?? null
  );
}

const figure = (caption: string, messages: Sample["messages"], language: string) => (
  <figure>
    <figcaption>{caption}</figcaption>
    <div class="screen">
      <SampleMessages messages={messages} language={language} />
    </div>
  </figure>
);

export function ReplyDifference(props: ReplyDifferenceProps) {
  const { language } = props;
  const [found, setFound] = useState<Sample | null>();
  return (
    <details
      class="reply-difference"
      onToggle={({ currentTarget: { open } }) => {
        if (open) load(props).then(setFound, toastError);
      }}
    >
      <summary>In a reply, {language}</summary>
      {found === null && <p class="faint">No sample looks different.</p>}
      {found && (
        <>
          <p class="faint">
            {found.reply}, {found.sample}
          </p>
          <div class="reply-pair">
            {figure("Published", found.published ?? [], language)}
            {figure("In the draft", found.messages, language)}
          </div>
        </>
      )}
    </details>
  );
}
