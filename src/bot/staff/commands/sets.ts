/** The `/sets` command: lists the coupon sets that can be given, by numbers that other commands take. */
import { managers, type Command } from "../command.ts";
import { listCard } from "../list-card.ts";
import { giveSetAction } from "../next-actions.ts";
import { giveableSets, leftLine, setName, validityLine } from "../set-search.ts";
import { text } from "../staff-views.ts";

const maxShown = 30;

export const sets: Command = {
  name: "sets",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.sets",
  async run(ctx) {
    const { t, staffContext } = ctx;
    const found = await giveableSets(ctx);
    const listed = found.rows.slice(0, maxShown);
    staffContext.dialogue.showSets(listed.map(({ uuid }) => uuid));
    if (listed.length === 0) return { messages: [text(t("staff.sets.empty"))] };
    const rows = listed.map((set, index) => ({
      text: [`#${index + 1} ${setName(set)}`, leftLine(ctx, set), validityLine(ctx, set)]
        .filter(Boolean)
        .join(" · "),
      actions: giveSetAction(ctx, set),
    }));
    const note = found.isComplete ? [] : [{ text: t("staff.partial") }];
    return { messages: [listCard(ctx, t("staff.sets.title"), [...rows, ...note])] };
  },
};
