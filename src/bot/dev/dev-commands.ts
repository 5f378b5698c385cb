/** What marketers order in the dev channel: `/as`, `/preview`, `/replies`, `/reset`, `/help`. */
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

/** An order as it was written or tapped. */
export interface DevCommand {
  name: "as" | "preview" | "replies" | "reset" | "help";
  rest: string;
}

export interface DevContext {
  loyalty: LoyaltyClient;
  impersonation: Impersonation;
  roster: StaffDirectory;
  /** The members' account: its staff are the dev channel's, and its audit. */
  staffAccount: string;
  /** Whether members are real people. */
  real: boolean;
  /** What staff can order. */
  table: readonly Command[];
  languages: readonly Language[];
  renderContextIn(language: Language): RenderContext;
}

/** Who may see real members. */
const realMemberRoles: ReadonlySet<Role> = new Set(["marketer", "manager", "owner"]);
const maxMessages = 5;
const typed = /^\s*[/／](as|preview|replies|reset|help)(?:\s+([\s\S]*))?$/i;

/** @returns null where an event is nothing of ours. */
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
  staffContext: DevContext,
  signal: AbortSignal,
): Promise<Reply> {
  const lineId = event.source?.userId ?? "";
  switch (name) {
    case "help":
      return { messages: await help(ctx, lineId, staffContext) };
    case "as":
      return impersonate(rest, ctx, lineId, event, staffContext, signal);
    case "preview":
      return { messages: preview(rest, ctx, staffContext) };
    case "replies":
      return { messages: [listOf(ctx)] };
    case "reset":
      staffContext.impersonation.set(lineId, { as: "samples" });
      return { messages: [text(ctx.t("dev.reset"))] };
  }
}

/** Asked for every event: whoever isn't trusted any more stops playing at once. */
export async function maySeeMembers(
  lineId: string,
  { real, roster: directory, staffAccount }: Pick<DevContext, "real" | "roster" | "staffAccount">,
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
  staffContext: DevContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { t, now } = ctx;
  if (!who) return { messages: [text(t("dev.as.usage"))] };
  if (who.toLowerCase() === "nobody") {
    staffContext.impersonation.set(lineId, { as: "nobody" });
    return { messages: [text(t("dev.as.nobody"))] };
  }
  if (!(await maySeeMembers(lineId, staffContext))) {
    return { messages: [text(t("dev.samplesOnly"))] };
  }
  const written = who.replace(/^["“”「]+|["“”」]+$/g, "");
  const { rows: found, isWhole } = await findMembers(staffContext.loyalty, written, signal);
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
  staffContext.impersonation.set(lineId, { as: "member", uuid: member.uuid });
  return {
    messages: [text(t("dev.as.member", { name: fullName(member) }))],
    writes: [
      {
        kind: "audited",
        account: staffContext.staffAccount,
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

/** What can be ordered here only, and what staff can order everywhere. */
async function help(
  ctx: RenderContext,
  lineId: string,
  staffContext: DevContext,
): Promise<Message[]> {
  const { t } = ctx;
  const lines = [
    `/as <who> – ${t("dev.help.as")}`,
    `/as nobody – ${t("dev.help.nobody")}`,
    `/preview <reply> [language] – ${t("dev.help.preview")}`,
    `/replies – ${t("dev.help.replies")}`,
    `/reset – ${t("dev.help.reset")}`,
  ];
  const isStaff = await maySeeMembers(lineId, staffContext);
  const asker = isStaff ? await staffContext.roster.of(staffContext.staffAccount, lineId) : null;
  return [
    infoCard(ctx, t("dev.help.title"), lines),
    ...(asker ? [helpFor(ctx, asker, staffContext.table)] : []),
  ];
}

/** The samples of a reply, as many as LINE takes at once. */
function preview(rest: string, ctx: RenderContext, staffContext: DevContext): Reply["messages"] {
  const [name = "", tag] = rest.split(/\s+/);
  const reply = replyCatalogue.find((one) => one.name === name.toLowerCase());
  if (!reply) return [listOf(ctx)];
  const language = nearestLanguage(tag, staffContext.languages) ?? ctx.language;
  return reply
    .samples(staffContext.renderContextIn(language))
    .flatMap(({ messages }) => messages)
    .slice(0, maxMessages);
}

const listOf = (ctx: RenderContext) =>
  infoCard(
    ctx,
    ctx.t("dev.replies"),
    replyCatalogue.map((reply) => `/preview ${reply.name}`),
  );
