/** Lists every reply that a user can get, by name, with samples for the gallery and `/preview`. */
import type { RenderContext, Sample } from "./context.ts";
import { groupSamples } from "./group-chats.ts";
import { intents } from "./intents/intents.ts";
import { pricedName } from "./intents/rewards/rewards.ts";
import { sampleRewards } from "./intents/rewards/samples.ts";
import { giftSamples } from "./staff/orders/notices.ts";
import { staffReplies } from "./staff/samples.ts";
import { type ApologyKey, apologyView, lateAnswerView } from "./views/fallback.ts";
import { onboardingView } from "./views/onboarding.ts";

/** When a reply is sent: by an intent, to a non-member, of what staff did, on a failure, in a group, to staff. */
export type CatalogueKind = "intent" | "onboarding" | "notice" | "failure" | "group" | "staff";

export interface CatalogueEntry {
  /** The name, as typed after `/preview`. */
  name: string;
  kind: CatalogueKind;
  /** Rendered by the same views as the replies sent. */
  samples(ctx: RenderContext): Sample[];
}

const singleSample = (
  name: string,
  kind: CatalogueKind,
  view: (ctx: RenderContext) => Sample["messages"][number],
): CatalogueEntry => ({
  name,
  kind,
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
});

const apology = (name: string, key: ApologyKey) =>
  singleSample(name, "failure", (ctx) => apologyView(ctx, key));

export const replyCatalogue: readonly CatalogueEntry[] = [
  ...intents.map(({ name, samples }) => ({ name, kind: "intent" as const, samples })),
  singleSample("join", "onboarding", (ctx) =>
    onboardingView(
      ctx,
      "unknown",
      false,
      sampleRewards(ctx, 3).rewards.map((reward) => pricedName(ctx, reward)),
    ),
  ),
  singleSample("join-again", "onboarding", (ctx) => onboardingView(ctx, "unknown", true)),
  singleSample("ambiguous", "onboarding", (ctx) => onboardingView(ctx, "ambiguous", false)),
  singleSample("inactive", "onboarding", (ctx) => onboardingView(ctx, "inactive", false)),
  { name: "gift", kind: "notice", samples: giftSamples },
  apology("platform-down", "apology.platform"),
  apology("unread", "apology.unread"),
  apology("not-offered", "apology.absent"),
  apology("too-late", "apology.late"),
  singleSample("late-answer", "failure", (ctx) =>
    lateAnswerView(ctx, { intent: "balance", details: {} }),
  ),
  apology("too-many", "apology.flood"),
  apology("failed", "apology.failed"),
  { name: "group", kind: "group", samples: groupSamples },
  ...staffReplies.map(({ name, samples }) => ({ name, kind: "staff" as const, samples })),
];

/** The name of a sample, unique within its reply. */
export const sampleName = ({ name, about }: Sample): string => (about ? `${name}-${about}` : name);
