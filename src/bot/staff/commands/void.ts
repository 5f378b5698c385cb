/** The `/void` command: voids transactions, named by id, reference number or idempotency key. */
import {
  cardKeyOf,
  isOnCard,
  type MirroredTransaction,
} from "../../../members/ledger/mirrored-transaction.ts";
import { changeOf } from "../../../loyalty/points.ts";
import { clip } from "../../views/flex-components.ts";
import { managers, type Command } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import { affected, balanceChange } from "../member-text.ts";
import { memberBy } from "../member-search.ts";
import { transactionSummary, type VoidTransactions } from "../operations/void-transactions.ts";
import { infoCard, textReply } from "../staff-views.ts";
import { transactionsBy } from "../transaction-search.ts";

const maxShown = 15;

/** The member whose points it moved, or the card where the platform names no member; of neither, the movement alone. */
const ownerOf = (row: MirroredTransaction): string =>
  row.member_uuid.trim() || cardKeyOf(row) || String(row.id);

export const voidCommand: Command = {
  name: "void",
  roles: managers,
  parameters: [{ name: "what", is: "rest", ask: "staff.which.transaction" }],
  confirm: true,
  helpKey: "staff.help.void",
  async run(ctx) {
    const { args, t } = ctx;
    const written = args["what"] ?? "";
    const { rows, unreadable = [], isComplete } = await transactionsBy(ctx, written);
    if (!isComplete) return textReply(t("staff.listTooLong"));
    if (rows.length === 0) {
      const key = unreadable.length > 0 ? "staff.transaction.unreadable" : "staff.transaction.none";
      return textReply(t(key, { what: clip(written, 60) }));
    }
    const open = rows.filter(({ status }) => status === "COMPLETED");
    const [first] = open;
    if (!first) return textReply(t("staff.transaction.voided"));
    const isOneMember = open.every((row) => ownerOf(row) === ownerOf(first));
    if (!isOneMember) {
      const lines = open.map((row) => transactionSummary(ctx, { ...row, card: row.card_no }));
      return { messages: [infoCard(ctx, t("staff.void.several"), lines.slice(0, maxShown))] };
    }
    const member = await memberBy(ctx.loyalty, first.member_uuid, ctx.signal);
    // The mirrored ledger has only hashes of card numbers.
    const cardOf = (row: MirroredTransaction) =>
      member?.cards.find(({ card_no }) => isOnCard(row, card_no));
    const numberOf = (row: MirroredTransaction) => cardOf(row)?.card_no ?? row.card_no;
    const order: VoidTransactions = {
      ...affected(member, first.member_uuid),
      movements: open.map((row) => ({
        id: row.id,
        type: row.type,
        points: row.points,
        card: numberOf(row),
        ...(numberOf(row) === "" && { cardKey: cardKeyOf(row) }),
      })),
    };
    const card = cardOf(first);
    const isOneCard = open.every((row) => cardKeyOf(row) === cardKeyOf(first));
    const change = open.reduce((sum, row) => sum - changeOf(row), 0);
    return askConfirmation(
      ctx,
      { operation: "void_transactions", order },
      {
        title: t("staff.ask.void"),
        facts: [
          ...order.movements.map((one) => transactionSummary(ctx, one)),
          order.who,
          card && isOneCard ? balanceChange(ctx, card, change) : "",
        ],
        yes: "staff.yes.void",
      },
    );
  },
};
