/** In which language the studio answers: the one chosen in the page, else the first one that the browser asks for. */
import type { Request } from "express";
import { firstLanguage } from "../../bot/i18n/format.ts";
import { languages, type Language } from "../../config/languages.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import type { StudioTranslate } from "../i18n/message-keys.ts";

/** Of a cookie: the page sets it, and it comes with every call. */
const chosen = /(?:^|;\s*)studio-language=([\w-]+)/;

/** English where none is asked for that there is. */
export function languageOf(request: Request): Language {
  const choice = chosen.exec(request.headers.cookie ?? "")?.[1];
  const tags = [...(choice === undefined ? [] : [choice]), ...request.acceptsLanguages()];
  return firstLanguage(tags, languages) ?? "en";
}

/** Writes in the language of whoever asks. */
export const translateFor = (request: Request): StudioTranslate =>
  studioTranslate(languageOf(request));
