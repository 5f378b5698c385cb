/** The `/campaigns` command: lists active and scheduled campaigns. */
import { readList } from "../../../loyalty/read-list.ts";
import { byEnd, isRunningOrPlanned, periodTextForStaff } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { cashierAndAbove, type Command } from "../command.ts";
import { infoCard, textReply } from "../staff-views.ts";
import { unreadLine } from "../unread.ts";

const maxShown = 20;

export const campaigns: Command = {
  name: "campaigns",
  roles: cashierAndAbove,
  parameters: [],
  helpKey: "staff.help.campaigns",
  async run(ctx) {
    const { loyalty, timeZone, signal, t } = ctx;
    const list = await readList(loyalty.getCampaign, {}, { signal });
    const rows = byEnd(
      list.rows.filter((row) => isRunningOrPlanned(ctx, row)),
      timeZone,
    );
    if (rows.length === 0 && !list.unreadable) {
      const key = list.isComplete ? "staff.campaigns.empty" : "staff.listTooLong";
      return textReply(t(key));
    }
    const lines = rows
      .slice(0, maxShown)
      .map((row) =>
        [clip(row.name, 100), periodTextForStaff(ctx, row), row.card_types.join(", ")]
          .filter(Boolean)
          .join(" · "),
      );
    const unread = unreadLine(ctx, list.unreadable);
    const partial = list.isComplete ? "" : t("staff.partial");
    return { messages: [infoCard(ctx, t("campaigns.label"), [...lines, unread, partial])] };
  },
};
