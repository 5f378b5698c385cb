/** Replies in groups and rooms: a link to the 1:1 chat when the account is addressed, never member data. */
import type { LineEvent } from "../line/webhook-events.ts";
import type { Message } from "../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "./context.ts";
import * as ui from "./views/flex-components.ts";
import {
  normalizeEvent,
  isMentioned,
  isCommand,
  withoutEmojiNames,
} from "./routing/text-normalizer.ts";
import { help } from "./intents/help.ts";
import type { RouteEvent } from "./routing/text-router.ts";
import { isNextStep } from "./views/next-steps.ts";

/** LINE's limit for the address of an action, in characters. */
const maxUriLength = 1000;

/** Whether an event comes from a group or a room. */
export function isGroupChat({ source }: LineEvent): boolean {
  return source?.type === "group" || source?.type === "room";
}

/** What a group asks of the account. */
export interface GroupRequest {
  kind: "invitation" | "question";
  /** What was written, without mentions of the account. */
  text: string;
  /** Whether the text asks for an intent, and is put into the 1:1 chat's input field. */
  isRouted: boolean;
}

export interface GroupChats {
  /** @returns null when the account isn't addressed. */
  read(event: LineEvent): GroupRequest | null;
  reply(request: GroupRequest, ctx: RenderContext): Message[];
}

/** @param basicId the account's basic id, such as `@sakura`. */
export function createGroupChats(options: { basicId: string; route: RouteEvent }): GroupChats {
  const { basicId, route } = options;
  return {
    read: (event) => readGroupRequest(event, route),
    reply(request, ctx) {
      const { t, brand, language } = ctx;
      const [helpWord = ""] = help.phrases[language];
      const uri = chatUri(basicId, request.isRouted ? request.text : helpWord);
      const action = ui.uriAction(
        t("group.button"),
        uri.length > maxUriLength ? chatUri(basicId, helpWord) : uri,
      );
      const text =
        request.kind === "invitation"
          ? t("group.hello", { business: brand.name })
          : t("group.private");
      const footer = ui.buttonFooter([ui.button(action, brand.accent)]);
      return [ui.flex(text, [ui.coloredBox(brand.color, [ui.textLine(text)], footer)])];
    },
  };
}

/** @param prefill the text that the link puts into the 1:1 chat's input field. */
const chatUri = (basicId: string, prefill: string) =>
  `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(prefill.toWellFormed())}`;

function readGroupRequest(event: LineEvent, route: RouteEvent): GroupRequest | null {
  if (event.type === "join") return { kind: "invitation", text: "", isRouted: false };
  if (event.type !== "message" || event.message?.text === undefined) return null;
  const normalized = normalizeEvent(event);
  // People in a group also ask each other politely.
  const options = { isExact: !isMentioned(event) };
  const request = route(normalized, options) ?? route(withoutEmojiNames(normalized), options);
  // A phrase without argument only: codes and names also occur in the group's own conversation.
  const isKeyword =
    request !== null &&
    !isCommand(normalized) &&
    isNextStep(request.intent) &&
    Object.keys(request.details).length === 0;
  if (!isKeyword && !isMentioned(event)) return null;
  const text = (normalized.message?.text ?? "").trim();
  return { kind: "question", text, isRouted: request !== null };
}

/** Samples of the group replies, with a made-up account. */
export function groupSamples(ctx: RenderContext): Sample[] {
  const { reply } = createGroupChats({ basicId: "@example", route: () => null });
  const unrouted = { text: "", isRouted: false };
  return [
    { name: "ordinary", messages: reply({ kind: "question", ...unrouted }, ctx) },
    { name: "ordinary", about: "hello", messages: reply({ kind: "invitation", ...unrouted }, ctx) },
  ];
}
