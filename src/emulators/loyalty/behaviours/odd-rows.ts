/** Makes rows odd as platforms send them: parts that no answer needs in other shapes, dates in free form, numbers below zero. */
import type { Behaviour } from "./behaviour.ts";
import { hashOf, type Row } from "./damaged-rows.ts";

/** What a part that no answer needs may be. */
const oddities: readonly unknown[] = [["a", "b"], { a: { b: 1 } }, 7.5, "", false, null];

/** Fields of profiles, movements and coupons that no answer needs. */
const unneeded = [
  "profilePicture",
  "verified",
  "otpVerified",
  "lineVerified",
  "method",
  "value",
  "channel",
  "void_reason",
  "card_uuid",
  "pending",
];

/** Odd entries beside a profile's own. */
const oddEntries = [
  { key: "hobby", value: ["a", "b"] },
  { key: "age", value: 42 },
  { value: {} },
  null,
  "text",
];

/** A row that still says all that answers need. */
export function withOddParts(row: Row): Row {
  const hash = hashOf(row);
  const oddity = (index: number) => oddities[(hash + index) % oddities.length];
  // The worth of a set, which is called `value` as well, is needed.
  const isUnneeded = (key: string) => key in row && (key !== "value" || "balance_after" in row);
  const changed = unneeded.filter(isUnneeded).map((key, index) => [key, oddity(index)] as const);
  const { otherData } = row;
  return {
    ...row,
    ...Object.fromEntries(changed),
    ...(Array.isArray(otherData) && { otherData: [...(otherData as unknown[]), ...oddEntries] }),
    loyalty_tier: oddity(unneeded.length),
  };
}

const isTime = (key: string) => /_(?:at|date|on)$/.test(key);
const isAmount = (key: string) => ["point", "points", "balance_after"].includes(key);

/** The row with another value in each of the fields that have one. */
const changing = (
  row: Row,
  isWanted: (key: string) => boolean,
  change: (value: unknown) => unknown,
): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      isWanted(key) && value != null ? change(value) : value,
    ]),
  );

const dates = ["05/06/2027", "2027-02-30", "tomorrow", "9999-12-31T23:59:59Z", 1_811_845_800_000];

/** Ways in which a row that wasn't asked for is odd: what it says may be unreadable. */
export const oddWays: readonly ((row: Row) => Row)[] = [
  (row) => changing(row, isTime, () => dates[hashOf(row) % dates.length]),
  (row) => changing(row, isTime, (value) => String(value).slice(0, 10)),
  (row) => changing(row, isAmount, (value) => -Number(value)),
  (row) =>
    changing(
      row,
      (key) => key === "phoneNumber",
      (value) => `+66 (0) ${String(value).slice(1)}`,
    ),
  (row) =>
    changing(
      row,
      (key) => key === "cards",
      () => [{ card_no: 17, point: 1.5 }, null, "GOLD"],
    ),
];

/** A platform as specified, whose rows have odd parts. */
export const oddBehaviour: Behaviour = {
  respond(_operation, input, { read }) {
    const answer = read(input) as { data?: unknown };
    if (!Array.isArray(answer.data)) return answer;
    return { ...answer, data: (answer.data as Row[]).map(withOddParts) };
  },
};
