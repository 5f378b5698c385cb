/** `/find` lists the members that fit. */
import { till, type Command } from "../command.ts";
import { sheet } from "../staff-views.ts";
import {
  cardName,
  findMembers,
  fullName,
  maskedPhone,
  nobody,
  tooMany,
  tooManyWords,
} from "../member-search.ts";

const mostShown = 15;

export const find: Command = {
  name: "find",
  roles: till,
  parameters: [{ name: "who", is: "person" }],
  confirm: false,
  told: "staff.help.find",
  async run(order) {
    const { connect, signal, args, say } = order;
    const { who = "" } = args;
    const { rows: found, isWhole } = await findMembers(connect, who, signal);
    if (found.length === 0) return { messages: [(isWhole ? nobody : tooMany)(order, who)] };
    const lines = found.slice(0, mostShown).map((member) => {
      const cards = member.cards.map((card) => cardName(card));
      const state = member.active ? "" : say("staff.inactive");
      return [fullName(member), maskedPhone(member), ...cards, state].filter(Boolean).join(" · ");
    });
    const left = found.length - lines.length;
    const more = left > 0 ? [say("staff.more", { count: left })] : [];
    if (!isWhole) more.push(tooManyWords(order, who));
    const title = say("staff.found", { count: found.length });
    return { messages: [sheet(order, title, [...lines, ...more])] };
  },
};
