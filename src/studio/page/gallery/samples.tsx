/** A sample of the gallery: among the others, and by itself with all that is known of it. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import { classes } from "../classes.ts";
import { languageName, t } from "../i18n.ts";
import { Button, bytesText, CodeBlock, Meters } from "../parts.tsx";
import { ShareBar } from "../sharing/copy.tsx";
import { isNear, replyTitle, sampleTitle } from "./gallery-filters.tsx";
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
  if (faults.length > 0) return t("gallery.breaks");
  const fullest = measures
    .filter(({ near }) => near)
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit)[0];
  return fullest
    ? `${t(`limit.${fullest.what}`)} ${Math.round((fullest.used / fullest.limit) * 100)} %`
    : "";
}

/** Of each row of cards the first one: the others are to be asked for. */
function firstCards(messages: Sample["messages"]) {
  let hidden = 0;
  const shown = messages.map((message) => {
    if (message.type !== "flex" || message.contents.type !== "carousel") return message;
    const [first, ...others] = message.contents.contents;
    hidden += others.length;
    return first ? { ...message, contents: first } : message;
  });
  return { shown, hidden };
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
  const { reply, sample, language, messages, published } = one;
  const [isWhole, setWhole] = useState(false);
  const { shown, hidden } = useMemo(() => firstCards(messages), [messages]);
  const { ref, isNearby } = useNearby();
  return useMemo(
    () => (
      <article
        class="card"
        aria-label={`${replyTitle(reply)}, ${sampleTitle(sample)}, ${languageName(language)}`}
        data-path={pathOf(one)}
      >
        <header>
          <a class="permalink" href={`#/gallery/${pathOf(one)}`}>
            {sampleTitle(sample)}
          </a>
          <span class="chip">{languageName(language)}</span>
          <code class="code-name">{sample}</code>
          {isNear(one) && <span class="chip error">{nearText(one)}</span>}
          {published && <span class="chip changed">{t("filter.edited")}</span>}
        </header>
        <div
          ref={ref}
          class={classes("screen", !isNearby && "waiting")}
          tabindex={0}
          role="group"
          aria-label={t("gallery.phone")}
        >
          {isNearby && (
            <SampleMessages messages={isWhole ? messages : shown} language={language}>
              {hidden > 0 && !isWhole && (
                <Button class="quiet more" onClick={() => setWhole(true)}>
                  {t("gallery.more", { count: hidden })}
                </Button>
              )}
            </SampleMessages>
          )}
        </div>
        <p
          class="alt"
          dir="auto"
          lang={language}
          tabindex={0}
          role="group"
          aria-label={t("gallery.words")}
        >
          {altText(one)}
        </p>
      </article>
    ),
    [one, isNearby, isWhole],
  );
}

/** @param sample absent where there is none at the address. */
export function SampleDetails({ sample }: { sample: Sample | undefined }) {
  if (!sample) {
    return (
      <p class="placeholder">
        {t("gallery.missing")}{" "}
        <a class="permalink" href="#/gallery">
          {t("gallery.all")}
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
    <section class="single" aria-label={`${replyTitle(reply)}, ${sampleTitle(sample)}`}>
      <a class="quiet" href="#/gallery">
        ‹ {t("gallery.all")}
      </a>
      <h2>
        {replyTitle(reply)} <span class="chip">{sampleTitle(sample)}</span>{" "}
        <span class="chip">{languageName(language)}</span>{" "}
        <code class="code-name">{pathOf(one)}</code>
      </h2>
      <ShareBar
        messages={messages}
        shownIn={() => place.current}
        name={pathOf(one).replaceAll("/", "-")}
      />
      <div class="compare">
        {phone(t(published ? "gallery.draft" : "gallery.sent"), messages)}
        {published && phone(t("gallery.published"), published)}
        <div class="facts">
          <h3>{t("gallery.words")}</h3>
          <p dir="auto" lang={language}>
            {altText(one)}
          </p>
          <h3>{t("gallery.sizes", { size: bytesText(bytes) })}</h3>
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
