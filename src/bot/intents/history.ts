/** Answers "what happened to my points?": the member's point transactions, newest first. */
import { transactionSizes, type MemberProfile, type Transaction } from "../../loyalty/contract.ts";
import type { FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import { readNewest } from "../../loyalty/read-list.ts";
import { isOnCard } from "../../members/ledger/mirrored-transaction.ts";
import type { Context, Intent, RenderContext } from "../context.ts";
import { burnOf, termsOf } from "../redemption.ts";
import { changeOf } from "../../loyalty/points.ts";
import { momentOf } from "../../loyalty/platform-time.ts";
import { whenText } from "../views/dates.ts";
import * as ui from "../views/flex-components.ts";
import { groupedNumber, cardTitle, signedPoints } from "../views/card.ts";
import { withNextSteps, type NextStep } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { paginate } from "../views/paginate.ts";
import { pageIn } from "../routing/postback.ts";

const pageSize = 10;
/** How many of the member's last redemptions are read, to name the rewards in the list. */
const maxRedemptions = 100;
const maxPurposeLength = 100;
const nextSteps: readonly NextStep[] = ["balance", "coupons", "card", "campaigns", "help"];
/** Platform pages read for one page of the reply, which is the 99th at most. */
const maxPages = 10;

export const history: Intent = {
  name: "history",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      history, my history, transactions, transaction, my transactions, transaction history, point history
      points history, my point history, my points history, purchase history, recent transactions
      past transactions, last transactions, show history, show my history, show my points history, show my point history, see my history, history please
      statement, my statement, histroy, hisotry, histry, hstory, histori, transations, ดู history
      ประวัติ point, 我的history, show me my history, view my history, my activity, recent activity
      points statement, where did my points go, hystory, transctions, 看history
    `),
    th: thaiPhraseList(`
      ประวัติ, ประวัติแต้ม, ประวัติคะแนน, ประวัติของฉัน, ประวัติการใช้แต้ม, ประวัติการใช้คะแนน
      ประวัติการใช้งาน, ประวัติการซื้อ, ประวัติการสะสมแต้ม, ประวัติสะสมแต้ม, ประวัติย้อนหลัง, รายการย้อนหลัง
      รายการแต้ม, รายการล่าสุด, ดูประวัติ, ขอดูประวัติ, ดูประวัติแต้ม, ขอดูประวัติแต้ม, เช็คประวัติ, ประวัต
      ปรวัติ, ประวิติ, ประวัตื, ประวัดิ, ปะวัติ, ขอประวัติ, อยากดูประวัติ, เช็กประวัติ, เช็คประวัติแต้ม
      ดูรายการย้อนหลัง, ความเคลื่อนไหวแต้ม, ประวัด
    `),
    ja: phraseList(`
      履歴, ポイント履歴, ポイントの履歴, 利用履歴, 取引履歴, 購入履歴, 最近の履歴, 過去の履歴, 履歴一覧
      利用明細, ポイント明細, 明細, 履歴を見る, 履歴が見たい, 履歴を見せて, 履歴見せて, 履歴を表示, 履歴を確認
      履歴を教えて, ポイント履歴を見せて, りれき, 履暦, 履歷, 履歴ー, ポイント暦, ご利用履歴, 使用履歴
      獲得履歴, 私の履歴, 履歴を見せてください, 履歴教えて, 履歴は, 履歴確認, 履歴の確認, 履歴照会, 屢歴
    `),
    "zh-TW": phraseList(`
      紀錄, 記錄, 點數紀錄, 點數記錄, 消費紀錄, 消費記錄, 交易紀錄, 交易記錄, 使用紀錄, 使用記錄, 歷史紀錄
      歷史記錄, 我的紀錄, 我的記錄, 我的點數紀錄, 看紀錄, 看記錄, 查紀錄, 查記錄, 查詢紀錄, 查詢記錄
      查點數紀錄, 點數明細, 交易明細, 明細, 集點紀錄, 记录, 纪录, 点数记录, 消费记录, 紀祿, 記綠, 記路
      點數歷史, 兌換紀錄, 最近紀錄, 查明細, 我要查紀錄, 我想看紀錄, 紀綠, 計錄
    `),
  },
  answer: async (context, profile) => ({
    messages: [view(context, await readPage(context, profile))],
  }),
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, sample(ctx, 4, 50, "Somchai"))] },
    { name: "empty", messages: [view(ctx, sample(ctx, 0, 0, ""))] },
    {
      name: "ordinary",
      about: "in-part",
      messages: [view(ctx, sample(ctx, 3, 50, "Somchai", ctx.now - 2 * 86_400_000))],
    },
    {
      name: "empty",
      about: "in-part",
      messages: [view(ctx, sample(ctx, 0, 0, "", ctx.now - 2 * 86_400_000))],
    },
    {
      name: "longest",
      messages: [view(ctx, sample(ctx, 10, 2_147_483_647, "Wolfeschlegelstein".repeat(9)))],
    },
  ],
};

/** One page of the member's transactions. */
interface TransactionPage {
  transactions: readonly Transaction[];
  /** Each entry names its card if there are several. */
  cards: MemberProfile["cards"];
  page: number;
  more: boolean;
  /** Since when it is known, in milliseconds since 1970; null = nothing is missing from it. */
  since: number | null;
  /** The names of the rewards that points were redeemed for, by the transaction's `ref_id` and by its id. */
  rewards: ReadonlyMap<string | number, string>;
}

/** @throws {LoyaltyError} when the platform fails, or not even the newest transactions can be told. */
async function readPage(
  { loyalty, transactions, redeemer, account, details, timeZone, signal }: Context,
  { uuid, cards }: MemberProfile,
): Promise<TransactionPage> {
  const requestedPage = pageIn(details);
  const needed = requestedPage * pageSize + 1;
  const filters = { member_uuid: uuid };
  const read = await readNewest(loyalty.getTransaction, filters, {
    signal,
    maxPages,
    operation: "getTransaction",
    owner: ["member_uuid", uuid],
    isWanted: ({ member_uuid }) => member_uuid === uuid,
    unfilteredSize: transactionSizes.max,
    timeOf: ({ created_at }) => momentOf(created_at, timeZone),
    needed,
    knownPart: async () => (await transactions?.partOf(filters, needed, signal)) ?? null,
  });
  if (!read) {
    throw new LoyaltyError("UNEXPECTED_ANSWER", "lists too many transactions of others", {
      operation: "getTransaction",
    });
  }
  const { rows: own, since } = read;
  // An old button can ask for a page that no longer exists.
  const page = requestedPage <= Math.ceil(own.length / pageSize) ? requestedPage : 1;
  const { shown, left } = paginate(own, page, pageSize);
  const redemptions = await redeemer.ofMember(account, uuid, maxRedemptions);
  const rewards = new Map(
    redemptions.flatMap((order) => {
      const [burn] = order.steps;
      const { id } = burnOf(order) ?? {};
      if (order.undoes !== null || !burn) return [];
      // A platform may list no keys.
      const keys = [burn.refId, ...(id === undefined ? [] : [id])];
      return keys.map((key) => [key, termsOf(order).set] as const);
    }),
  );
  return { transactions: shown, cards, page, more: left > 0, since, rewards };
}

function view(ctx: RenderContext, read: TransactionPage): Message {
  const { transactions, page, more, since } = read;
  const { t, brand } = ctx;
  if (transactions.length === 0) {
    const words = since === null ? t("history.empty") : t("history.empty.since", { at: since });
    return withNextSteps(ctx, { type: "text", text: words }, nextSteps);
  }
  const sentences = transactions.map((transaction) =>
    [sentence(ctx, transaction), balanceText(ctx, transaction)].join(" "),
  );
  const entries = transactions.flatMap((transaction, index): FlexComponent[] => [
    ...(index > 0 ? [{ type: "separator" as const, margin: "lg", color: ui.palette.line }] : []),
    ...entry(ctx, transaction, read),
  ]);
  const note = since === null || more ? "" : t("history.since", { at: since });
  const nextPage = ui.postbackAction(t("history.more"), history.name, { page: String(page + 1) });
  const alt = [t("history.title"), ui.altEntries(sentences), note].filter(Boolean).join("\n");
  const message = ui.flex(alt, [
    ui.coloredBox(
      brand.color,
      [
        ui.textLine(t("history.title"), { size: "lg", weight: "bold" }),
        ...entries,
        ...ui.optionalLine(note, { size: "xs", color: ui.palette.soft, margin: "lg" }),
      ],
      {
        size: "mega",
        ...(more && { footer: ui.column([ui.button(nextPage)]) }),
      },
    ),
  ]);
  return withNextSteps(ctx, message, nextSteps);
}

function entry(
  ctx: RenderContext,
  transaction: Transaction,
  { cards, rewards }: Pick<TransactionPage, "cards" | "rewards">,
): FlexComponent[] {
  const card = cards.find(({ card_no }) => isOnCard(transaction, card_no));
  const footnotes = [
    whenText(ctx, transaction.created_at),
    cards.length > 1 ? (card && cardTitle(card)) || groupedNumber(transaction.card_no) : "",
  ].filter(Boolean);
  const crossed =
    transaction.status === "VOIDED" &&
    ({ color: ui.palette.soft, decoration: "line-through" } as const);
  return [
    ui.row(
      [
        ui.textLine(purpose(ctx, transaction, rewards), {
          weight: "bold",
          maxLines: 3,
          ...crossed,
        }),
        ui.textLine(signedPoints(ctx.t, transaction), {
          weight: "bold",
          wrap: false,
          align: "end",
          flex: 0,
          color: changeOf(transaction) >= 0 ? ui.palette.done : ui.palette.spent,
          ...crossed,
        }),
      ],
      { spacing: "md", margin: "lg" },
    ),
    ...ui.optionalLine(
      [balanceText(ctx, transaction), footnotes.join(" · ")].filter(Boolean).join("\n"),
      {
        size: "xs",
        color: ui.palette.soft,
        margin: "xs",
      },
    ),
  ];
}

/** What it was for: the reward, the remark, the reference number, or only what became of the points. */
function purpose(
  { t }: RenderContext,
  transaction: Transaction,
  rewards: TransactionPage["rewards"],
): string {
  const { id, remark, ref_no, ref_id } = transaction;
  const reward = rewards.get(ref_id || id);
  if (reward !== undefined) {
    return t("history.redeemed", { reward: ui.clip(reward, maxPurposeLength) });
  }
  const reason = ui.clip(remark?.trim() ?? "", maxPurposeLength);
  if (reason) return reason;
  const reference = ui.clip(ref_no?.trim() ?? "", maxPurposeLength);
  if (reference) return t("history.reference", { reference });
  return t(changeOf(transaction) < 0 ? "history.spent" : "history.collected");
}

function sentence({ t }: RenderContext, transaction: Transaction): string {
  const change = changeOf(transaction);
  return change < 0
    ? t("history.burned", { points: -change })
    : t("history.added", { points: change });
}

/** The balance after the transaction; a voided transaction has none; empty where it can't be read. */
function balanceText({ t }: RenderContext, { status, balance_after }: Transaction): string {
  if (status === "VOIDED") return t("history.voided");
  return balance_after === null ? "" : t("history.balance", { points: balance_after });
}

function sample(
  { now }: RenderContext,
  count: number,
  points: number,
  name: string,
  since: number | null = null,
): TransactionPage {
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
    ...(index === 1 && { remark: "Iced latte" }),
    ...(index === 3 && { ref_no: "POS1-0042" }),
    created_at: new Date(now - index * 86_400_000).toISOString(),
  }));
  return { transactions, cards, page: 1, more: count > 9, since, rewards: new Map() };
}
