/** Replies where there is no good answer: to what isn't understood, to what fails, and to what takes too long. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import type { FallbackDetail } from "../routing/fallback-throttle.ts";
import { fitsPostback } from "../routing/postback.ts";
import * as ui from "./flex-components.ts";
import { isNextStep, menuSteps, wayToPerson, withNextSteps } from "./next-steps.ts";

// The reply to what isn't understood: shorter when it is repeated, and then the way to a person.

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
    return withNextSteps(ctx, ui.textWithButtons(ctx, text, actions, picture), menuSteps, related);
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

// The reply to a question whose answer isn't ready in time: a button that asks the same again.

/**
 * The tap is a request of its own, with a reply token of its own: whoever taps is answered as themselves.
 * @param request the name of the intent, and its parameters.
 */
export function lateAnswerView(
  ctx: RenderContext,
  { intent, details }: { intent: string; details: Readonly<Record<string, string>> },
): Message {
  const { t, brand } = ctx;
  if (!fitsPostback(intent, details)) return apologyView(ctx, "apology.late", intent);
  const action = ui.postbackAction(t("late.button"), intent, details);
  const footer = ui.buttonFooter([ui.button(action, brand.accent)]);
  return ui.flex(t("late.body"), [
    ui.coloredBox(brand.color, [ui.textLine(t("late.body"))], footer),
  ]);
}

// The apology for a question that can't be answered now, with the question again and a way to reach a person.

export type ApologyKey = Extract<MessageKey, `apology.${string}`>;

/** Apologies that don't ask for the same again: it would fail again, or come too soon. */
const withoutRetry: ReadonlySet<ApologyKey> = new Set(["apology.absent", "apology.flood"]);

/** @param intent the name of the intent that asked; it is offered again if that can help. */
export function apologyView(ctx: RenderContext, key: ApologyKey, intent?: string): Message {
  const retry = intent && isNextStep(intent) && !withoutRetry.has(key) ? [intent] : [];
  const steps = new Set([...retry, "contact" as const, "help" as const]);
  return withNextSteps(ctx, { type: "text", text: ctx.t(key) }, [...steps]);
}

// The note that a value is the last known one, for fallback replies while the platform is unavailable.

/** @param at when the value was read, in milliseconds since 1970; shown as a time if today, else as a date. */
export function staleNotice({ t, now, timeZone }: RenderContext, at: number): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone });
  return t(day.format(at) === day.format(now) ? "as-of.time" : "as-of.date", { at });
}
