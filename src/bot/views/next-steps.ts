/** The quick replies that lead on from an answer: what is asked for next, and the way to a person. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import type { MessageKey } from "../i18n/message-keys.ts";
import * as ui from "./flex-components.ts";

/** The label of each intent that can be offered. */
const labels = {
  balance: "balance.label",
  card: "card.label",
  coupons: "coupons.label",
  rewards: "rewards.label",
  check: "check.label",
  history: "history.label",
  campaigns: "campaigns.label",
  language: "language.label",
  contact: "contact.label",
  help: "help.label",
} as const satisfies Record<string, MessageKey>;

/** The name of an intent that can be offered. */
export type NextStep = keyof typeof labels;

/** Everything that can be offered, in the order of the help text. */
export const menuSteps = Object.keys(labels) as readonly NextStep[];

/** What a member without a card is offered. */
export const stepsWithoutCard: readonly NextStep[] = ["campaigns", "coupons", "contact", "help"];

export const isNextStep = (intent: string): intent is NextStep => Object.hasOwn(labels, intent);

/** @param steps in the order shown. @param first what is offered before them. */
export function withNextSteps(
  ctx: RenderContext,
  message: Message,
  steps: readonly NextStep[],
  first: readonly Action[] = [],
): Message {
  return ui.withQuickReplies(message, [...first, ...steps.map((step) => actionOf(ctx, step))]);
}

/** A person is reached at the contact address; without one, the intent says when the shop is open. */
function actionOf({ t, brand }: RenderContext, step: NextStep): Action {
  const label = t(labels[step]);
  return step === "contact" && brand.contactUrl
    ? ui.uriAction(label, brand.contactUrl)
    : ui.postbackAction(label, step);
}

// Renders a text that leads to a person: with a button to the contact address, if there is one.

/**
 * @param steps the quick replies; `contact` among them only where there is no button for it.
 * @param first what is offered before them.
 */
export function wayToPerson(
  ctx: RenderContext,
  text: string,
  steps: readonly NextStep[],
  first: readonly Action[] = [],
): Message {
  const { t, brand } = ctx;
  if (!brand.contactUrl) return withNextSteps(ctx, { type: "text", text }, steps, first);
  const contact = ui.uriAction(t("contact.label"), brand.contactUrl);
  const others = steps.filter((step) => step !== "contact");
  return withNextSteps(ctx, ui.textWithButtons(ctx, text, [contact]), others, first);
}
