/** Parses a story that people have written; each error names its line and what was expected there. */
import { parseDirection } from "./parse-direction.ts";
import {
  isFaulty,
  type Expectation,
  type Faulty,
  type Story,
  type StoryAct,
  type StoryFault,
  type StoryStep,
} from "./story.ts";

/** Those that end a line for the patterns below, too: behind one, they would look at a long line again and again. */
export const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** Longer ones would be played for minutes, while others wait for their turn. */
export const maxSteps = 500;

/** What stands behind the marks of a title; null for another line. @param written trimmed. */
export function headingIn(written: string): string | null {
  const marks = /^[#＃]+/.exec(written)?.[0];
  return marks === undefined ? null : written.slice(marks.length).trim();
}

/**
 * @param text the file's content.
 * @param name stands in for a title that is missing.
 * @returns the story, without its faulty lines, and the faults.
 */
export function parseStory(text: string, name: string): { story: Story; faults: StoryFault[] } {
  let title: string | null = null;
  const steps: StoryStep[] = [];
  const faults: StoryFault[] = [];
  for (const [index, raw] of text.split(lineEnd).entries()) {
    const line = index + 1;
    const written = raw.replace(/^\uFEFF/, "").trim();
    if (written === "" || written.startsWith("//")) continue;
    const heading = headingIn(written);
    if (heading !== null) {
      if (title === null && steps.length === 0) title = heading || null;
      else faults.push({ line, message: { key: "story.fault.title" } });
      continue;
    }
    const read = parseLine(written, steps);
    if (isFaulty(read)) faults.push({ line, message: read.fault });
    else steps.push({ line, text: written, ...read });
  }
  const beyond = steps[maxSteps];
  if (beyond) {
    const values = { max: `${maxSteps}` };
    faults.push({ line: beyond.line, message: { key: "story.fault.tooMany", values } });
  }
  if (steps.length === 0 && faults.length === 0) {
    faults.push({ line: 1, message: { key: "story.fault.empty" } });
  }
  return { story: { title: title ?? name, steps }, faults };
}

type Parsed = StoryStep extends infer Step
  ? Step extends StoryStep
    ? Omit<Step, "line" | "text">
    : never
  : never;

/** What is written before the lines of a group. */
const groupPrefix = /^in the group\s*[:：]\s*/i;

function parseLine(written: string, before: readonly StoryStep[]): Parsed | Faulty {
  const inGroup = written.replace(groupPrefix, "");
  if (inGroup !== written) return parseInGroup(inGroup, before);
  const inBrackets = /^[(（](.*?)[)）]?$/.exec(written)?.[1];
  if (inBrackets !== undefined) {
    const direction = parseDirection(inBrackets);
    return isFaulty(direction) ? direction : { kind: "direct", direction };
  }
  const [, head = written, rest] = /^([^:：]+)[:：](.*)$/.exec(written) ?? [];
  if (rest !== undefined && /^bot$/i.test(head.trim())) {
    return before.some(({ kind }) => kind === "act")
      ? parseExpectation(rest.trim())
      : { fault: { key: "story.fault.tooEarly" } };
  }
  return parseAct(head.trim(), rest?.trim());
}

function parseInGroup(written: string, before: readonly StoryStep[]): Parsed | Faulty {
  const read = parseLine(written, before);
  if (isFaulty(read)) return read;
  const isPossible =
    read.kind === "act" && read.act.type !== "follow" && read.act.type !== "unfollow";
  return isPossible ? { ...read, inGroup: true } : { fault: { key: "story.fault.group" } };
}

function parseAct(head: string, rest: string | undefined): Parsed | Faulty {
  const follow =
    /^(.+?)(?<!\s)\s+(follows|unfollows|blocks)(?:\s+the (?:bot|account|shop))?$/i.exec(head);
  if (follow && rest === undefined) {
    const [, who = "", verb = ""] = follow;
    const type = verb.toLowerCase() === "follows" ? ("follow" as const) : ("unfollow" as const);
    return { kind: "act", who, act: { type } };
  }
  const verbs =
    rest === undefined
      ? /^(.+?)(?<!\s)\s+(taps|picks|sends)(?:\s+(\S[^]*))?$/i.exec(head)
      : /^(.+?)(?<!\s)\s+(taps|picks|sends|writes|says)$/i.exec(head);
  if (!verbs) {
    if (rest === undefined) return { fault: { key: "story.fault.form" } };
    if (rest === "") return { fault: { key: "story.fault.colon", values: { who: head } } };
    return { kind: "act", who: head, act: { type: "write", text: rest } };
  }
  const [, who = "", verb = "", behind] = verbs;
  const object = (rest ?? behind ?? "").trim();
  const act = parseVerb(verb.toLowerCase(), object);
  return isFaulty(act) ? act : { kind: "act", who, act };
}

function parseVerb(verb: string, object: string): StoryAct | Faulty {
  switch (verb) {
    case "taps":
      return object === ""
        ? { fault: { key: "story.fault.tap" } }
        : { type: "tap", label: unquoted(object) };
    case "picks":
      return /^(\d{4}-\d\d-\d\d)?([ Tt]?\d\d:\d\d)?$/.test(object) && object !== ""
        ? { type: "pick", value: object.replace(/[ t]/, "T") }
        : { fault: { key: "story.fault.pick" } };
    case "sends": {
      const what = /\b(sticker|photo|picture|image|location|place)\b/i.exec(object)?.[1];
      if (what === undefined) return { fault: { key: "story.fault.send" } };
      const isPhoto = /photo|picture|image/i.test(what);
      const [, code, who] = /\b(card|coupon) of (.+)$/i.exec(object) ?? [];
      if (isPhoto && code !== undefined && who !== undefined) {
        const of = { what: /card/i.test(code) ? ("card" as const) : ("coupon" as const), who };
        return { type: "send", what: "photo", of };
      }
      return {
        type: "send",
        what: isPhoto ? "photo" : /sticker/i.test(what) ? "sticker" : "location",
      };
    }
    default:
      return object === ""
        ? { fault: { key: "story.fault.write" } }
        : { type: "write", text: object };
  }
}

/** A name of an intent, or of what stands in its place. */
const intentForm = /^[a-z][a-z-]*$/;

function parseExpectation(rest: string): { kind: "expect"; expectation: Expectation } | Faulty {
  // A comma inside a number has no space behind it.
  const parts = [...rest.matchAll(/"([^"]*)"|“([^“”]*)”|((?:[^,，、"“]|[,，](?=\d))+)/g)]
    .map(([, straight, curly, plain]) => ({
      text: (straight ?? curly ?? plain ?? "").trim(),
      isQuoted: plain === undefined,
    }))
    .filter(({ text }) => text !== "");
  const [first, ...others] = parts;
  if (!first) return { fault: { key: "story.fault.answer" } };
  const word = first.text.toLowerCase();
  const named = !first.isQuoted && intentForm.test(word) ? word : null;
  const texts = named === null ? parts : others;
  return {
    kind: "expect",
    expectation: { intent: named, texts: texts.map(({ text }) => text) },
  };
}

const unquoted = (text: string) => text.replace(/^["“](.*)["”]$/, "$1");
