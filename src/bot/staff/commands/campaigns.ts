/** The `/campaigns` command: lists active and scheduled campaigns. */
import { readList } from "../../../loyalty/read-list.ts";
import { parseInstant, lastInstantBefore } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { cashierAndAbove, type Command } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";

const maxShown = 20;

export const campaigns: Command = {
  name: "campaigns",
  roles: cashierAndAbove,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.campaigns",
  async run({ loyalty, signal, t, ...renderContext }) {
    const list = await readList(loyalty.getCampaign, {}, { signal });
    const rows = list.rows.filter(({ status }) => status === "ACTIVE" || status === "SCHEDULED");
    if (rows.length === 0) {
      const key = list.isComplete ? "staff.campaigns.empty" : "staff.listTooLong";
      return { messages: [text(t(key))] };
    }
    const lines = rows.slice(0, maxShown).map(({ name, start_date, end_date, card_types }) => {
      const start = parseInstant(start_date);
      const last = lastInstantBefore(end_date);
      const when =
        start !== null && last !== null
          ? t("campaigns.between", { start, last })
          : last !== null
            ? t("campaigns.until", { last })
            : start !== null
              ? t("campaigns.from", { start })
              : "";
      return [clip(name, 100), when, card_types.join(", ")].filter(Boolean).join(" · ");
    });
    if (!list.isComplete) lines.push(t("staff.partial"));
    return { messages: [infoCard({ ...renderContext, t }, t("campaigns.label"), lines)] };
  },
};
