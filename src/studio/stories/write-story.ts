/** Writes a chat of the studio as a story. */
import type { ChatItem } from "../../emulators/line/chats.ts";
import type { Action, Message } from "../../line/messages/message-types.ts";
import type { Person } from "../../emulators/line/accounts.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Place } from "../server/chat-types.ts";
import type { EventRecorder } from "../server/event-recorder.ts";
import type { Inspection } from "../server/inspector-types.ts";
import { giveWay } from "../../give-way.ts";
import { numbered, tappableIn } from "./find-action.ts";
import { foldedName } from "../../text/folded-name.ts";
import { maxSteps } from "./parse-story.ts";
import { writtenName } from "./person-named.ts";
import { visibleLines } from "./visible-lines.ts";

/** A chat, and what is known of the replies in it. */
export interface ChatSource {
  line: LineEmulator;
  recorder: Pick<EventRecorder, "inspections">;
}

/** A longer silence is part of the story. */
const maxSilenceMs = 10 * 60_000;
/** A date, what was done, and the reply. */
const linesOfItem = 3;
const maxFigures = 2;
const maxTitleLength = 60;

/**
 * The beginning of a chat that is too long for one story.
 * @param chat `title`: the story's, unless it is empty; `from`: the id of the first item, the chat's first one unless given.
 * @returns the story's text; null where there is no such chat, nobody has done anything in it, or it isn't with the
 * members' account, with which stories are played.
 */
export async function storyOfChat(
  { line, recorder }: ChatSource,
  {
    title: wanted = "",
    from,
    ...place
  }: Place & { title?: string | undefined; from?: string | undefined },
  timeZone: string,
): Promise<string | null> {
  const { accounts } = line;
  const [person, group] = [accounts.person(place.chatId), accounts.group(place.chatId)];
  if ((!person && !group) || accounts.channels[0]?.id !== place.account) return null;
  const nameOf = nameIn(accounts.people);
  const items = line.chat(place.chatId, place.account);
  const inspections: Inspection[] = [];
  for (const inspection of recorder.inspections(place)) {
    inspections.push(inspection);
    if (inspections.length % 20 === 0) await giveWay();
  }
  const lines: string[] = [];
  let lastAt: number | null = null;
  /** What was done first, and by whom. */
  let begun: { who: string; done: string } | undefined;
  const start = items.findIndex(({ id }) => id === from);
  for (const [index, item] of items.entries()) {
    if (index < start) continue;
    await giveWay();
    if (lines.length + linesOfItem > maxSteps) break;
    const who = nameOf("userId" in item && item.userId ? item.userId : place.chatId);
    const done = actLine(item, who, items.slice(Math.max(0, start), index), inspections);
    if (done === null) continue;
    if (lastAt === null || Math.abs(item.at - lastAt) > maxSilenceMs) {
      lines.push(`(it is ${timeText(item.at, timeZone)})`);
    }
    lastAt = item.at;
    lines.push(group ? `in the group: ${done}` : done, ...replyLine(item, items, inspections));
    begun ??= { who, done };
  }
  if (lastAt === null || !begun) return null;
  const { who, done } = begun;
  const firstDone = done.slice(who.length).replace(/^[:\s]+/, "");
  const title = wanted.replaceAll(/\s+/g, " ") || `${group?.name ?? who} – ${firstDone}`;
  return `# ${title.slice(0, maxTitleLength).trim()}\n\n${lines.join("\n")}\n`;
}

/** How a story names each of these people. */
function nameIn(people: readonly Person[]): (userId: string) => string {
  const named = people.map(({ userId, displayName, label = userId }) => ({
    userId,
    displayName,
    label,
  }));
  return (userId) => {
    const person = named.find((one) => one.userId === userId);
    return person ? writtenName(person, named) : userId;
  };
}

/** What the person did; null for what isn't theirs, and for what was taken back. */
function actLine(
  item: ChatItem,
  who: string,
  before: readonly ChatItem[],
  inspections: readonly Inspection[],
): string | null {
  switch (item.kind) {
    case "from_person": {
      if (item.unsent) return null;
      const content = item.edited ? sentContent(item.id, inspections) : item.content;
      if (!content) return null;
      const { type, text } = content;
      if (type === "text") return `${who}: ${String(text).replaceAll(/\s+/g, " ")}`;
      const what = type === "sticker" || type === "location" ? type : "photo";
      return `${who} sends: a ${what}`;
    }
    case "tap": {
      const picked = pickedIn(inspections.find(({ id }) => id === item.id));
      if (picked !== null) return `${who} picks: ${picked}`;
      return `${who} taps: ${buttonName(item, before)}`;
    }
    case "note":
      if (item.what === "follow") return `${who} follows`;
      return item.what === "unfollow" ? `${who} blocks` : null;
    case "from_account":
    case "loading":
      return null;
  }
}

/** A message as the bot got it, before it was edited. */
const sentContent = (id: string, inspections: readonly Inspection[]) =>
  eventOf(inspections.find(({ type, messageId }) => type === "message" && messageId === id))
    ?.message;

/** What was tapped, by its label, with a number where the label alone means another button. */
function buttonName(
  { data, displayText }: ChatItem & { kind: "tap" },
  before: readonly ChatItem[],
): string {
  const shown = tappableIn(before);
  const isTapped = (one: Action) => one.type === "postback" && one.data === data;
  const tapped = shown.find((one) => isTapped(one) && one.label !== undefined);
  const name = tapped?.label ?? displayText ?? data;
  const equal = shown.filter(
    ({ label }) => label !== undefined && foldedName(label) === foldedName(name),
  );
  const index = equal.findIndex(isTapped);
  // What no message shows is a tile of the rich menu, behind all buttons.
  return numbered(name, (index < 0 ? equal.length : index) + 1);
}

/** The value of a date picker that an event brought. */
function pickedIn(inspection: Inspection | undefined): string | null {
  const { params = {} } = eventOf(inspection)?.postback ?? {};
  return Object.values(params)[0]?.replace("T", " ") ?? null;
}

/** The event as it was delivered first. */
function eventOf(inspection: Inspection | undefined) {
  const [attempt] = inspection?.attempts ?? [];
  if (!attempt) return undefined;
  const { events = [] } = JSON.parse(attempt.body) as {
    events?: (Pick<LineEvent, "message"> & { postback?: { params?: Record<string, string> } })[];
  };
  return events[0];
}

function replyLine(
  item: ChatItem,
  items: readonly ChatItem[],
  inspections: readonly Inspection[],
): string[] {
  const inspection = inspections.find(
    ({ id, messageId }) => id === item.id || messageId === item.id,
  );
  if (!inspection?.intent) return [];
  const reply = items.flatMap((one) =>
    one.kind === "from_account" && one.webhookEventId === inspection.id ? [one.message] : [],
  );
  if (reply.length === 0) return ["bot: nothing"];
  return [`bot: ${[inspection.intent, ...figuresIn(reply)].join(", ")}`];
}

/** Figures of three digits and more, but for years and parts of phone numbers, card numbers and codes. */
function figuresIn(messages: readonly Message[]): string[] {
  const text = visibleLines(messages).join("\n");
  const figures =
    text.match(/(?<![\w.,:/-]|\d )(?:\d{1,3}(?:,\d{3})+|\d{3,})(?![\w:/-]| \d)/g) ?? [];
  return [...new Set(figures)]
    .filter((figure) => !/^(?:19|20|25)\d\d$/.test(figure))
    .slice(0, maxFigures);
}

/** Such as `22 Nov 2026 19:40`. */
function timeText(at: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone }).format(at);
  const time = local.toPlainTime().toString({ smallestUnit: "minute" });
  return `${local.day} ${month.slice(0, 3)} ${local.year} ${time}`;
}
