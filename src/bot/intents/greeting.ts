/** What a member hears who adds the account, or lets it write again. */
import type { MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, Look } from "../context.ts";
import { clip, withQuickReplies } from "../views/flex-components.ts";
import { asks } from "./help.ts";

const longestName = 60;

export const greeting: Intent = {
  name: "greeting",
  access: "member",
  kept: false,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context, profile) => ({
    messages: [view(context, profile, isBack(context.event.follow))],
  }),
  withoutPlatform: (context, last) => ({
    messages: [view(context, last?.profile ?? null, isBack(context.event.follow))],
  }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, { name: "Somchai" }, false)] },
    { name: "ordinary", about: "back", messages: [view(look, { name: "Somchai" }, true)] },
    { name: "empty", messages: [view(look, null, false)] },
    { name: "longest", messages: [view(look, { name: "Wolfeschlegelstein".repeat(9) }, false)] },
  ],
};

const isBack = (follow: { isUnblocked?: boolean | undefined } | undefined) =>
  follow?.isUnblocked === true;

/** @param profile null while nobody can tell who it is. */
function view(look: Look, profile: Pick<MemberProfile, "name"> | null, back: boolean): Message {
  const { say, brand } = look;
  const name = clip(profile?.name ?? "", longestName);
  const business = brand.name;
  const text = name
    ? say(back ? "greeting.back" : "greeting.hello", { name, business })
    : say("greeting.nameless", { business });
  return withQuickReplies({ type: "text", text }, asks(say));
}
