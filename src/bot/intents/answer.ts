/** Gives the answers of the shop's own, which its marketers write: opening hours, address and the like. */
import type { Context, Intent, RenderContext, Sample } from "../context.ts";
import { fallbackName, isGivenAt, type Answer } from "../i18n/answers/answer.ts";
import { answerIntent, answerView, isForEverybody } from "../views/answer-view.ts";
import { longestMember, sampleMember } from "../views/sample-data.ts";
import { unknownReply } from "./unknown.ts";

export const answer: Intent = {
  name: answerIntent,
  access: "anyone",
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  isAlike({ details, answers, now, timeZone }) {
    const asked = answers?.answers.get(details["name"] ?? "");
    return asked !== undefined && isForEverybody(asked) && isGivenAt(asked, now, timeZone);
  },
  async answer(context) {
    const { details, answers, now, timeZone } = context;
    const asked = answers?.answers.get(details["name"] ?? "");
    // It may have been taken back, or its time may be over, since its button was sent.
    if (!asked || !isGivenAt(asked, now, timeZone)) {
      return { messages: [await unknownReply(context)] };
    }
    const person = isForEverybody(asked) ? null : await context.addressee();
    const ctx = inLanguageOf(context);
    const languages = [ctx.language, ...context.offeredLanguages];
    return { messages: [answerView(ctx, asked, { person, languages })] };
  },
  samples(ctx) {
    const all = [...(ctx.answers?.answers ?? [])].filter(([name]) => name !== fallbackName);
    const shown = all.length > 0 ? all : [example];
    return shown.flatMap(([name, one]) => samplesOf(ctx, name, one));
  },
};

/** Where the shop has written none yet. */
const example: [name: string, answer: Answer] = [
  "example",
  {
    reply: {
      en: "We open at 8:00, {name}.",
      th: "ร้านเปิด 8:00 น. ค่ะ คุณ{name}",
      ja: "{name}様、8時に開店します。",
      "zh-TW": "{name}，我們 8 點開門。",
    },
  },
];

/** The language of the phrase, where that tells. */
function inLanguageOf(context: Context): Context {
  const { details, offeredLanguages, translatorFor } = context;
  const language = offeredLanguages.find((one) => one === details["language"]);
  return language ? { ...context, language, t: translatorFor(language) } : context;
}

function samplesOf(ctx: RenderContext, about: string, one: Answer): Sample[] {
  const languages = [ctx.language];
  const sample = (name: Sample["name"], person: Parameters<typeof answerView>[2]["person"]) => ({
    name,
    about,
    messages: [answerView(ctx, one, { person, languages })],
  });
  if (isForEverybody(one)) return [sample("ordinary", null)];
  return [
    sample("ordinary", sampleMember(ctx)),
    sample("empty", null),
    sample("longest", longestMember),
  ];
}
