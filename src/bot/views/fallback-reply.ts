/** The reply to what isn't understood, shorter each time it is repeated; buttons alone still need a text in LINE. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import type { FallbackDetail } from "../routing/fallback-throttle.ts";
import { menuSteps, withNextSteps } from "./next-steps.ts";

type FullTextKey = "unknown.body" | "wordless.body";

export function fallbackReply(
  ctx: RenderContext,
  fullText: FullTextKey,
  detail: FallbackDetail,
): Message {
  const key = { full: fullText, short: "fallback.short", buttons: "fallback.buttons" } as const;
  return withNextSteps(ctx, { type: "text", text: ctx.t(key[detail]) }, menuSteps);
}

/** The reply in full, and what follows it within a minute. */
export const fallbackSamples = (ctx: RenderContext, fullText: FullTextKey): Sample[] => [
  { name: "ordinary", messages: [fallbackReply(ctx, fullText, "full")] },
  { name: "ordinary", about: "short", messages: [fallbackReply(ctx, fullText, "short")] },
  { name: "ordinary", about: "buttons", messages: [fallbackReply(ctx, fullText, "buttons")] },
];
