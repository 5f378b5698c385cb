/** The commands of points: `/add` and `/burn` change those of a card, `/history` lists its transactions, `/void` takes them back. */
import {
  type Input,
  type MemberCard,
  type MemberProfile,
  type Transaction,
  transactionSizes,
} from "../../../loyalty/contract.ts";
import { momentOf } from "../../../loyalty/platform-time.ts";
import { changeOf } from "../../../loyalty/points.ts";
import { type List, readList, readMatching, readNewest } from "../../../loyalty/read-list.ts";
import {
  cardKeyOf,
  isOnCard,
  type MirroredTransaction,
} from "../../../members/ledger/mirrored-transaction.ts";
import type { Role } from "../../../store/staff.ts";
import { plainNumber, withoutFraming } from "../../../text/digits.ts";
import type { Reply } from "../../context.ts";
import { groupedNumber } from "../../views/card.ts";
import { whenTextForStaff } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { oneCard, readCount } from "../argument-values.ts";
import {
  cashierAndAbove,
  type Command,
  type CommandContext,
  expectInput,
  managers,
} from "../command.ts";
import { memberBy } from "../member-search.ts";
import { affected, balanceChange, balanceText, cardName, maskedWho } from "../member-text.ts";
import {
  type AdjustPoints,
  transactionSummary,
  type VoidTransactions,
} from "../operations/points.ts";
import { askConfirmation, checkLimits } from "../orders/question.ts";
import { infoCard, textReply } from "../staff-views.ts";

const maxPoints = 2_147_483_647;
/** The platform's limit for a reference number. */
const maxRefLength = 100;

const adjustPointsCommand = (
  name: "add" | "burn",
  type: Transaction["type"],
  roles: readonly Role[],
): Command => ({
  name,
  roles,
  parameters: [
    { name: "card", is: "person", ask: "staff.which.card" },
    { name: "points", is: "whole", ask: askPoints },
    { name: "ref", is: "rest" },
  ],
  confirm: true,
  helpKey: `staff.help.${name}`,
  async run(ctx) {
    const { args, t } = ctx;
    const read = readCount(ctx, "points", maxPoints);
    if ("reply" in read) return read.reply;
    const { count: points } = read;
    const { ref } = args;
    if (ref && ref.length > maxRefLength) {
      return textReply(t("staff.ref.long", { most: maxRefLength }));
    }
    const found = await oneCard(ctx, "card");
    if ("reply" in found) return found.reply;
    const { member, card } = found;
    if (type === "BURN" && card.point !== null && card.point < points) {
      const values = { balance: card.point, wanted: points };
      return textReply(t("staff.tooFewPoints", values));
    }
    return askToAdjust(ctx, type, { member, card, points, ref: ref || null });
  },
});

export const add = adjustPointsCommand("add", "ADD", managers);
/** For a business whose cashiers may add points, too. */
export const addByCashiers = adjustPointsCommand("add", "ADD", cashierAndAbove);
export const burn = adjustPointsCommand("burn", "BURN", managers);

interface Adjustment {
  member: MemberProfile;
  card: MemberCard;
  points: number;
  /** The document that it belongs to. */
  ref: string | null;
}

/** Asks for the confirmation, unless a limit of the day is reached. */
async function askToAdjust(
  ctx: CommandContext,
  type: Transaction["type"],
  { member, card, points, ref }: Adjustment,
): Promise<Reply> {
  const { colleague, t } = ctx;
  const { line, refusal } = await checkLimits(ctx, "points", member.uuid, points);
  if (refusal) return { messages: [refusal] };
  const holder = affected(member);
  const order: AdjustPoints = {
    ...holder,
    type,
    points,
    card: card.card_no,
    refNo: ref,
    staffCode: colleague.name,
  };
  const values = { points, card: groupedNumber(card.card_no), who: holder.who };
  return askConfirmation(
    ctx,
    { operation: "adjust_points", order, points },
    {
      title: type === "ADD" ? t("staff.what.add", values) : t("staff.what.burn", values),
      facts: [balanceChange(ctx, card, changeOf(order)), ref ? t("staff.ref", { ref }) : "", line],
      yes: type === "ADD" ? "staff.yes.add" : "staff.yes.burn",
    },
  );
}

/** Asks how many points, and says what there are. */
async function askPoints(ctx: CommandContext): Promise<Reply> {
  const { t } = ctx;
  const found = await oneCard(ctx, "card");
  if ("reply" in found) return found.reply;
  const { member, card } = found;
  expectInput(ctx, "points", { card: card.card_no });
  const { line } = await checkLimits(ctx, "points", member.uuid, 0);
  const facts = [cardName(card), balanceText(ctx, card), line];
  return { messages: [infoCard(ctx, t("staff.ask.points", { who: maskedWho(member) }), facts)] };
}

const maxShown = 15;
/** Pages of transactions that are read to find those of the card. */
const maxPages = 10;

/** The `/history` command: lists the latest transactions of a card. */
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
  return ui.dotted([
    whenTextForStaff(ctx, row.created_at),
    transactionSummary(ctx, { ...row, card: row.card_no }),
    row.status === "VOIDED" ? t("staff.history.voided") : "",
    row.ref_no ? t("staff.ref", { ref: ui.clip(row.ref_no, 60) }) : "",
    row.staff_code ?? "",
  ]);
}

/** The member whose points it moved, or the card where the platform names no member; of neither, the movement alone. */
const ownerOf = (row: MirroredTransaction): string =>
  row.member_uuid.trim() || cardKeyOf(row) || String(row.id);

/** The `/void` command: voids transactions, named by id, reference number or idempotency key. */
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
      return textReply(t(key, { what: ui.clip(written, 60) }));
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

// Finds point transactions by id, reference number or idempotency key.

/** Pages of transactions that are read to find one of them. */
const maxSearchedPages = 10;

/**
 * Finds transactions by platform id or uuid, by reference number (`ref:`) or by idempotency key (`key:`);
 * only exact matches count. `unreadable`: rows of this id or uuid.
 * @throws {LoyaltyError}
 */
async function transactionsBy(
  { loyalty, staffContext, signal }: Pick<CommandContext, "loyalty" | "staffContext" | "signal">,
  written: string,
): Promise<List<Transaction>> {
  const [, field = "", value = ""] = /^(ref|key)\s*[:：]\s*(.+)$/is.exec(written) ?? [];
  const readBy = async (name: "ref_no" | "ref_id") => {
    const filters: Input<"getTransaction"> = { [name]: value };
    const { rows, isComplete } = await readMatching(loyalty.getTransaction, filters, {
      operation: "getTransaction",
      owner: [name, value],
      isWanted: (row) => row[name] === value,
      unfilteredSize: transactionSizes.max,
      maxPages: maxSearchedPages,
      signal,
    });
    return { rows, isComplete };
  };
  switch (field.toLowerCase()) {
    case "ref":
      return readBy("ref_no");
    case "key":
      return readBy("ref_id");
    default: {
      const id = plainNumber(withoutFraming(written)).replace(/^#/, "");
      const mirrored = await staffContext.transactions?.byIds([id], signal);
      if (mirrored) return { rows: mirrored, isComplete: true };
      // The platform has no request for one transaction by id: the newest pages are searched.
      const isMeant = (row: object) =>
        ("id" in row && String(row.id) === id) || ("uuid" in row && row.uuid === id);
      const list = await readList(
        loyalty.getTransaction,
        {},
        { signal, maxPages: maxSearchedPages, enough: (all) => all.some(isMeant) },
      );
      const rows = list.rows.filter(isMeant);
      const unreadable = (list.unreadable ?? []).filter(
        (row) => typeof row === "object" && row !== null && isMeant(row),
      );
      const isFound = rows.length + unreadable.length > 0;
      return { rows, unreadable, isComplete: list.isComplete || isFound };
    }
  }
}
