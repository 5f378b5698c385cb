/** The `/history` command: lists the latest transactions of a card. */
import { transactionSizes, type Transaction } from "../../../loyalty/contract.ts";
import { readNewest } from "../../../loyalty/read-newest.ts";
import { momentOf } from "../../../loyalty/platform-time.ts";
import { whenTextForStaff } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { oneCard } from "../choose-member.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { balanceText, maskedWho } from "../member-text.ts";
import { transactionSummary } from "../operations/void-transactions.ts";
import { infoCard, textReply } from "../staff-views.ts";

const maxShown = 15;
/** Pages of transactions that are read to find those of the card. */
const maxPages = 10;

export const history: Command = {
  name: "history",
  roles: cashierAndAbove,
  parameters: [{ name: "card", is: "person", ask: "staff.which.card" }],
  helpKey: "staff.help.history",
  async run(ctx) {
    const { loyalty, transactions, timeZone, signal, t } = ctx;
    const found = await oneCard(ctx, "card");
    if ("reply" in found) return found.reply;
    const { member, card } = found;
    const filters = { card_no: card.card_no };
    const list = await readNewest(loyalty.getTransaction, filters, {
      signal,
      maxPages,
      operation: "getTransaction",
      owner: ["card_no", card.card_no],
      isWanted: ({ card_no }) => card_no === card.card_no,
      unfilteredSize: transactionSizes.max,
      timeOf: ({ created_at }) => momentOf(created_at, timeZone),
      needed: maxShown,
      knownPart: async () => (await transactions?.partOf(filters, maxShown, signal)) ?? null,
    });
    if (!list) return textReply(t("staff.listTooLong"));
    const rows = list.rows.slice(0, maxShown);
    const title = `${maskedWho(member)} · ${balanceText(ctx, card)}`;
    if (rows.length === 0) {
      const key = "staff.history.empty";
      const facts = [list.since === null ? t(key) : t("staff.since.none", { at: list.since })];
      return { messages: [infoCard(ctx, title, facts)] };
    }
    const note = list.since === null ? "" : t("staff.since", { at: list.since });
    const lines = rows.map((row) => transactionLine(ctx, row));
    return { messages: [infoCard(ctx, title, [...lines, note])] };
  },
};

function transactionLine(ctx: CommandContext, row: Transaction): string {
  const { t } = ctx;
  return [
    whenTextForStaff(ctx, row.created_at),
    transactionSummary(ctx, { ...row, card: row.card_no }),
    row.status === "VOIDED" ? t("staff.history.voided") : "",
    row.ref_no ? t("staff.ref", { ref: clip(row.ref_no, 60) }) : "",
    row.staff_code ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}
