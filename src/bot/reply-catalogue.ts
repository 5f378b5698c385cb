/** Every reply that a member or a stranger can get, by name: what the gallery and `/preview` show. */
import type { RenderContext, Sample } from "./context.ts";
import { groupSamples } from "./group-chats.ts";
import { intents } from "./intents/intents.ts";
import { onboardingView, withContactButton } from "./views/onboarding.ts";
import type { MessageKey } from "./i18n/message-keys.ts";

/** Who gets a reply, or when. */
export type CatalogueKind = "asked" | "stranger" | "trouble" | "group";

export interface CatalogueEntry {
  /** As it is typed behind `/preview`. */
  name: string;
  kind: CatalogueKind;
  /** Drawn by the same views as what is sent. */
  samples(ctx: RenderContext): Sample[];
}

const once = (
  name: string,
  kind: CatalogueKind,
  view: (ctx: RenderContext) => Sample["messages"][number],
): CatalogueEntry => ({
  name,
  kind,
  samples: (ctx) => [{ name: "ordinary", messages: [view(ctx)] }],
});

const apology = (name: string, key: Extract<MessageKey, `apology.${string}`>) =>
  once(name, "trouble", (ctx) => withContactButton(ctx, { type: "text", text: ctx.t(key) }));

export const replyCatalogue: readonly CatalogueEntry[] = [
  ...intents.map(({ name, samples }) => ({ name, kind: "asked" as const, samples })),
  once("join", "stranger", (ctx) => onboardingView(ctx, "unknown", false)),
  once("join-again", "stranger", (ctx) => onboardingView(ctx, "unknown", true)),
  once("ambiguous", "stranger", (ctx) => onboardingView(ctx, "ambiguous", false)),
  once("inactive", "stranger", (ctx) => onboardingView(ctx, "inactive", false)),
  apology("platform-down", "apology.platform"),
  apology("not-offered", "apology.absent"),
  apology("too-late", "apology.late"),
  apology("too-many", "apology.flood"),
  apology("failed", "apology.failed"),
  { name: "group", kind: "group", samples: groupSamples },
];

/** What a sample is called among those of its reply. */
export const sampleName = ({ name, about }: Sample): string => (about ? `${name}-${about}` : name);
