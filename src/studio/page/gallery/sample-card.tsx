/** One sample among the others. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import { classes } from "../classes.ts";
import { bytesText } from "../meters.tsx";
import { isNear } from "./filter.ts";
import { SampleMessages } from "./sample-messages.tsx";

/** A sample's address in the gallery: permanent, as long as the reply is. */
export const pathOf = ({ reply, language, sample }: Sample) => `${reply}/${language}/${sample}`;

/** What stands for the messages where they can't be shown. */
export function altText({ messages }: Sample): string {
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
