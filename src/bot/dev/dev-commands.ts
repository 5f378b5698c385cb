/** The commands of the dev channel: `/as`, `/preview`, `/replies`, `/reset`, `/help`. */
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Role } from "../../store/staff.ts";
import type { Command } from "../staff/command.ts";
import { helpFor } from "../staff/commands/help.ts";
import type { StaffDirectory } from "../staff/staff-directory.ts";
import { chooser, infoCard, text } from "../staff/staff-views.ts";
import {
  cardName,
  findMembers,
  fullName,
  maskedPhone,
  memberNotFound,
  tooMany,
} from "../staff/member-search.ts";
import type { RenderContext, Reply } from "../context.ts";
import { postbackAction } from "../views/flex-components.ts";
import { nearestLanguage } from "../i18n/translate.ts";
import { replyCatalogue } from "../reply-catalogue.ts";
import type { Impersonation } from "./impersonation.ts";

/** A typed or tapped command; `rest` is the text after its name. */
export interface DevCommand {
  name: "as" | "preview" | "replies" | "reset" | "help";
  rest: string;
}

export interface DevContext {
  loyalty: LoyaltyClient;
  impersonation: Impersonation;
  directory: StaffDirectory;
  /** The members' account, whose staff and audit the dev channel uses. */
  staffAccount: string;
  /** Whether the platform's members are real people, not test data. */
  real: boolean;
  /** The staff commands. */
  table: readonly Command[];
  languages: readonly Language[];
  renderContextIn(language: Language): RenderContext;
}

/** Roles that may see real members. */
const realMemberRoles: ReadonlySet<Role> = new Set(["marketer", "manager", "owner"]);
const maxMessages = 5;
const typed = /^\s*[/／](as|preview|replies|reset|help)(?:\s+([\s\S]*))?$/i;

/** @returns null when the event is no dev command. */
export function parseDevCommand({ type, message, postback }: LineEvent): DevCommand | null {
  if (postback) {
    const details = new URLSearchParams(postback.data);
    return details.get("do") === "/as" ? { name: "as", rest: details.get("who") ?? "" } : null;
  }
  if (type !== "message") return null;
  const [, name, rest = ""] = typed.exec(message?.text ?? "") ?? [];
  return name ? { name: name.toLowerCase() as DevCommand["name"], rest: rest.trim() } : null;
}

export async function runDevCommand(
  { name, rest }: DevCommand,
  ctx: RenderContext,
  event: LineEvent,
  devContext: DevContext,
  signal: AbortSignal,
): Promise<Reply> {
  const lineId = event.source?.userId ?? "";
  switch (name) {
    case "help":
      return { messages: await help(ctx, lineId, devContext) };
    case "as":
      return impersonate(rest, ctx, lineId, event, devContext, signal);
    case "preview":
      return { messages: preview(rest, ctx, devContext) };
    case "replies":
      return { messages: [replyListCard(ctx)] };
    case "reset":
      devContext.impersonation.set(lineId, { as: "samples" });
      return { messages: [text(ctx.t("dev.reset"))] };
  }
}

/** Whether the sender may impersonate members; checked per event, so a removal takes effect at once. */
export async function maySeeMembers(
  lineId: string,
  { real, directory, staffAccount }: Pick<DevContext, "real" | "directory" | "staffAccount">,
): Promise<boolean> {
  if (!real) return true;
  const asker = await directory.of(staffAccount, lineId);
  return asker !== null && realMemberRoles.has(asker.role);
}

async function impersonate(
  who: string,
  ctx: RenderContext,
  lineId: string,
  event: LineEvent,
  devContext: DevContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { t, now } = ctx;
  if (!who) return { messages: [text(t("dev.as.usage"))] };
  if (who.toLowerCase() === "nobody") {
    devContext.impersonation.set(lineId, { as: "nobody" });
    return { messages: [text(t("dev.as.nobody"))] };
  }
  if (!(await maySeeMembers(lineId, devContext))) {
    return { messages: [text(t("dev.samplesOnly"))] };
  }
  const written = who.replace(/^["“”「]+|["“”」]+$/g, "");
  const { rows: found, isWhole } = await findMembers(devContext.loyalty, written, signal);
  if (!isWhole) return { messages: [tooMany(ctx, written)] };
  const [member, second] = found;
  if (!member) return { messages: [memberNotFound(ctx, written)] };
  if (second) {
    const options = found.map((one) => ({
      title: fullName(one),
      facts: [maskedPhone(one), ...one.cards.map(cardName)],
      action: postbackAction(fullName(one), "/as", { who: `id:${one.uuid}` }),
    }));
    return { messages: [chooser(ctx, t("staff.who.title"), options)] };
  }
  devContext.impersonation.set(lineId, { as: "member", uuid: member.uuid });
  return {
    messages: [text(t("dev.as.member", { name: fullName(member) }))],
    writes: [
      {
        kind: "audited",
        account: devContext.staffAccount,
        line: {
          at: now,
          actor: lineId,
          eventId: event.webhookEventId,
          action: "viewed",
          command: "as",
          confirmation: null,
          refId: null,
          memberUuid: member.uuid,
          facts: {},
        },
      },
    ],
  };
}

/** The help cards: dev commands, then the staff commands that the sender may use. */
async function help(
  ctx: RenderContext,
  lineId: string,
  devContext: DevContext,
): Promise<Message[]> {
  const { t } = ctx;
  const lines = [
    `/as <who> – ${t("dev.help.as")}`,
    `/as nobody – ${t("dev.help.nobody")}`,
    `/preview <reply> [language] – ${t("dev.help.preview")}`,
    `/replies – ${t("dev.help.replies")}`,
    `/reset – ${t("dev.help.reset")}`,
  ];
  const isStaff = await maySeeMembers(lineId, devContext);
  const asker = isStaff ? await devContext.directory.of(devContext.staffAccount, lineId) : null;
  return [
    infoCard(ctx, t("dev.help.title"), lines),
    ...(asker ? [helpFor(ctx, asker, devContext.table)] : []),
  ];
}

/** The first five sample messages of a reply, LINE's limit; the list of replies when the name is unknown. */
function preview(rest: string, ctx: RenderContext, devContext: DevContext): Reply["messages"] {
  const [name = "", tag] = rest.split(/\s+/);
  const reply = replyCatalogue.find((one) => one.name === name.toLowerCase());
  if (!reply) return [replyListCard(ctx)];
  const language = nearestLanguage(tag, devContext.languages) ?? ctx.language;
  return reply
    .samples(devContext.renderContextIn(language))
    .flatMap(({ messages }) => messages)
    .slice(0, maxMessages);
}

const replyListCard = (ctx: RenderContext) =>
  infoCard(
    ctx,
    ctx.t("dev.replies"),
    replyCatalogue.map((reply) => `/preview ${reply.name}`),
  );
