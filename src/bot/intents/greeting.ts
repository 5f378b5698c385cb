/** Greets a member who adds or unblocks the account. */
import type { MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Intent, RenderContext } from "../context.ts";
import { clip, withQuickReplies } from "../views/flex-components.ts";
import { menuActions } from "./help.ts";

const maxNameLength = 60;

export const greeting: Intent = {
  name: "greeting",
  access: "member",
  cacheable: false,
  phrases: { en: [], th: [], ja: [], "zh-TW": [] },
  answer: (context, profile) => ({
    messages: [view(context, profile, wasBlocked(context.event.follow))],
  }),
  withoutPlatform: (context, last) => ({
    messages: [view(context, last?.profile ?? null, wasBlocked(context.event.follow))],
  }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, { name: "Somchai" }, false)] },
    { name: "ordinary", about: "back", messages: [view(ctx, { name: "Somchai" }, true)] },
    { name: "empty", messages: [view(ctx, null, false)] },
    { name: "longest", messages: [view(ctx, { name: "Wolfeschlegelstein".repeat(9) }, false)] },
  ],
};

const wasBlocked = (follow: { isUnblocked?: boolean | undefined } | undefined) =>
  follow?.isUnblocked === true;

/** @param profile null while the platform is unavailable and the member isn't known. */
function view(
  ctx: RenderContext,
  profile: Pick<MemberProfile, "name"> | null,
  returning: boolean,
): Message {
  const { t, brand } = ctx;
  const name = clip(profile?.name ?? "", maxNameLength);
  const business = brand.name;
  const text = name
    ? t(returning ? "greeting.back" : "greeting.hello", { name, business })
    : t("greeting.nameless", { business });
  return withQuickReplies({ type: "text", text }, menuActions(t));
}
