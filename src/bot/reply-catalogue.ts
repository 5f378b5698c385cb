/** Every reply that a member or a stranger can get, by name: what the gallery and `/preview` show. */
import type { Look, Sample } from "./context.ts";
import { samplesInGroup } from "./group-chats.ts";
import { intents } from "./intents/intents.ts";
import { strangerAnswer, withContact } from "./views/onboarding.ts";
import type { MessageKey } from "./i18n/message-keys.ts";

/** Who gets a reply, or when. */
export type ReplyKind = "asked" | "stranger" | "trouble" | "group";

export interface Reply {
  /** As it is typed behind `/preview`. */
  name: string;
  kind: ReplyKind;
  /** Drawn by the same views as what is sent. */
  samples(look: Look): Sample[];
}

const once = (
  name: string,
  kind: ReplyKind,
  view: (look: Look) => Sample["messages"][number],
): Reply => ({
  name,
  kind,
  samples: (look) => [{ name: "ordinary", messages: [view(look)] }],
});

const apology = (name: string, key: Extract<MessageKey, `apology.${string}`>) =>
  once(name, "trouble", (look) => withContact(look, { type: "text", text: look.say(key) }));

export const replies: readonly Reply[] = [
  ...intents.map(({ name, samples }) => ({ name, kind: "asked" as const, samples })),
  once("join", "stranger", (look) => strangerAnswer(look, "unknown", false)),
  once("join-again", "stranger", (look) => strangerAnswer(look, "unknown", true)),
  once("ambiguous", "stranger", (look) => strangerAnswer(look, "ambiguous", false)),
  once("inactive", "stranger", (look) => strangerAnswer(look, "inactive", false)),
  apology("platform-down", "apology.platform"),
  apology("not-offered", "apology.absent"),
  apology("too-late", "apology.late"),
  apology("too-many", "apology.flood"),
  apology("failed", "apology.failed"),
  { name: "group", kind: "group", samples: samplesInGroup },
];

/** What a sample is called among those of its reply. */
export const sampleName = ({ name, about }: Sample): string => (about ? `${name}-${about}` : name);
