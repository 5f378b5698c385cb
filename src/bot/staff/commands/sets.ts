/** The `/sets` command: lists the coupon sets that can be given, by numbers that other commands take. */
import { managers, type Command } from "../command.ts";
import { sessionKey } from "../session-state.ts";
import { allSets, isGiveable, leftLine, leftOf, setName, validityLine } from "../set-search.ts";
import { infoCard, text } from "../staff-views.ts";

const maxShown = 30;

export const sets: Command = {
  name: "sets",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.sets",
  async run(ctx) {
    const { loyalty, signal, t, staffContext, now } = ctx;
    const { rows } = await allSets(loyalty, signal, { giveable: true });
    const listed = rows
      .filter((set) => isGiveable(set, now) && leftOf(set) !== 0)
      .slice(0, maxShown);
    staffContext.shownSets.show(
      sessionKey(ctx),
      listed.map(({ uuid }) => uuid),
    );
    if (listed.length === 0) return { messages: [text(t("staff.sets.empty"))] };
    const lines = listed.map((set, index) =>
      [`#${index + 1} ${setName(set)}`, leftLine(ctx, set), validityLine(ctx, set)].join(" · "),
    );
    return { messages: [infoCard(ctx, t("staff.sets.title"), lines)] };
  },
};
