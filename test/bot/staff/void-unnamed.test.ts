/** `/void` where the platform names no member on its transactions: the card says whose they are, mirrored or not. */
import { describe, expect, test } from "vitest";
import { voidCommand } from "../../../src/bot/staff/commands/points.ts";
import {
  voidTransactions,
  type VoidTransactions,
} from "../../../src/bot/staff/operations/points.ts";
import type { FindContext } from "../../../src/bot/staff/operations/write-operation.ts";
import type { Reply } from "../../../src/bot/context.ts";
import type { CommandContext } from "../../../src/bot/staff/command.ts";
import type { Transaction } from "../../../src/loyalty/contract.ts";
import { entryOf, transactionOf } from "../../../src/members/ledger/mirrored-transaction.ts";

const row = (id: number, card_no: string, more: Partial<Transaction> = {}): Transaction => ({
  id,
  uuid: `t${id}`,
  type: "ADD",
  status: "COMPLETED",
  points: 100,
  balance_after: 100,
  card_uuid: "",
  card_no,
  member_uuid: "",
  ref_no: "INV-7",
  channel: "API",
  created_at: "2026-11-23T05:00:00Z",
  ...more,
});

const pageOf = <Row>(data: Row[]) => ({
  pagination: { total: data.length, page: 1, size: 100 },
  data,
});

async function voidOf(rows: Transaction[]) {
  const ctx = {
    args: { what: "ref:INV-7" },
    lineId: "U9",
    now: 0,
    colleague: { lineId: "U9", role: "manager", name: "M" },
    command: voidCommand,
    t: (key: string) => key,
    brand: { accent: "#000000", color: "#000000" },
    staffContext: { transactions: null },
    signal: new AbortController().signal,
    loyalty: { getTransaction: async () => pageOf(rows), getProfile: async () => pageOf([]) },
  };
  const reply = (await voidCommand.run(ctx as unknown as CommandContext)) as Reply;
  const write = reply.writes?.[0];
  return write?.kind === "question" ? (write.question.steps[0]?.input as VoidTransactions) : null;
}

const isFound = (order: VoidTransactions, rows: Transaction[]) =>
  voidTransactions.find(
    {
      loyalty: { getTransaction: async () => pageOf(rows) },
      transactions: null,
      signal: new AbortController().signal,
    } as unknown as FindContext,
    order,
  );

describe.each([
  ["from the platform", (one: Transaction) => one],
  ["from the mirror", (one: Transaction) => transactionOf(entryOf(one)!, { ref_no: "INV-7" })],
])("%s", (_, read) => {
  const one = row(1, "880000000001");
  const two = row(2, "880000000002");

  test("movements of two cards aren't one order", async () => {
    expect(await voidOf([one, two].map(read))).toBeNull();
    const unnumbered = [row(1, "", { card_uuid: "c1" }), row(2, "", { card_uuid: "c2" })];
    expect(await voidOf(unnumbered.map(read))).toBeNull();
    expect(await voidOf([row(1, ""), row(2, "")].map(read))).toBeNull();
  });

  test("movements of one card are one order, and are found again by this card alone", async () => {
    const order = await voidOf([one, row(3, one.card_no)].map(read));
    expect(order?.movements.map(({ id }) => id)).toEqual([1, 3]);
    const voided = (card_no: string) =>
      [1, 3].map((id) => row(id, card_no, { status: "VOIDED" })).map(read);
    expect(await isFound(order!, voided(one.card_no))).toMatchObject({ done: { voided: [1, 3] } });
    expect(await isFound(order!, voided(two.card_no))).toBe("unclear");
  });
});

test("an order without a card, which a former version stored, is found on no card", async () => {
  const order = {
    memberUuid: "",
    lineId: "",
    who: "",
    movements: [{ id: 1, type: "ADD", points: 100, card: "" }],
  } as const;
  const mirrored = transactionOf(entryOf(row(1, "880000000001", { status: "VOIDED" }))!);
  expect(await isFound({ ...order, movements: [...order.movements] }, [mirrored])).toBe("unclear");
});
