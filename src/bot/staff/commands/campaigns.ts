/** `/campaigns` lists what is on and what comes. */
import { readList } from "../../../loyalty/paginate.ts";
import { instantOf, lastMomentOf } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { till, type Command } from "../command.ts";
import { sheet, text } from "../staff-views.ts";

const mostShown = 20;

export const campaigns: Command = {
  name: "campaigns",
  roles: till,
  parameters: [],
  confirm: false,
  told: "staff.help.campaigns",
  async run({ connect, signal, say, ...look }) {
    const list = await readList(connect.getCampaign, {}, { signal });
    const rows = list.rows.filter(({ status }) => status === "ACTIVE" || status === "SCHEDULED");
    if (rows.length === 0) return { messages: [text(say("staff.campaigns.empty"))] };
    const lines = rows.slice(0, mostShown).map(({ name, start_date, end_date, card_types }) => {
      const start = instantOf(start_date);
      const last = lastMomentOf(end_date);
      const when =
        start !== null && last !== null
          ? say("campaigns.between", { start, last })
          : last !== null
            ? say("campaigns.until", { last })
            : start !== null
              ? say("campaigns.from", { start })
              : "";
      return [clip(name, 100), when, (card_types ?? []).join(", ")].filter(Boolean).join(" · ");
    });
    return { messages: [sheet({ ...look, say }, say("campaigns.label"), lines)] };
  },
};
