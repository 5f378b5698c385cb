/** Measures how much of LINE's limits messages use, for the editor of their texts. */
import { bubbleBytes, carouselBytes } from "./flex.ts";
import type { LimitedValue, LimitUsage } from "./limit-usage-type.ts";
import type { Action, Message } from "./message-types.ts";
import * as rules from "./rule-builders.ts";

/** The share of a limit from which its use counts as near. */
const nearShare = 0.8;

/** Whether 80 % or more of the limit is used. */
export const isNear = ({ used, limit }: LimitUsage): boolean => used >= limit * nearShare;

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The use of each limit by the messages of one reply; of several uses of a limit, the largest share. */
export function limitUsageOf(messages: readonly Message[]): LimitUsage[] {
  const fullest = new Map<LimitedValue, LimitUsage>();
  const record = (what: LimitedValue, used: number, limit: number, unit?: "bytes") => {
    const previous = fullest.get(what);
    if (used > 0 && (!previous || used / limit > previous.used / previous.limit)) {
      fullest.set(what, { what, used, limit, ...(unit && { unit }) });
    }
  };
  record("messages", messages.length, 5);
  for (const message of messages) {
    if (message.type === "text") record("text", message.text.length, 5000);
    if ("altText" in message) record("altText", message.altText.length, 1500);
    if (message.type === "flex") {
      const { contents } = message;
      const bubbles = contents.type === "carousel" ? contents.contents : [contents];
      if (contents.type === "carousel") {
        record("bubbles", bubbles.length, 12);
        record("carousel", bytes(contents), carouselBytes, "bytes");
      }
      for (const bubble of bubbles) record("bubble", bytes(bubble), bubbleBytes, "bytes");
    }
    record("quick replies", message.quickReply?.items?.length ?? 0, 13);
    for (const item of message.quickReply?.items ?? []) {
      if (item.action) noteAction(item.action, 20, record);
    }
    visit(message, (action) => noteAction(action, 40, record));
  }
  return [...fullest.values()];
}

function noteAction(
  action: Action,
  labelLimit: number,
  record: (what: LimitedValue, used: number, limit: number) => void,
): void {
  record("label", rules.countGraphemes(action.label ?? ""), labelLimit);
  if (action.type === "postback") {
    record("data", action.data?.length ?? 0, 300);
    record("displayText", rules.countGraphemes(action.displayText ?? ""), 300);
  }
  if (action.type === "uri") record("uri", action.uri?.length ?? 0, 1000);
  if (action.type === "clipboard") record("clipboard text", action.clipboardText.length, 1000);
}

/** Calls `onAction` for each action in a message, except those of its quick reply. */
function visit(value: unknown, onAction: (action: Action) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, onAction);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === "quickReply") continue;
      if (key === "action") onAction(inner as Action);
      else visit(inner, onAction);
    }
  }
}
