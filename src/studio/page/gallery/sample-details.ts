/** One sample of the gallery by itself, with all that is known of it. */
import type { Shown } from "../../server/api-types.ts";
import { el } from "../dom.ts";
import { drawMessages } from "./sample-messages.ts";
import { bytesText, meters } from "../inspector/meters.ts";

/** A sample's address in the gallery: permanent, as long as the reply is. */
export const pathOf = ({ reply, language, sample }: Shown) => `${reply}/${language}/${sample}`;

/** What stands for the messages where they can't be shown. */
export function altText({ messages }: Shown): string {
  return messages
    .map((message) =>
      "altText" in message ? message.altText : message.type === "text" ? message.text : "",
    )
    .join("\n");
}

/** @returns the sample, and what is published in its place where that is something else. */
export function singleSample(one: Shown): HTMLElement {
  const before = one.published;
  const phoneOf = (title: string, messages: Shown["messages"]) =>
    el(
      "figure",
      { class: "screen-alone" },
      el("figcaption", {}, title),
      el("div", { class: "screen" }, ...drawMessages(messages, one.language)),
    );
  return el(
    "section",
    { class: "single", attributes: { "aria-label": pathOf(one) } },
    el("a", { class: "quiet", attributes: { href: "#/gallery" } }, "‹ All replies"),
    el(
      "h2",
      {},
      one.reply,
      " ",
      el("span", { class: "chip" }, one.sample),
      " ",
      el("span", { class: "chip" }, one.language),
    ),
    el(
      "div",
      { class: "compare" },
      phoneOf(before ? "In the draft" : "As it is sent", one.messages),
      before ? phoneOf("Published", before) : undefined,
      el(
        "div",
        { class: "facts" },
        el("h3", {}, "In words"),
        el("p", { attributes: { dir: "auto", lang: one.language } }, altText(one)),
        el("h3", {}, `Sizes, ${bytesText(one.bytes)} in all`),
        meters(one.measures),
        ...one.faults.map((fault) => el("p", { class: "fault-text" }, fault)),
        el("h3", {}, "JSON"),
        el(
          "pre",
          { class: "code", attributes: { tabindex: "0", role: "group", "aria-label": "JSON" } },
          JSON.stringify(one.messages, null, 2),
        ),
      ),
    ),
  );
}

export const missingSample = () =>
  el(
    "p",
    { class: "nobody" },
    "There is no such sample. ",
    el("a", { class: "permalink", attributes: { href: "#/gallery" } }, "All replies"),
  );
