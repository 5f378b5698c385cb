/** The world that a story is played in: a bot of its own between its own LINE and platform, with fresh demo data. */
import type { Overrides } from "../../bot/i18n/published-overrides.ts";
import type { Catalogues } from "../../bot/i18n/translate.ts";
import type { MovableClock } from "../../clock.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { LoyaltyEmulator } from "../../emulators/loyalty/index.ts";
import type { Action } from "../../line/messages/message-types.ts";

/** Somebody whom a story can name, by label, name, or a word of the name. */
export interface StoryPerson {
  label: string;
  displayName: string;
  lineId: string;
  /** Of the phone in this world. */
  language: Language;
  /** Of the phone in the demo, in which stories are written. */
  ownLanguage: Language;
}

export interface StoryWorld extends AsyncDisposable {
  line: LineEmulator;
  platform: LoyaltyEmulator;
  clock: MovableClock;
  people: readonly StoryPerson[];
  catalogues: Catalogues;
  /** Resolves when every event is answered. */
  idle(): Promise<void>;
  /** The intent that answered an event. */
  intentOf(webhookEventId: string): string | undefined;
  /** The tiles of all rich menus in a language. */
  tiles(language: Language): readonly Action[];
}

export interface StoryWorldOptions {
  /** Its date at the beginning, to which the demo data are made; in milliseconds since 1970. */
  at: number;
  /** The language of every phone; null = each person's own. */
  language: Language | null;
  /** The texts that replace built-in ones. */
  overrides: Overrides;
}

export type OpenStoryWorld = (options: StoryWorldOptions) => Promise<StoryWorld>;
