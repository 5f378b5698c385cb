/** How near messages are to LINE's limits, for whoever writes them: the fullest of each kind. */
import { bubbleBytes, carouselBytes } from "./flex.ts";
import type { LimitUsage } from "./limit-usage-type.ts";
import type { Action, Message } from "./message-types.ts";

/** From here on a limit counts as near. */
const near = 0.8;

export const isNear = ({ used, limit }: LimitUsage): boolean => used >= limit * near;

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Every limit that these messages, sent together, use something of; each once, by its fullest. */
export function limitUsageOf(messages: readonly Message[]): LimitUsage[] {
  const fullest = new Map<string, LimitUsage>();
  const note = (what: string, used: number, limit: number, unit?: "bytes") => {
    const known = fullest.get(what);
    if (used > 0 && (!known || used / limit > known.used / known.limit)) {
      fullest.set(what, { what, used, limit, ...(unit && { unit }) });
    }
  };
  note("messages", messages.length, 5);
  for (const message of messages) {
    if (message.type === "text") note("text", message.text.length, 5000);
    if ("altText" in message) note("altText", message.altText.length, 1500);
    if (message.type === "flex") {
      const { contents } = message;
      const bubbles = contents.type === "carousel" ? contents.contents : [contents];
      if (contents.type === "carousel") {
        note("bubbles", bubbles.length, 12);
        note("carousel", bytes(contents), carouselBytes, "bytes");
      }
      for (const bubble of bubbles) note("bubble", bytes(bubble), bubbleBytes, "bytes");
    }
    note("quick replies", message.quickReply?.items?.length ?? 0, 13);
    for (const item of message.quickReply?.items ?? []) {
      if (item.action) noteAction(item.action, 20, note);
    }
    visit(message, (action) => noteAction(action, 40, note));
  }
  return [...fullest.values()];
}

function noteAction(
  action: Action,
  labelLimit: number,
  note: (what: string, used: number, limit: number) => void,
): void {
  note("label", action.label?.length ?? 0, labelLimit);
  if (action.type === "postback") {
    note("data", action.data?.length ?? 0, 300);
    note("displayText", action.displayText?.length ?? 0, 300);
  }
  if (action.type === "uri") note("uri", action.uri?.length ?? 0, 1000);
  if (action.type === "clipboard") note("clipboard text", action.clipboardText.length, 1000);
}

/** Finds the actions of a message's own buttons, wherever they are. */
function visit(value: unknown, see: (action: Action) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === "quickReply") continue;
      if (key === "action") see(inner as Action);
      else visit(inner, see);
    }
  }
}
