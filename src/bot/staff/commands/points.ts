/** `/add` and `/burn` move points; `/history` shows a card's movements; `/void` takes movements back. */
import type { Input, MemberProfile, Transaction } from "../../../loyalty/contract.ts";
import { readList, type List } from "../../../loyalty/paginate.ts";
import { instantOf } from "../../views/dates.ts";
import { clip } from "../../views/flex-components.ts";
import { groupedNumber } from "../../views/card-text.ts";
import { asciiDigits, wholeNumber } from "../argument-parser.ts";
import { managers, till, type Command, type Order } from "../command.ts";
import { balanceAfter, type Moving } from "../operations/adjust-points.ts";
import { allowance, askBack } from "../confirmation/ask.ts";
import { sheet, text } from "../staff-views.ts";
import { movementLine, type Voiding } from "../operations/void-transactions.ts";
import { maskedWho, memberBy, oneCard } from "../member-search.ts";

const mostPoints = 2_147_483_647;
/** What the platform takes as a reference number. */
const longestRef = 100;
const mostShown = 15;
/** How far a ledger is looked through for one movement. */
const mostPages = 10;

const moves = (name: "add" | "burn", type: Transaction["type"]): Command => ({
  name,
  roles: managers,
  parameters: [
    { name: "card", is: "person" },
    { name: "points", is: "whole" },
    { name: "ref", is: "rest", optional: true },
  ],
  confirm: true,
  told: `staff.help.${name}`,
  async run(order) {
    const { args, asker, say } = order;
    const points = wholeNumber(args["points"] ?? "");
    if (points === null || points < 1 || points > mostPoints) {
      return { messages: [text(say("staff.number", { most: mostPoints }))] };
    }
    const { ref } = args;
    if (ref && ref.length > longestRef) {
      return { messages: [text(say("staff.ref.long", { most: longestRef }))] };
    }
    const found = await oneCard(order, "card");
    if ("said" in found) return found.said;
    const { member, card } = found;
    if (type === "BURN" && card.point < points) {
      const values = { balance: card.point, wanted: points };
      return { messages: [text(say("staff.tooFewPoints", values))] };
    }
    const { line, refusal } = await allowance(order, "points", member.uuid, points);
    if (refusal) return { messages: [refusal] };
    const who = maskedWho(member);
    const moving: Moving = {
      memberUuid: member.uuid,
      lineId: member.lineId,
      who,
      type,
      points,
      card: card.card_no,
      refNo: ref || null,
      staffCode: asker.name,
    };
    const values = { points, card: groupedNumber(card.card_no), who };
    const after = balanceAfter(card.point, moving);
    return askBack(
      order,
      { kind: "moving", order: moving, memberUuid: member.uuid, points },
      {
        title: type === "ADD" ? say("staff.what.add", values) : say("staff.what.burn", values),
        facts: [
          say("staff.balance", { before: card.point, after }),
          ref ? say("staff.ref", { ref }) : "",
          line,
        ],
        yes: type === "ADD" ? "staff.yes.add" : "staff.yes.burn",
      },
    );
  },
});

export const add = moves("add", "ADD");
export const burn = moves("burn", "BURN");

export const history: Command = {
  name: "history",
  roles: till,
  parameters: [{ name: "card", is: "person" }],
  confirm: false,
  told: "staff.help.history",
  async run(order) {
    const { connect, signal, say } = order;
    const found = await oneCard(order, "card");
    if ("said" in found) return found.said;
    const { member, card } = found;
    const ofCard = (all: readonly Transaction[]) =>
      all.filter(({ card_no }) => card_no === card.card_no);
    const list = await readList(
      connect.getTransaction,
      { card_no: card.card_no },
      { signal, enough: (all) => ofCard(all).length >= mostShown },
    );
    const rows = ofCard(list.rows).slice(0, mostShown);
    if (rows.length === 0 && !list.isWhole) {
      const what = groupedNumber(card.card_no);
      return { messages: [text(say("staff.tooMany", { what }))] };
    }
    const title = `${maskedWho(member)} · ${say("history.balance", { points: card.point })}`;
    if (rows.length === 0) return { messages: [sheet(order, title, [say("history.empty")])] };
    return {
      messages: [
        sheet(
          order,
          title,
          rows.map((row) => transactionLine(order, row)),
        ),
      ],
    };
  },
};

function transactionLine(order: Order, row: Transaction): string {
  const { say } = order;
  const at = instantOf(row.created_at);
  return [
    at === null ? "" : say("history.when", { at }),
    movementLine(order, { ...row, card: row.card_no }),
    row.status === "VOIDED" ? say("history.voided") : "",
    row.ref_no ? say("staff.ref", { ref: clip(row.ref_no, 60) }) : "",
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
  told: "staff.help.void",
  async run(order) {
    const { args, say } = order;
    const written = args["what"] ?? "";
    const { rows, isWhole } = await transactionsBy(order, written);
    const first = rows[0];
    if (!isWhole) {
      return { messages: [text(say("staff.tooMany", { what: clip(written, 60) }))] };
    }
    if (!first)
      return { messages: [text(say("staff.transaction.none", { what: clip(written, 60) }))] };
    const open = rows.filter(({ status }) => status === "COMPLETED");
    if (open.length === 0) return { messages: [text(say("staff.transaction.voided"))] };
    const isOneMember = open.every(({ member_uuid }) => member_uuid === first.member_uuid);
    if (!isOneMember) {
      const lines = open.map((row) => movementLine(order, { ...row, card: row.card_no }));
      return { messages: [sheet(order, say("staff.void.several"), lines.slice(0, mostShown))] };
    }
    const member = await holderOf(order, first);
    const what: Voiding = {
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
    return askBack(
      order,
      { kind: "voiding", order: what, memberUuid: first.member_uuid },
      {
        title: say("staff.ask.void"),
        facts: [
          ...what.movements.map((one) => movementLine(order, one)),
          what.who,
          card && isOneCard
            ? say("staff.balance", { before: card.point, after: card.point + change })
            : "",
        ],
        yes: "staff.yes.void",
      },
    );
  },
};

const holderOf = (
  { connect, signal }: Order,
  { member_uuid }: Transaction,
): Promise<MemberProfile | null> => memberBy(connect, member_uuid, signal);

/** By the platform's id, a document's number or an attempt's key; only exact hits count. */
async function transactionsBy(
  { connect, signal }: Order,
  written: string,
): Promise<List<Transaction>> {
  const [, way = "", value = ""] = /^(ref|key)\s*[:：]\s*(.+)$/is.exec(written) ?? [];
  const read = (query: Input<"getTransaction">, enough?: (rows: Transaction[]) => boolean) =>
    readList(connect.getTransaction, query, { signal, mostPages, ...(enough && { enough }) });
  switch (way.toLowerCase()) {
    case "ref": {
      const { rows, isWhole } = await read({ ref_no: value });
      return { rows: rows.filter(({ ref_no }) => ref_no === value), isWhole };
    }
    case "key": {
      const { rows, isWhole } = await read({ ref_id: value });
      return { rows: rows.filter(({ ref_id }) => ref_id === value), isWhole };
    }
    default: {
      // The interface has no way to ask for one transaction: the newest are looked through for it.
      const id = asciiDigits(written).replace(/^#/, "").trim();
      const isMeant = (row: Transaction) => String(row.id) === id || row.uuid === id;
      const list = await read({}, (all) => all.some(isMeant));
      const rows = list.rows.filter(isMeant);
      return { rows, isWhole: list.isWhole || rows.length > 0 };
    }
  }
}
