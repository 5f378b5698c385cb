/** One sample of the gallery by itself, with all that is known of it. */
import { useRef } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import { CodeBlock } from "../code-block.tsx";
import { bytesText, Meters } from "../meters.tsx";
import { ShareBar } from "../sharing/share-bar.tsx";
import { altText, pathOf } from "./sample-card.tsx";
import { SampleMessages } from "./sample-messages.tsx";

/** @param sample absent where there is none at the address. */
export function SampleDetails({ sample }: { sample: Sample | undefined }) {
  if (!sample) {
    return (
      <p class="placeholder">
        There is no such sample.{" "}
        <a class="permalink" href="#/gallery">
          All replies
        </a>
      </p>
    );
  }
  return <KnownSample one={sample} />;
}

function KnownSample({ one }: { one: Sample }) {
  const { reply, sample, language, bytes, messages, published, measures, faults } = one;
  const place = useRef<HTMLElement>(null);
  const phone = (title: string, shown: Sample["messages"]) => (
    <figure class="screen-alone" ref={shown === messages ? place : null}>
      <figcaption>{title}</figcaption>
      <div class="screen">
        <SampleMessages messages={shown} language={language} />
      </div>
    </figure>
  );
  return (
    <section class="single" aria-label={pathOf(one)}>
      <a class="quiet" href="#/gallery">
        ‹ All replies
      </a>
      <h2>
        {reply} <span class="chip">{sample}</span> <span class="chip">{language}</span>
      </h2>
      <ShareBar
        messages={messages}
        shownIn={() => place.current}
        name={pathOf(one).replaceAll("/", "-")}
      />
      <div class="compare">
        {phone(published ? "In the draft" : "As it is sent", messages)}
        {published && phone("Published", published)}
        <div class="facts">
          <h3>In words</h3>
          <p dir="auto" lang={language}>
            {altText(one)}
          </p>
          <h3>Sizes, {bytesText(bytes)} in all</h3>
          <Meters measures={measures} />
          {faults.map((fault) => (
            <p class="fault-text">{fault}</p>
          ))}
          <h3>JSON</h3>
          <CodeBlock json={JSON.stringify(messages)} label="JSON" />
        </div>
      </div>
    </section>
  );
}
