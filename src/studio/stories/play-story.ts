/** Plays a story in a world of its own, and says of each line what came of it. */
import { withTimeout } from "../../clock.ts";
import type { Overrides } from "../../bot/i18n/published-overrides.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Message } from "../../line/messages/message-types.ts";
import type { PersonAction } from "../../emulators/line/events.ts";
import { codesIn, loadPicture } from "../server/code-pictures.ts";
import type { StepResult, StoryLanguage, StoryRun } from "../server/story-types.ts";
import { actionNamed, personAction } from "./find-action.ts";
import { laterBy, momentOf } from "./parse-direction.ts";
import { foldedName } from "../../text/folded-name.ts";
import { writeMessage, type StudioTranslate } from "../i18n/message-keys.ts";
import { personNamed } from "./person-named.ts";
import { createStabilizer, type Stabilizer } from "./stable-messages.ts";
import type { KeptReplies } from "./story-files.ts";
import type { OpenStoryWorld, StoryPerson, StoryWorld } from "./story-world.ts";
import {
  isFaulty,
  noReplyWord,
  type Direction,
  type Expectation,
  type Faulty,
  type PhotographedCode,
  type Story,
  type StoryFaultMessage,
  type StoryStep,
} from "./story.ts";
import { lineDifference, visibleLines } from "./visible-lines.ts";

export interface PlayOptions {
  openWorld: OpenStoryWorld;
  language: StoryLanguage;
  overrides: Overrides;
  /** The business's IANA time zone. */
  timeZone: string;
  /** To compare with; null = none. */
  kept: KeptReplies | null;
  /** Writes what isn't true. */
  t: StudioTranslate;
}

/** A Monday morning; the demo data are made to it, so that a story reads the same in every year. */
const firstMoment = "2026-03-02T10:00";
/** The platform's faults may cost a reply its whole budget, and LINE's a pause before the next try. */
const maxReplyMs = 30_000;
/** Of each call; slower than people's patience, and faster than the bot's deadlines. */
const slowMs = 2000;

/** Where the reply to an event is to come, and how much had been sent before. */
interface ExpectedReply {
  chatId: string;
  sentBefore: number;
  webhookEventId: string;
}

/** What a run knows while it goes on. */
interface Progress {
  world: StoryWorld;
  stabilizer: Stabilizer;
  options: PlayOptions;
  /** The last reply of each person, and whose was the last. */
  lastReply: StepResult | null;
  lastWho: StoryPerson | null;
  isLineDown: boolean;
  /** The reply to the last thing that was done while LINE was down, with those before it in the same chat. */
  waiting: ExpectedReply | null;
  /** How often each line has been played, by which kept replies are found. */
  counts: Map<string, number>;
}

export async function playStory(
  name: string,
  story: Story,
  options: PlayOptions,
): Promise<StoryRun> {
  const { openWorld, language, overrides, timeZone, kept } = options;
  const startedAt = performance.now();
  const first = Temporal.PlainDateTime.from(firstMoment).toZonedDateTime(timeZone);
  const at = beginning(story, first.epochMilliseconds, timeZone);
  await using world = await openWorld({
    at,
    language: language === "own" ? null : language,
    overrides,
  });
  const progress: Progress = {
    world,
    stabilizer: createStabilizer(new URL(world.platform.baseUrl).origin),
    options,
    lastReply: null,
    lastWho: null,
    isLineDown: false,
    waiting: null,
    counts: new Map(),
  };
  const steps: StepResult[] = [];
  for (const step of story.steps) steps.push(await play(step, progress));
  return {
    name,
    title: story.title,
    language,
    outcome: outcomeOf(steps, kept),
    steps,
    ms: Math.round(performance.now() - startedAt),
  };
}

/** A story that begins with a date begins on it. */
function beginning({ steps }: Story, at: number, timeZone: string): number {
  const [first] = steps;
  if (first?.kind !== "direct" || first.direction.type !== "time") return at;
  return momentOf(first.direction.time, at, timeZone) ?? at;
}

function outcomeOf(steps: readonly StepResult[], kept: KeptReplies | null): StoryRun["outcome"] {
  if (steps.some(({ fault }) => fault !== undefined)) return "failed";
  if (steps.some(({ changed }) => changed)) return "changed";
  return kept ? "passed" : "new";
}

async function play(step: StoryStep, progress: Progress): Promise<StepResult> {
  const { line, text, kind } = step;
  const { fault, ...came } = await outcomeOfStep(step, progress);
  const why = fault && { fault: writeMessage(progress.options.t, fault) };
  const result: StepResult = { line, text, kind, ...why, ...came };
  if (kind === "act" || result.reply) progress.lastReply = result;
  return result;
}

function outcomeOfStep(step: StoryStep, progress: Progress): Promise<ActResult> | ActResult {
  switch (step.kind) {
    case "direct":
      return direct(step, progress);
    case "expect":
      return unmet(step.expectation, progress);
    case "act":
      return act(step, progress);
  }
}

/** What happens around the chat, and the replies that were waiting for LINE to work again. */
async function direct(
  { text, direction }: StoryStep & { kind: "direct" },
  progress: Progress,
): Promise<ActResult> {
  const { world, options } = progress;
  switch (direction.type) {
    case "platform":
      world.platform.faults.clear();
      if (direction.state === "down") world.platform.faults.add({ kind: "error" });
      if (direction.state === "slow") world.platform.faults.add({ kind: "latency", ms: slowMs });
      return {};
    case "line": {
      const { state } = direction;
      world.line.faults.clear();
      if (state === "down") world.line.faults.add({ call: "all", answer: 500 });
      if (state === "slow") world.line.faults.add({ call: "all", answer: "slow", ms: slowMs });
      progress.isLineDown = state === "down";
      const { waiting } = progress;
      if (state === "down" || !waiting) return {};
      progress.waiting = null;
      return replyTo(text, waiting, progress);
    }
    case "time":
    case "later":
      return turnClock(direction, world.clock, options.timeZone);
  }
}

function turnClock(
  direction: Direction & { type: "time" | "later" },
  clock: StoryWorld["clock"],
  timeZone: string,
): ActResult {
  const now = clock.now();
  const moment =
    direction.type === "time"
      ? momentOf(direction.time, now, timeZone)
      : laterBy(now, direction.amount, direction.unit, timeZone);
  if (moment === null) return { fault: { key: "story.fault.noDate" } };
  clock.move(clock.aheadMs + moment - now);
  return {};
}

interface ActResult extends Pick<StepResult, "reply" | "intent" | "before" | "changed"> {
  fault?: StoryFaultMessage;
}

async function act(step: StoryStep & { kind: "act" }, progress: Progress): Promise<ActResult> {
  const { world } = progress;
  const person = personNamed(step.who, world.people);
  if (isFaulty(person)) return person;
  const chatId = step.inGroup ? groupWith(person, world) : person.lineId;
  if (chatId === null) {
    return { fault: { key: "story.fault.notInGroup", values: { name: person.displayName } } };
  }
  progress.lastWho = person;
  const photographed = step.act.type === "send" ? step.act.of : undefined;
  const action = photographed
    ? await photoOf(photographed, world)
    : personAction(step.act, (label) => actionNamed(label, person, { chatId, world }));
  if (isFaulty(action)) return action;
  const sentBefore = world.line.sent.length;
  const target = step.inGroup ? { chat: chatId } : {};
  const { status, webhookEventId } = await world.line.act(person.lineId, action, target);
  if (status !== 200) {
    return { fault: { key: "story.fault.status", values: { status: `${status ?? "none"}` } } };
  }
  const expected = { chatId, sentBefore, webhookEventId };
  if (progress.isLineDown) progress.waiting = { ...expected, ...progress.waiting, webhookEventId };
  return replyTo(step.text, expected, progress);
}

/** The intent whose reply shows a card's code; all other codes are coupons'. */
const cardIntent = "card";

/** The newest code of a kind on somebody's screen. */
async function photoOf(
  { what, who }: PhotographedCode,
  { line, people, intentOf }: StoryWorld,
): Promise<PersonAction | Faulty> {
  const holder = personNamed(who, people);
  if (isFaulty(holder)) return holder;
  const shown = codesIn(line.chat(holder.lineId)).find(
    ({ webhookEventId = "" }) => (intentOf(webhookEventId) === cardIntent) === (what === "card"),
  );
  if (!shown) {
    return { fault: { key: `story.fault.no.${what}`, values: { name: holder.displayName } } };
  }
  return { type: "image", content: await loadPicture(shown.url) };
}

/** The group of the demo; null where the person isn't in it. */
const groupWith = ({ lineId }: StoryPerson, { line }: StoryWorld): string | null =>
  line.accounts.groups.find(({ members }) => members.includes(lineId))?.chatId ?? null;

/** Waits for what is sent to a chat in answer to an event. */
async function replyTo(
  text: string,
  { chatId, sentBefore, webhookEventId }: ExpectedReply,
  progress: Progress,
): Promise<ActResult> {
  const { world, stabilizer, isLineDown } = progress;
  try {
    if (isLineDown) await replyTriedOrIdle(world);
    else await withTimeout(world.clock, maxReplyMs, world.idle());
  } catch {
    return { fault: { key: "story.fault.late", values: { seconds: maxReplyMs / 1000 } } };
  }
  const sent = world.line.sent.slice(sentBefore).filter((one) => one.chatId === chatId);
  const reply = stabilizer.stable(sent.flatMap(({ messages }) => messages));
  const intent = world.intentOf(webhookEventId);
  return { reply, ...(intent !== undefined && { intent }), ...compare(text, reply, progress) };
}

/** While LINE is down, the bot tries to reply again and again: nobody waits for the end of that. */
async function replyTriedOrIdle({ line, clock, idle }: StoryWorld): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unwatch = line.watch((change) => {
    if (change.kind === "call" && change.made.call === "reply") resolve();
  });
  try {
    await withTimeout(clock, maxReplyMs, Promise.race([promise, idle()]));
  } finally {
    unwatch();
  }
}

/** The difference to the kept reply to the same line, where people can see one. */
function compare(
  text: string,
  reply: readonly Message[],
  { counts, options }: Progress,
): Pick<StepResult, "before" | "changed"> {
  const count = counts.get(text) ?? 0;
  counts.set(text, count + 1);
  const before = options.kept?.filter(({ step }) => step === text)[count]?.messages;
  if (!options.kept) return {};
  const changed = lineDifference(visibleLines(before ?? []), visibleLines(reply));
  return changed.before.length + changed.now.length === 0
    ? {}
    : { before: [...(before ?? [])], changed };
}

/** @returns why the last reply isn't as expected; nothing when it is. */
function unmet({ intent, texts }: Expectation, progress: Progress): ActResult {
  const { lastReply, lastWho, options } = progress;
  if (!lastReply?.reply) return { fault: { key: "story.fault.noReply" } };
  const { reply } = lastReply;
  const answered = `${lastReply.intent}`;
  if (intent === noReplyWord) {
    return reply.length === 0
      ? {}
      : { fault: { key: "story.fault.answered", values: { intent: answered } } };
  }
  if (reply.length === 0) return { fault: { key: "story.fault.silent" } };
  if (intent !== null && intent !== answered) {
    return { fault: { key: "story.fault.intent", values: { answered, intent } } };
  }
  const shown = foldedName(visibleLines(reply).join("\n"));
  // Words are those of the person's own language; figures are the same in all.
  const isOwn = options.language === "own" || options.language === lastWho?.ownLanguage;
  const missing = texts.filter(
    (text) => (isOwn || isFigure(text)) && !shown.includes(foldedName(text)),
  );
  const last = missing.at(-1);
  if (last === undefined) return {};
  const others = missing.slice(0, -1).join(", ");
  return others === ""
    ? { fault: { key: "story.fault.missing", values: { text: last } } }
    : { fault: { key: "story.fault.missing.several", values: { others, last } } };
}

const isFigure = (text: string) => /^[\d\s.,:/+%-]+$/.test(text);

/** The languages in which a story can be played. */
export const storyLanguages = (offered: readonly Language[]): StoryLanguage[] => [
  "own",
  ...offered,
];
