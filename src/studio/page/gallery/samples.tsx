/** A sample of the gallery: among the others, and by itself with all that is known of it. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import { classes } from "../classes.ts";
import { bytesText, CodeBlock, Meters } from "../parts.tsx";
import { ShareBar } from "../sharing/copy.tsx";
import { isNear } from "./gallery-filters.tsx";
import { SampleMessages } from "./sample-messages.tsx";

/** A sample's address in the gallery: permanent, as long as the reply is. */
export const pathOf = ({ reply, language, sample }: Sample) => `${reply}/${language}/${sample}`;

/** What stands for the messages where they can't be shown. */
function altText({ messages }: Sample): string {
  return messages
    .map((message) =>
      "altText" in message ? message.altText : message.type === "text" ? message.text : "",
    )
    .join("\n");
}

function nearText({ measures, faults }: Sample): string {
  if (faults.length > 0) return "breaks a rule";
  const fullest = measures
    .filter(({ near }) => near)
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit)[0];
  return fullest ? `${fullest.what} ${Math.round((fullest.used / fullest.limit) * 100)} %` : "";
}

/** True from the moment that the element comes near the window of the gallery. */
function useNearby() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNearby, setNearby] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNearby(true);
        observer.disconnect();
      },
      { root: current.closest("#gallery"), rootMargin: "300px 100px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref, isNearby };
}

/** Renders its messages when it is nearby: a few hundred at once would take a second. */
export function SampleCard({ sample: one }: { sample: Sample }) {
  const { reply, sample, language, bytes, messages, published } = one;
  const { ref, isNearby } = useNearby();
  return useMemo(
    () => (
      <article class="card" aria-label={`${reply}, ${sample}, ${language}`} data-path={pathOf(one)}>
        <header>
          <a class="permalink" href={`#/gallery/${pathOf(one)}`}>
            {sample}
          </a>
          <span class="chip">{language}</span>
          <span class="faint">{bytesText(bytes)}</span>
          {isNear(one) && <span class="chip error">{nearText(one)}</span>}
          {published && <span class="chip changed">edited</span>}
        </header>
        <div
          ref={ref}
          class={classes("screen", !isNearby && "waiting")}
          tabindex={0}
          role="group"
          aria-label="As a phone shows it"
        >
          {isNearby && <SampleMessages messages={messages} language={language} />}
        </div>
        <p class="alt" dir="auto" lang={language} tabindex={0} role="group" aria-label="In words">
          {altText(one)}
        </p>
      </article>
    ),
    [one, isNearby],
  );
}

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
