/** What marketers order in the dev channel: `/as`, `/preview`, `/replies`, `/reset`, `/help`. */
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { Connect } from "../../loyalty/client.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Role } from "../../store/staff.ts";
import type { Command } from "../staff/command.ts";
import { helpFor } from "../staff/commands/help.ts";
import type { Roster } from "../staff/staff-directory.ts";
import { choose, sheet, text } from "../staff/staff-views.ts";
import {
  cardName,
  findMembers,
  fullName,
  maskedPhone,
  nobody,
  tooMany,
} from "../staff/member-search.ts";
import type { Look, Said } from "../context.ts";
import { ask } from "../views/flex-components.ts";
import { nearestLanguage } from "../i18n/translate.ts";
import { replies } from "../reply-catalogue.ts";
import type { Personas } from "./impersonation.ts";

/** An order as it was written or tapped. */
export interface DevOrder {
  name: "as" | "preview" | "replies" | "reset" | "help";
  rest: string;
}

export interface DevDesk {
  connect: Connect;
  personas: Personas;
  roster: Roster;
  /** The members' account: its staff are the dev channel's, and its audit. */
  staffAccount: string;
  /** Whether members are real people. */
  real: boolean;
  /** What staff can order. */
  table: readonly Command[];
  languages: readonly Language[];
  lookIn(language: Language): Look;
}

/** Who may see real members. */
const trusted: ReadonlySet<Role> = new Set(["marketer", "manager", "owner"]);
const mostMessages = 5;
const typed = /^\s*[/／](as|preview|replies|reset|help)(?:\s+([\s\S]*))?$/i;

/** @returns null where an event is nothing of ours. */
export function devOrderIn({ type, message, postback }: LineEvent): DevOrder | null {
  if (postback) {
    const details = new URLSearchParams(postback.data);
    return details.get("do") === "/as" ? { name: "as", rest: details.get("who") ?? "" } : null;
  }
  if (type !== "message") return null;
  const [, name, rest = ""] = typed.exec(message?.text ?? "") ?? [];
  return name ? { name: name.toLowerCase() as DevOrder["name"], rest: rest.trim() } : null;
}

export async function answerDevOrder(
  { name, rest }: DevOrder,
  look: Look,
  event: LineEvent,
  desk: DevDesk,
  signal: AbortSignal,
): Promise<Said> {
  const lineId = event.source?.userId ?? "";
  switch (name) {
    case "help":
      return { messages: await help(look, lineId, desk) };
    case "as":
      return playAs(rest, look, lineId, event, desk, signal);
    case "preview":
      return { messages: preview(rest, look, desk) };
    case "replies":
      return { messages: [listOf(look)] };
    case "reset":
      desk.personas.play(lineId, { as: "samples" });
      return { messages: [text(look.say("dev.reset"))] };
  }
}

/** Asked for every event: whoever isn't trusted any more stops playing at once. */
export async function maySeeMembers(
  lineId: string,
  { real, roster, staffAccount }: Pick<DevDesk, "real" | "roster" | "staffAccount">,
): Promise<boolean> {
  if (!real) return true;
  const asker = await roster.of(staffAccount, lineId);
  return asker !== null && trusted.has(asker.role);
}

async function playAs(
  who: string,
  look: Look,
  lineId: string,
  event: LineEvent,
  desk: DevDesk,
  signal: AbortSignal,
): Promise<Said> {
  const { say, now } = look;
  if (!who) return { messages: [text(say("dev.as.usage"))] };
  if (who.toLowerCase() === "nobody") {
    desk.personas.play(lineId, { as: "nobody" });
    return { messages: [text(say("dev.as.nobody"))] };
  }
  if (!(await maySeeMembers(lineId, desk))) {
    return { messages: [text(say("dev.samplesOnly"))] };
  }
  const written = who.replace(/^["“”「]+|["“”」]+$/g, "");
  const { rows: found, isWhole } = await findMembers(desk.connect, written, signal);
  if (!isWhole) return { messages: [tooMany(look, written)] };
  const [member, second] = found;
  if (!member) return { messages: [nobody(look, written)] };
  if (second) {
    const options = found.map((one) => ({
      title: fullName(one),
      facts: [maskedPhone(one), ...one.cards.map(cardName)],
      action: ask(fullName(one), "/as", { who: `id:${one.uuid}` }),
    }));
    return { messages: [choose(look, say("staff.who.title"), options)] };
  }
  desk.personas.play(lineId, { as: "member", uuid: member.uuid });
  return {
    messages: [text(say("dev.as.member", { name: fullName(member) }))],
    writes: [
      {
        kind: "audited",
        account: desk.staffAccount,
        line: {
          at: now,
          actor: lineId,
          eventId: event.webhookEventId,
          step: "viewed",
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
async function help(look: Look, lineId: string, desk: DevDesk): Promise<Message[]> {
  const { say } = look;
  const lines = [
    `/as <who> – ${say("dev.help.as")}`,
    `/as nobody – ${say("dev.help.nobody")}`,
    `/preview <reply> [language] – ${say("dev.help.preview")}`,
    `/replies – ${say("dev.help.replies")}`,
    `/reset – ${say("dev.help.reset")}`,
  ];
  const isStaff = await maySeeMembers(lineId, desk);
  const asker = isStaff ? await desk.roster.of(desk.staffAccount, lineId) : null;
  return [
    sheet(look, say("dev.help.title"), lines),
    ...(asker ? [helpFor(look, asker, desk.table)] : []),
  ];
}

/** The samples of a reply, as many as LINE takes at once. */
function preview(rest: string, look: Look, desk: DevDesk): Said["messages"] {
  const [name = "", tag] = rest.split(/\s+/);
  const reply = replies.find((one) => one.name === name.toLowerCase());
  if (!reply) return [listOf(look)];
  const language = nearestLanguage(tag, desk.languages) ?? look.language;
  return reply
    .samples(desk.lookIn(language))
    .flatMap(({ messages }) => messages)
    .slice(0, mostMessages);
}

const listOf = (look: Look) =>
  sheet(
    look,
    look.say("dev.replies"),
    replies.map((reply) => `/preview ${reply.name}`),
  );
