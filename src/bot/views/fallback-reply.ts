/** The reply to what isn't understood: shorter when it is repeated, and then the way to a person. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import type { FallbackDetail } from "../routing/fallback-throttle.ts";
import { menuSteps, withNextSteps } from "./next-steps.ts";
import { wayToPerson } from "./way-to-person.ts";

type FullTextKey = "unknown.body" | "wordless.body";

export function fallbackReply(
  ctx: RenderContext,
  fullText: FullTextKey,
  detail: FallbackDetail,
): Message {
  if (detail === "person") {
    const others = menuSteps.filter((step) => step !== "contact");
    return wayToPerson(ctx, ctx.t("fallback.buttons"), ["contact", ...others]);
  }
  const text = ctx.t(detail === "full" ? fullText : "fallback.short");
  return withNextSteps(ctx, { type: "text", text }, menuSteps);
}

/** The reply in full, and what follows it within a minute. */
export const fallbackSamples = (ctx: RenderContext, fullText: FullTextKey): Sample[] => [
  { name: "ordinary", messages: [fallbackReply(ctx, fullText, "full")] },
  { name: "ordinary", about: "short", messages: [fallbackReply(ctx, fullText, "short")] },
  { name: "ordinary", about: "person", messages: [fallbackReply(ctx, fullText, "person")] },
];
