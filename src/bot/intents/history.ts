/** "history": the last movements of points as sentences, newest first. */
import type { MemberProfile, Transaction } from "../../loyalty/contract.ts";
import type { FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import { readList } from "../../loyalty/paginate.ts";
import { mustBeOwn } from "../../loyalty/unsupported-operation.ts";
import type { Context, Intent, Look } from "../context.ts";
import { instantOf } from "../views/dates.ts";
import {
  ask,
  button,
  column,
  flex,
  ink,
  line,
  panel,
  withQuickReplies,
} from "../views/flex-components.ts";
import { groupedNumber, titleOf } from "../views/card-text.ts";
import { listed, listedThai } from "../routing/phrases.ts";
import { partOf } from "../views/paginate.ts";
import { pageIn } from "../routing/text-router.ts";
import { asks } from "./help.ts";

const pageSize = 10;
/** Calls for one page, which is the 99th at most. */
const mostPages = 10;

export const history: Intent = {
  name: "history",
  access: "member",
  kept: false,
  phrases: {
    en: listed(`
      history, my history, transactions, transaction, my transactions, transaction history, point history
      points history, my point history, my points history, purchase history, recent transactions
      past transactions, last transactions, show history, show my history, see my history, history please
      statement, my statement, histroy, hisotry, histry, hstory, histori, transations, ดู history
      ประวัติ point, 我的history, show me my history, view my history, my activity, recent activity
      points statement, where did my points go, hystory, transctions, 看history
    `),
    th: listedThai(`
      ประวัติ, ประวัติแต้ม, ประวัติคะแนน, ประวัติของฉัน, ประวัติการใช้แต้ม, ประวัติการใช้คะแนน
      ประวัติการใช้งาน, ประวัติการซื้อ, ประวัติการสะสมแต้ม, ประวัติสะสมแต้ม, ประวัติย้อนหลัง, รายการย้อนหลัง
      รายการแต้ม, รายการล่าสุด, ดูประวัติ, ขอดูประวัติ, ดูประวัติแต้ม, ขอดูประวัติแต้ม, เช็คประวัติ, ประวัต
      ปรวัติ, ประวิติ, ประวัตื, ประวัดิ, ปะวัติ, ขอประวัติ, อยากดูประวัติ, เช็กประวัติ, เช็คประวัติแต้ม
      ดูรายการย้อนหลัง, ความเคลื่อนไหวแต้ม, ประวัด, ประวัติิ
    `),
    ja: listed(`
      履歴, ポイント履歴, ポイントの履歴, 利用履歴, 取引履歴, 購入履歴, 最近の履歴, 過去の履歴, 履歴一覧
      利用明細, ポイント明細, 明細, 履歴を見る, 履歴が見たい, 履歴を見せて, 履歴見せて, 履歴を表示, 履歴を確認
      履歴を教えて, ポイント履歴を見せて, りれき, 履暦, 履歷, 履歴ー, ポイント暦, ご利用履歴, 使用履歴
      獲得履歴, 私の履歴, 履歴を見せてください, 履歴教えて, 履歴は, 履歴確認, 履歴の確認, 履歴照会, 屢歴
    `),
    "zh-TW": listed(`
      紀錄, 記錄, 點數紀錄, 點數記錄, 消費紀錄, 消費記錄, 交易紀錄, 交易記錄, 使用紀錄, 使用記錄, 歷史紀錄
      歷史記錄, 我的紀錄, 我的記錄, 我的點數紀錄, 看紀錄, 看記錄, 查紀錄, 查記錄, 查詢紀錄, 查詢記錄
      查點數紀錄, 點數明細, 交易明細, 明細, 集點紀錄, 记录, 纪录, 点数记录, 消费记录, 紀祿, 記綠, 記路
      點數歷史, 兌換紀錄, 最近紀錄, 查明細, 我要查紀錄, 我想看紀錄, 紀綠, 計錄
    `),
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

async function read(
  { connect, details, signal }: Context,
  { uuid, cards }: MemberProfile,
): Promise<Ledger> {
  const asked = pageIn(details);
  const { rows } = await readList(
    connect.getTransaction,
    { member_uuid: uuid },
    { signal, mostPages, enough: ({ length }) => length > asked * pageSize },
  );
  const own = mustBeOwn("getTransaction", rows, uuid);
  // The button was older than what it led to.
  const page = asked <= Math.ceil(own.length / pageSize) ? asked : 1;
  const { shown, left } = partOf(own, page, pageSize);
  return { transactions: shown, cards, page, more: left > 0 };
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
  return flex(`${say("history.title")}\n${spoken.join(" · ")}`, [
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
