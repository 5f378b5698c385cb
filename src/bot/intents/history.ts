/** "history": the last movements of points as sentences, newest first. */
import type { MemberProfile, Transaction } from "../../connect/contract.ts";
import type { FlexComponent, Message } from "../../line/messages.ts";
import { mustBeOwn } from "../absent.ts";
import type { Context, Intent, Look } from "../context.ts";
import { instantOf } from "../dates.ts";
import { ask, button, column, flex, ink, line, panel, withQuickReplies } from "../flex.ts";
import { groupedNumber, titleOf } from "../member-card.ts";
import { pageIn } from "../route.ts";
import { asks } from "./help.ts";

const pageSize = 10;

export const history: Intent = {
  name: "history",
  access: "member",
  kept: false,
  phrases: {
    en: ["history", "my history", "transactions", "point history"],
    th: ["ประวัติ", "ประวัติแต้ม", "ประวัติการใช้แต้ม", "ประวัติคะแนน"],
    ja: ["履歴", "ポイント履歴", "利用履歴"],
    "zh-TW": ["紀錄", "記錄", "點數紀錄", "消費紀錄"],
  },
  answer: async (context, profile) => ({ messages: [view(context, await read(context, profile))] }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, sample(look, 4, 50, "Somchai"))] },
    { name: "empty", messages: [view(look, sample(look, 0, 0, ""))] },
    {
      name: "longest",
      messages: [view(look, sample(look, 10, 2_147_483_647, "Wolfeschlegelstein".repeat(9)))],
    },
  ],
};

interface Ledger {
  transactions: readonly Transaction[];
  /** Named in each entry where there are several. */
  cards: MemberProfile["cards"];
  page: number;
  more: boolean;
}

async function read(context: Context, { uuid, cards }: MemberProfile): Promise<Ledger> {
  const { connect, details, signal } = context;
  const page = pageIn(details);
  const query = { member_uuid: uuid, page, size: pageSize };
  const { data, pagination } = await connect.getTransaction(query, { signal });
  return {
    transactions: mustBeOwn("getTransaction", data, uuid).slice(0, pageSize),
    cards,
    page,
    more: data.length > 0 && page * pageSize < pagination.total,
  };
}

function view(look: Look, { transactions, cards, page, more }: Ledger): Message {
  const { say, brand } = look;
  if (transactions.length === 0) {
    return withQuickReplies({ type: "text", text: say("history.empty") }, asks(say));
  }
  const spoken = transactions.map((one) => [sentence(look, one), standing(look, one)].join(" "));
  const entries = transactions.flatMap((one, index): FlexComponent[] => [
    ...(index > 0 ? [{ type: "separator" as const, margin: "lg", color: ink.line }] : []),
    entry(look, one, cards),
  ]);
  const onward = ask(say("history.more"), history.name, { page: String(page + 1) });
  return flex(`${say("history.title")}: ${spoken.join(" · ")}`, [
    panel(brand.color, [line(say("history.title"), { size: "lg", weight: "bold" }), ...entries], {
      size: "mega",
      ...(more && { footer: column([button(onward)]) }),
    }),
  ]);
}

function entry(look: Look, one: Transaction, cards: Ledger["cards"]): FlexComponent {
  const { say } = look;
  const at = instantOf(one.created_at);
  const card = cards.find(({ card_no }) => card_no === one.card_no);
  const facts = [
    at === null ? "" : say("history.when", { at }),
    cards.length > 1 ? (card && titleOf(card)) || groupedNumber(one.card_no) : "",
  ].filter(Boolean);
  const voided = one.status === "VOIDED";
  return column(
    [
      line(sentence(look, one), {
        weight: "bold",
        ...(voided && { color: ink.soft, decoration: "line-through" as const }),
      }),
      line(standing(look, one), { size: "sm" }),
      line(facts.join(" · "), { size: "xs", color: ink.soft }),
    ],
    { margin: "lg", spacing: "xs" },
  );
}

const sentence = ({ say }: Look, { type, points }: Transaction): string =>
  type === "ADD" ? say("history.added", { points }) : say("history.burned", { points });

/** The balance behind a movement; one that was taken back left none. */
const standing = ({ say }: Look, { status, balance_after }: Transaction): string =>
  status === "VOIDED" ? say("history.voided") : say("history.balance", { points: balance_after });

function sample({ now }: Look, count: number, points: number, name: string): Ledger {
  const cards = ["1", "2"].map((card_no) => ({
    uuid: card_no,
    card_no,
    card_nickname: name,
    card_type: "GOLD",
    point: points,
  }));
  const transactions = Array.from({ length: count }, (_, index): Transaction => ({
    id: index,
    uuid: String(index),
    type: index % 2 ? "BURN" : "ADD",
    status: index === 2 ? "VOIDED" : "COMPLETED",
    points,
    balance_after: points,
    card_uuid: "1",
    card_no: "1",
    member_uuid: "sample",
    channel: "API",
    created_at: new Date(now - index * 86_400_000).toISOString(),
  }));
  return { transactions, cards, page: 1, more: count > 9 };
}
