/** The `/history` command: lists the latest transactions of a card. */
import { transactionSizes, type Transaction } from "../../../loyalty/contract.ts";
import { readNewest } from "../../../loyalty/read-newest.ts";
import { parseInstant } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { oneCard } from "../choose-member.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { maskedWho } from "../member-text.ts";
import { transactionSummary } from "../operations/void-transactions.ts";
import { infoCard, text } from "../staff-views.ts";

const maxShown = 15;
/** Pages of transactions that are read to find those of the card. */
const maxPages = 10;

export const history: Command = {
  name: "history",
  roles: cashierAndAbove,
  parameters: [{ name: "card", is: "person" }],
  confirm: false,
  helpKey: "staff.help.history",
  async run(ctx) {
    const { loyalty, signal, t } = ctx;
    const found = await oneCard(ctx, "card");
    if ("reply" in found) return found.reply;
    const { member, card } = found;
    const list = await readNewest(
      loyalty.getTransaction,
      { card_no: card.card_no },
      {
        signal,
        maxPages,
        operation: "getTransaction",
        owner: ["card_no", card.card_no],
        isWanted: ({ card_no }) => card_no === card.card_no,
        unfilteredSize: transactionSizes.max,
        timeOf: ({ created_at }) => created_at,
        needed: maxShown,
      },
    );
    const rows = list.rows.slice(0, maxShown);
    if (!list.isReliable || (rows.length === 0 && !list.isComplete)) {
      return { messages: [text(t("staff.listTooLong"))] };
    }
    const title = `${maskedWho(member)} · ${t("history.balance", { points: card.point })}`;
    if (rows.length === 0) return { messages: [infoCard(ctx, title, [t("staff.history.empty")])] };
    return {
      messages: [
        infoCard(
          ctx,
          title,
          rows.map((row) => transactionLine(ctx, row)),
        ),
      ],
    };
  },
};

function transactionLine(ctx: CommandContext, row: Transaction): string {
  const { t } = ctx;
  const at = parseInstant(row.created_at);
  return [
    at === null ? "" : t("history.when", { at }),
    transactionSummary(ctx, { ...row, card: row.card_no }),
    row.status === "VOIDED" ? t("staff.history.voided") : "",
    row.ref_no ? t("staff.ref", { ref: clip(row.ref_no, 60) }) : "",
    row.staff_code ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}
