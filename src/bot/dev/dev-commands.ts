/** The dev channel's own commands, rows of the command table: `/as`, `/preview`, `/replies`, `/reset`, `/help`. */
import type { MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Colleague } from "../staff/staff-directory.ts";
import type { Command, OpenCommandContext } from "../staff/command.ts";
import { helpFor, helpLine } from "../staff/commands/help.ts";
import { infoCard, textMessage } from "../staff/staff-views.ts";
import { oneMember } from "../staff/argument-values.ts";
import { listedName, maskedWho } from "../staff/member-text.ts";
import type { RenderContext, Reply, Sample } from "../context.ts";
import { fallbackName } from "../i18n/answers/answer.ts";
import { nearestLanguage } from "../i18n/format.ts";
import { answer } from "../intents/answer.ts";
import { replyCatalogue } from "../reply-catalogue.ts";

export interface DevContext {
  /** The members' account, whose staff and audit the dev channel uses. */
  staffAccount: string;
  /** Whether the platform's members are real people, not test data. */
  real: boolean;
}

const maxMessages = 5;

/** Whether someone may impersonate members. @param colleague null = not staff. */
export const maySeeMembers = (
  { real }: Pick<DevContext, "real">,
  colleague: Colleague | null,
): boolean => !real || colleague !== null;

/** The table of the dev channel: the staff commands, and its own in place of those of the same name. */
export function devCommandTable(
  devContext: DevContext,
  staffCommands: readonly Command[],
): readonly Command[] {
  const devCommands = [asCommand(devContext), preview, replies, reset];
  const help = helpCommand(devCommands, staffCommands);
  return [...staffCommands.filter(({ name }) => name !== help.name), ...devCommands, help];
}

const asCommand = (devContext: DevContext): Command => ({
  name: "as",
  roles: "anyone",
  parameters: [{ name: "who", is: "rest", ask: "dev.as.usage" }],
  helpKey: "dev.help.as",
  async run(ctx) {
    const { args, colleague, staffContext, t } = ctx;
    const { who = "" } = args;
    if (who.toLowerCase() === "nobody") {
      staffContext.dialogue.actAs({ as: "nobody" });
      return { messages: [textMessage(t("dev.as.nobody"))] };
    }
    if (!maySeeMembers(devContext, colleague)) {
      return { messages: [textMessage(t("dev.samplesOnly"))] };
    }
    const found = await oneMember(ctx, "who");
    if ("reply" in found) return found.reply;
    const { member } = found;
    staffContext.dialogue.actAs({ as: "member", uuid: member.uuid });
    return {
      messages: [textMessage(t("dev.as.member", { name: listedName(member) }))],
      writes: [viewedEntry(ctx, devContext.staffAccount, member)],
    };
  },
});

/** The audit entry of somebody who acts as a member from here on. */
const viewedEntry = (
  { now, lineId, event, command }: OpenCommandContext,
  account: string,
  member: MemberProfile,
): NonNullable<Reply["writes"]>[number] => ({
  kind: "audited",
  account,
  line: {
    at: now,
    actor: lineId,
    eventId: event.webhookEventId,
    action: "viewed",
    command: command.name,
    confirmation: null,
    refId: null,
    memberUuid: member.uuid,
    facts: { who: maskedWho(member) },
  },
});

/** Shows the first five sample messages of a reply, LINE's limit; the list of replies for an unknown name. */
const preview: Command = {
  name: "preview",
  roles: "anyone",
  parameters: [
    { name: "reply", is: "word" },
    { name: "language", is: "rest" },
  ],
  helpKey: "dev.help.preview",
  run(ctx) {
    const { args, offeredLanguages, translatorFor } = ctx;
    const language = nearestLanguage(args["language"], offeredLanguages) ?? ctx.language;
    const wanted = args["reply"]?.toLowerCase() ?? "";
    const samples = samplesOf({ ...ctx, language, t: translatorFor(language) }, wanted);
    if (samples.length === 0) return { messages: [replyListCard(ctx)] };
    return { messages: samples.flatMap(({ messages }) => messages).slice(0, maxMessages) };
  },
};

/** The samples of a reply, or of one of the shop's answers, by its name. */
const samplesOf = (ctx: RenderContext, wanted: string): Sample[] =>
  replyCatalogue.find(({ name }) => name === wanted)?.samples(ctx) ??
  answer.samples(ctx).filter(({ about }) => about === wanted);

const replies: Command = {
  name: "replies",
  roles: "anyone",
  parameters: [],
  helpKey: "dev.help.replies",
  run: (ctx) => ({ messages: [replyListCard(ctx)] }),
};

const reset: Command = {
  name: "reset",
  roles: "anyone",
  parameters: [],
  helpKey: "dev.help.reset",
  run({ staffContext, t }) {
    staffContext.dialogue.actAs(null);
    return { messages: [textMessage(t("dev.reset"))] };
  },
};

/** The help cards: the dev commands, then the staff commands that the sender may use. */
const helpCommand = (
  devCommands: readonly Command[],
  staffCommands: readonly Command[],
): Command => ({
  name: "help",
  roles: "anyone",
  parameters: [],
  helpKey: "staff.help.help",
  run: (ctx) => ({
    messages: [
      devHelpCard(ctx, devCommands),
      ...(ctx.colleague ? [helpFor(ctx, ctx.colleague, staffCommands, ctx.staffContext)] : []),
    ],
  }),
});

function devHelpCard(ctx: RenderContext, devCommands: readonly Command[]): Message {
  const { t } = ctx;
  const lines = devCommands.flatMap((command) => [
    helpLine(ctx, command),
    ...(command.name === "as" ? [`/as nobody – ${t("dev.help.nobody")}`] : []),
  ]);
  return infoCard(ctx, t("dev.help.title"), lines);
}

/** Answers of the shop's own that the list names. */
const maxAnswersListed = 50;

function replyListCard(ctx: RenderContext) {
  const answers = [...(ctx.answers?.answers.keys() ?? [])]
    .filter((name) => name !== fallbackName)
    .slice(0, maxAnswersListed);
  const names = [...replyCatalogue.map(({ name }) => name), ...answers];
  return infoCard(
    ctx,
    ctx.t("dev.replies"),
    names.map((name) => `/preview ${name}`),
  );
}
