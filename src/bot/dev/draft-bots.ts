/** In the dev channel everybody sees their own draft of texts, or the operator's: a bot for each, until it changes. */
import { operatorId, type Draft } from "../../store/drafts.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Bot } from "../bot.ts";

interface DraftBot {
  /** Of the draft, and of the published texts below it: with another one the bot is built again. */
  version: string;
  bot: Bot;
}

/**
 * @param options `draftOf`: null = they have none. `withDraft`: builds a bot with a draft's texts over the published ones.
 * `publishedVersion`: another one whenever others are published. `others`: answers where there is no draft.
 */
export function createDraftBots(options: {
  draftOf(author: string): Promise<Draft | null>;
  withDraft(draft: Draft): Bot;
  publishedVersion(): string;
  others: Bot;
}): Bot {
  const { draftOf, withDraft, publishedVersion, others } = options;
  const bots = new Map<string, DraftBot>();

  async function botFor(lineId: string | undefined): Promise<Bot> {
    const own = lineId === undefined ? null : await draftOf(lineId);
    const draft = own ?? (await draftOf(operatorId));
    if (!draft) return others;
    const version = `${draft.changedAt} ${draft.version} ${publishedVersion()}`;
    const built = bots.get(draft.author);
    if (built?.version === version) return built.bot;
    const bot = withDraft(draft);
    bots.set(draft.author, { version, bot });
    return bot;
  }
  const botOf = ({ source }: LineEvent) => botFor(source?.userId);
  return {
    handle: async (account, event, how) => (await botOf(event)).handle(account, event, how),
    errorReply: async (account, event) => (await botOf(event)).errorReply(account, event),
    rateLimitReply: async (account, event) => (await botOf(event)).rateLimitReply(account, event),
    renderContextFor: async (lineId) => (await botFor(lineId)).renderContextFor(lineId),
  };
}
