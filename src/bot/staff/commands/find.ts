/** The `/find` command: lists the members that match a phone number, name or card number. */
import { cashierAndAbove, type Command } from "../command.ts";
import { infoCard } from "../staff-views.ts";
import { findMembers } from "../member-search.ts";
import {
  cardName,
  fullName,
  maskedPhone,
  memberNotFound,
  tooMany,
  tooManyWords,
} from "../member-text.ts";

const maxShown = 15;

export const find: Command = {
  name: "find",
  roles: cashierAndAbove,
  parameters: [{ name: "who", is: "person" }],
  confirm: false,
  helpKey: "staff.help.find",
  async run(ctx) {
    const { loyalty, signal, args, t } = ctx;
    const { who = "" } = args;
    const { rows: found, isWhole } = await findMembers(loyalty, who, signal);
    if (found.length === 0) return { messages: [(isWhole ? memberNotFound : tooMany)(ctx, who)] };
    const lines = found.slice(0, maxShown).map((member) => {
      const cards = member.cards.map((card) => cardName(card));
      const state = member.active ? "" : t("staff.inactive");
      return [fullName(member), maskedPhone(member), ...cards, state].filter(Boolean).join(" · ");
    });
    const left = found.length - lines.length;
    const more = left > 0 ? [t("staff.more", { count: left })] : [];
    if (!isWhole) more.push(tooManyWords(ctx, who));
    const title = t("staff.found", { count: found.length });
    return { messages: [infoCard(ctx, title, [...lines, ...more])] };
  },
};
