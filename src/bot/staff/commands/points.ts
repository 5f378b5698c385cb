/** The `/add`, `/burn`, `/history` and `/void` commands: adjust points, list and void transactions. */
import type { Input, MemberProfile, Transaction } from "../../../loyalty/contract.ts";
import { readList, type List } from "../../../loyalty/paginate.ts";
import { parseInstant } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { groupedNumber } from "../../views/card-text.ts";
import { asciiDigits, wholeNumber } from "../argument-parser.ts";
import { managers, cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { balanceAfter, type AdjustPoints } from "../operations/adjust-points.ts";
import { checkLimits, askConfirmation } from "../confirmation/ask.ts";
import { infoCard, text } from "../staff-views.ts";
import { transactionSummary, type VoidTransactions } from "../operations/void-transactions.ts";
import { maskedWho, memberBy, oneCard } from "../member-search.ts";

const maxPoints = 2_147_483_647;
/** The platform's limit for a reference number. */
const maxRefLength = 100;
const maxShown = 15;
/** Pages of transactions that are read to find one of them. */
const maxPages = 10;

const adjustCommand = (name: "add" | "burn", type: Transaction["type"]): Command => ({
  name,
  roles: managers,
  parameters: [
    { name: "card", is: "person" },
    { name: "points", is: "whole" },
    { name: "ref", is: "rest", optional: true },
  ],
  confirm: true,
  helpKey: `staff.help.${name}`,
  async run(ctx) {
    const { args, colleague, t } = ctx;
    const points = wholeNumber(args["points"] ?? "");
    if (points === null || points < 1 || points > maxPoints) {
      return { messages: [text(t("staff.number", { most: maxPoints }))] };
    }
    const { ref } = args;
    if (ref && ref.length > maxRefLength) {
      return { messages: [text(t("staff.ref.long", { most: maxRefLength }))] };
    }
    const found = await oneCard(ctx, "card");
    if ("reply" in found) return found.reply;
    const { member, card } = found;
    if (type === "BURN" && card.point < points) {
      const values = { balance: card.point, wanted: points };
      return { messages: [text(t("staff.tooFewPoints", values))] };
    }
    const { line, refusal } = await checkLimits(ctx, "points", member.uuid, points);
    if (refusal) return { messages: [refusal] };
    const who = maskedWho(member);
    const order: AdjustPoints = {
      memberUuid: member.uuid,
      lineId: member.lineId,
      who,
      type,
      points,
      card: card.card_no,
      refNo: ref || null,
      staffCode: colleague.name,
    };
    const values = { points, card: groupedNumber(card.card_no), who };
    const after = balanceAfter(card.point, order);
    return askConfirmation(
      ctx,
      { kind: "moving", order, memberUuid: member.uuid, points },
      {
        title: type === "ADD" ? t("staff.what.add", values) : t("staff.what.burn", values),
        facts: [
          t("staff.balance", { before: card.point, after }),
          ref ? t("staff.ref", { ref }) : "",
          line,
        ],
        yes: type === "ADD" ? "staff.yes.add" : "staff.yes.burn",
      },
    );
  },
});

export const add = adjustCommand("add", "ADD");
export const burn = adjustCommand("burn", "BURN");

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
    const ofCard = (all: readonly Transaction[]) =>
      all.filter(({ card_no }) => card_no === card.card_no);
    const list = await readList(
      loyalty.getTransaction,
      { card_no: card.card_no },
      { signal, enough: (all) => ofCard(all).length >= maxShown },
    );
    const rows = ofCard(list.rows).slice(0, maxShown);
    if (rows.length === 0 && !list.isWhole) {
      const what = groupedNumber(card.card_no);
      return { messages: [text(t("staff.tooMany", { what }))] };
    }
    const title = `${maskedWho(member)} · ${t("history.balance", { points: card.point })}`;
    if (rows.length === 0) return { messages: [infoCard(ctx, title, [t("history.empty")])] };
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
    row.status === "VOIDED" ? t("history.voided") : "",
    row.ref_no ? t("staff.ref", { ref: clip(row.ref_no, 60) }) : "",
    row.staff_code ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}

export const voids: Command = {
  name: "void",
  roles: managers,
  parameters: [{ name: "what", is: "rest", shown: "<id | ref:… | key:…>" }],
  confirm: true,
  helpKey: "staff.help.void",
  async run(ctx) {
    const { args, t } = ctx;
    const written = args["what"] ?? "";
    const { rows, isWhole } = await transactionsBy(ctx, written);
    const first = rows[0];
    if (!isWhole) {
      return { messages: [text(t("staff.tooMany", { what: clip(written, 60) }))] };
    }
    if (!first)
      return { messages: [text(t("staff.transaction.none", { what: clip(written, 60) }))] };
    const open = rows.filter(({ status }) => status === "COMPLETED");
    if (open.length === 0) return { messages: [text(t("staff.transaction.voided"))] };
    const isOneMember = open.every(({ member_uuid }) => member_uuid === first.member_uuid);
    if (!isOneMember) {
      const lines = open.map((row) => transactionSummary(ctx, { ...row, card: row.card_no }));
      return { messages: [infoCard(ctx, t("staff.void.several"), lines.slice(0, maxShown))] };
    }
    const member = await holderOf(ctx, first);
    const order: VoidTransactions = {
      memberUuid: first.member_uuid,
      lineId: member?.lineId ?? "",
      who: member ? maskedWho(member) : "–",
      movements: open.map(({ id, type, points, card_no }) => ({ id, type, points, card: card_no })),
    };
    const card = member?.cards.find(({ card_no }) => card_no === first.card_no);
    const isOneCard = open.every(({ card_no }) => card_no === first.card_no);
    const change = open.reduce(
      (sum, { type, points }) => sum + (type === "ADD" ? -points : points),
      0,
    );
    return askConfirmation(
      ctx,
      { kind: "voiding", order, memberUuid: first.member_uuid },
      {
        title: t("staff.ask.void"),
        facts: [
          ...order.movements.map((one) => transactionSummary(ctx, one)),
          order.who,
          card && isOneCard
            ? t("staff.balance", { before: card.point, after: card.point + change })
            : "",
        ],
        yes: "staff.yes.void",
      },
    );
  },
};

const holderOf = (
  { loyalty, signal }: CommandContext,
  { member_uuid }: Transaction,
): Promise<MemberProfile | null> => memberBy(loyalty, member_uuid, signal);

/**
 * Finds transactions by platform id or uuid, by reference number (`ref:`) or by idempotency key (`key:`);
 * only exact matches count. @throws {LoyaltyError}
 */
async function transactionsBy(
  { loyalty, signal }: CommandContext,
  written: string,
): Promise<List<Transaction>> {
  const [, field = "", value = ""] = /^(ref|key)\s*[:：]\s*(.+)$/is.exec(written) ?? [];
  const read = (query: Input<"getTransaction">, enough?: (rows: Transaction[]) => boolean) =>
    readList(loyalty.getTransaction, query, {
      signal,
      maxPages,
      ...(enough && { enough }),
    });
  switch (field.toLowerCase()) {
    case "ref": {
      const { rows, isWhole } = await read({ ref_no: value });
      return { rows: rows.filter(({ ref_no }) => ref_no === value), isWhole };
    }
    case "key": {
      const { rows, isWhole } = await read({ ref_id: value });
      return { rows: rows.filter(({ ref_id }) => ref_id === value), isWhole };
    }
    default: {
      // The platform has no request for one transaction by id: the newest pages are searched.
      const id = asciiDigits(written).replace(/^#/, "").trim();
      const isMeant = (row: Transaction) => String(row.id) === id || row.uuid === id;
      const list = await read({}, (all) => all.some(isMeant));
      const rows = list.rows.filter(isMeant);
      return { rows, isWhole: list.isWhole || rows.length > 0 };
    }
  }
}
