/** The parts of a story: who does what, what the bot answers, and what happens around them. */

import type { StudioMessage } from "../i18n/message-keys.ts";

/** Why a line can't be read, or isn't true. */
export type StoryFaultMessage = Extract<StudioMessage, { key: `story.fault.${string}` }>;

/** What stands in the place of something that there isn't. */
export interface Faulty {
  fault: StoryFaultMessage;
}

export const isFaulty = (found: object): found is Faulty => "fault" in found;

export interface StoryFault {
  /** From 1. */
  line: number;
  message: StoryFaultMessage;
}

/** A photo of the code on somebody's screen. */
export interface PhotographedCode {
  what: "card" | "coupon";
  /** As people are named in stories. */
  who: string;
}

/** What a person does in the chat. */
export type StoryAct =
  | { type: "write"; text: string }
  /** A button or a tile of the rich menu, by its label. */
  | { type: "tap"; label: string }
  /** A value for the last date picker that was shown, in LINE's form. */
  | { type: "pick"; value: string }
  | { type: "send"; what: "sticker" | "photo" | "location"; of?: PhotographedCode }
  | { type: "follow" | "unfollow" };

/** A date or time as it is written; what is left out is as it was, or the next one. */
export interface WrittenTime {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
}

export type TimeUnit = "minutes" | "hours" | "days" | "weeks" | "months";

/** What happens around the chat. */
export type Direction =
  | { type: "platform" | "line"; state: "down" | "slow" | "working" }
  | { type: "time"; time: WrittenTime }
  | { type: "later"; amount: number; unit: TimeUnit };

/** What a reply must be: the intent that answered, null = any, and texts that it contains. */
export interface Expectation {
  intent: string | null;
  texts: readonly string[];
}

export type StoryStep = {
  /** In the file, from 1. */
  line: number;
  /** As it is written. */
  text: string;
} & (
  | { kind: "act"; who: string; act: StoryAct; inGroup?: true }
  | { kind: "expect"; expectation: Expectation }
  | { kind: "direct"; direction: Direction }
);

export interface Story {
  title: string;
  steps: readonly StoryStep[];
}

/** The intent of a `bot:` line that expects no reply. */
export const noReplyWord = "nothing";
