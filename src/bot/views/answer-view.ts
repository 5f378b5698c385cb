/** Renders the answers of the shop's own, and the buttons that lead to them. */
import type { Language } from "../../config/environment-schema.ts";
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { firstPhrases, isGivenAt, textIn, type Answer } from "../i18n/answers/answer.ts";
import * as ui from "./flex-components.ts";
import { menuSteps, withNextSteps } from "./next-steps.ts";
import { addressedName, type PersonName } from "./person-name.ts";

/** The name of the intent that gives them. */
export const answerIntent = "answer";

/** Whom an answer addresses, and in which languages it is looked for, the first one first. */
export interface Addressee {
  /** Null where nobody knows them. */
  person: PersonName | null;
  languages: readonly Language[];
}

/** The parts of an answer as somebody reads it. */
export function answerParts(ctx: RenderContext, answer: Answer, addressee: Addressee) {
  const { person, languages } = addressee;
  const name = person ? addressedName(person, ctx.language) : "";
  return {
    text: withName(textIn(answer.reply, languages), name),
    picture: ui.pictureUrl(ctx.images, answer.picture),
    actions: (answer.buttons ?? []).map(({ label, url, intent }) => {
      const shown = textIn(label, languages);
      return url === undefined ? ui.postbackAction(shown, intent ?? "") : ui.uriAction(shown, url);
    }),
  };
}

/** An answer with the ways on below it. */
export function answerView(ctx: RenderContext, answer: Answer, addressee: Addressee): Message {
  const { text, picture, actions } = answerParts(ctx, answer, addressee);
  return withNextSteps(ctx, ui.textWithButtons(ctx, text, actions, picture), menuSteps);
}

const maxRelated = 3;

/** Buttons for the answers whose phrases share a word with a text. */
export function relatedAnswers(ctx: RenderContext, text: string): Action[] {
  const { answers, language, now, timeZone } = ctx;
  const given = (answers?.related(text) ?? []).flatMap((name) => {
    const answer = answers?.answers.get(name);
    return answer && isGivenAt(answer, now, timeZone) ? [{ name, answer }] : [];
  });
  return given
    .slice(0, maxRelated)
    .map(({ name, answer }) =>
      ui.postbackAction(labelOf(answer, language), answerIntent, { name }),
    );
}

/** Its first phrase. */
const labelOf = (answer: Answer, language: Language): string =>
  textIn(firstPhrases(answer), [language]).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const placeholder = "{name}";
/** Titles that belong to the name. */
const before = /(?:คุณ)?/u.source;
const after = /(?:さん|さま|様|先生|小姐)?/u.source;
/** A name that a line begins with goes with what separates it from the rest, any other with what separates it from before. */
const nameAtStart = new RegExp(`^[ \\t]*${before}\\{name\\}${after}[,、，]?[ \\t]*`, "gmu");
const nameBehind = new RegExp(`[,、，]?[ \\t]*${before}\\{name\\}${after}`, "gu");

/** @param name empty where nobody knows it: it goes with the comma or blank around it. */
function withName(text: string, name: string): string {
  if (name !== "") return text.replaceAll(placeholder, name);
  return text.replace(nameAtStart, "").replace(nameBehind, "");
}

/** Whether everybody reads it alike. */
export const isForEverybody = ({ reply }: Answer): boolean =>
  Object.values(reply).every((text) => !text.includes(placeholder));
