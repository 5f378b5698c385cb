/** The reply to what isn't understood: shorter when it is repeated, and then the way to a person. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import type { FallbackDetail } from "../routing/fallback-throttle.ts";
import { menuSteps, withNextSteps } from "./next-steps.ts";
import { textWithButtons } from "./flex-components.ts";
import { wayToPerson } from "./way-to-person.ts";

type FullTextKey = "unknown.body" | "wordless.body";

/** What the shop adds to the reply. */
interface OwnParts {
  /** In place of the full sentence. */
  parts?: { text: string; picture: string | null; actions: readonly Action[] } | undefined;
  /** Buttons for what may be meant, whichever sentence there is. */
  related?: readonly Action[];
}

export function fallbackReply(
  ctx: RenderContext,
  fullText: FullTextKey,
  detail: FallbackDetail,
  { parts, related = [] }: OwnParts = {},
): Message {
  if (detail === "person") {
    const others = menuSteps.filter((step) => step !== "contact");
    return wayToPerson(ctx, ctx.t("fallback.buttons"), ["contact", ...others], related);
  }
  if (detail === "full" && parts) {
    const { text, actions, picture } = parts;
    return withNextSteps(ctx, textWithButtons(ctx, text, actions, picture), menuSteps, related);
  }
  const text = ctx.t(detail === "full" ? fullText : "fallback.short");
  return withNextSteps(ctx, { type: "text", text }, menuSteps, related);
}

/** The reply in full, and what follows it within a minute. @param parts as in `fallbackReply`. */
export const fallbackSamples = (
  ctx: RenderContext,
  fullText: FullTextKey,
  parts?: OwnParts["parts"],
): Sample[] => [
  { name: "ordinary", messages: [fallbackReply(ctx, fullText, "full", { parts })] },
  { name: "ordinary", about: "short", messages: [fallbackReply(ctx, fullText, "short")] },
  { name: "ordinary", about: "person", messages: [fallbackReply(ctx, fullText, "person")] },
];
