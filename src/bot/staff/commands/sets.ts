/** The `/sets` command: lists the coupon sets that can be given, by numbers that other commands take. */
import { unreadableDatesOf } from "../../../loyalty/giveable-sets.ts";
import { unreadDates } from "../../views/dates.ts";
import { managers, type Command } from "../command.ts";
import { listCard } from "../list-card.ts";
import { giveSetAction } from "../next-actions.ts";
import { leftLine, readOpenSets, setName, validityLine } from "../set-search.ts";
import { textReply } from "../staff-views.ts";
import { unreadLine } from "../unread.ts";

const maxShown = 30;

export const sets: Command = {
  name: "sets",
  roles: managers,
  parameters: [],
  helpKey: "staff.help.sets",
  async run(ctx) {
    const { t, timeZone, staffContext } = ctx;
    const { giveable, unreadable, unread: lost, isComplete } = await readOpenSets(ctx);
    const listed = giveable.slice(0, maxShown);
    staffContext.dialogue.showSets(listed.map(({ uuid }) => uuid));
    // Those that can't be given have no number: it would be taken for one that can.
    const unread = unreadable.slice(0, maxShown - listed.length).map((set) => ({
      text: `${setName(set)} · ${unreadDates(ctx, unreadableDatesOf(set, timeZone))}`,
    }));
    if (listed.length + unread.length === 0) return textReply(t("staff.sets.empty"));
    const rows = listed.map((set, index) => ({
      text: [`#${index + 1} ${setName(set)}`, leftLine(ctx, set), validityLine(ctx, set)]
        .filter(Boolean)
        .join(" · "),
      actions: giveSetAction(ctx, set),
    }));
    const notes = [unreadLine(ctx, lost), isComplete ? "" : t("staff.partial")];
    const all = [...rows, ...unread, ...notes.map((note) => ({ text: note }))];
    return { messages: [listCard(ctx, t("staff.sets.title"), all)] };
  },
};
