/** The apology for a question that can't be answered now, with the question again and a way to reach a person. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import { isNextStep, withNextSteps } from "./next-steps.ts";

export type ApologyKey = Extract<MessageKey, `apology.${string}`>;

/** Apologies that don't ask for the same again: it would fail again, or come too soon. */
const withoutRetry: ReadonlySet<ApologyKey> = new Set(["apology.absent", "apology.flood"]);

/** @param intent the name of the intent that asked; it is offered again if that can help. */
export function apologyView(ctx: RenderContext, key: ApologyKey, intent?: string): Message {
  const retry = intent && isNextStep(intent) && !withoutRetry.has(key) ? [intent] : [];
  const steps = new Set([...retry, "contact" as const, "help" as const]);
  return withNextSteps(ctx, { type: "text", text: ctx.t(key) }, [...steps]);
}
