/**
 * A loose platform: ignores filters and sort orders, searches by prefix and without case, mixes rows of
 * others in, shifts pages between two requests, and sends fields missing, null, of another type or odd. Repeatable:
 * what happens to a row follows from its uuid, what happens to a page from the number of pages read before.
 */
import type { OperationName, Page } from "../../../loyalty/contract.ts";
import type { Behaviour, Read, Reads } from "./behaviour.ts";

type Row = Readonly<Record<string, unknown>>;

/** The most rows of a page; the answer states the requested size. */
const maxRows: Partial<Record<OperationName, number>> = {
  getProfile: 40,
  getTransaction: 250,
  getGiveCouponHistory: 50,
  getCouponSet: 5,
  getCampaign: 5,
};
/** Profiles of others that a search finds, too. */
const othersFound = 44;
/** Every so many further pages, rows have moved by one since the page before. */
const shiftEvery = 3;

interface ListInput {
  page?: number;
  size?: number;
  search?: string;
  from?: string;
  to?: string;
}

export function looseBehaviour(): Behaviour {
  let furtherPages = 0;
  // Kept, as reading and ordering all of them for each page is most of what a call costs.
  let kept: { version: string; rows: readonly Row[] } | null = null;

  function allProfiles({ read, version }: Reads): readonly Row[] {
    const now = version();
    if (kept?.version !== now) kept = { version: now, rows: shuffled(allRows(read, {})) };
    return kept.rows;
  }

  /** How far rows have moved since the page before: 1 repeats a row of that page, −1 leaves one out. */
  function nextShift(page: number): number {
    if (page === 1) return 0;
    furtherPages += 1;
    if (furtherPages % shiftEvery !== 0) return 0;
    return furtherPages % (2 * shiftEvery) === 0 ? -1 : 1;
  }

  function pageOf(operation: OperationName, input: ListInput, reads: Reads): Page<Row> {
    const { page = 1, size = 20 } = input;
    const rows =
      operation === "getProfile"
        ? profiles(input, allProfiles(reads), reads.read)
        : others(input, reads.read);
    const length = Math.min(size, maxRows[operation] ?? size);
    const start = Math.max(0, (page - 1) * length - nextShift(page));
    return {
      pagination: { total: rows.length, page, size },
      data: rows.slice(start, start + length),
    };
  }

  return {
    respond(operation, input, reads) {
      if (operation === "checkCoupon") return reads.read({ ...input, member_uuid: undefined });
      return operation in maxRows ? pageOf(operation, input, reads) : reads.read(input);
    },
  };
}

const asked = (row: Row): Row => withOddParts(damageWanted(row));
const notAsked = (row: Row): Row => damageOther(row, oddWays);

/** All rows in an order of no meaning, whatever the filters; those that the filters exclude are damaged more. */
function others({ page: _page, size: _size, ...input }: ListInput, read: Read): Row[] {
  const { from, to } = input;
  const wanted = new Set(allRows(read, ownerFilters(input)).map(({ uuid }) => uuid));
  return shuffled(allRows(read, { from, to })).map((row) =>
    wanted.has(row["uuid"]) ? asked(row) : notAsked(row),
  );
}

/** The filters by owner alone where there are some: what a member used is theirs, too. */
function ownerFilters(input: Omit<ListInput, "page" | "size">): object {
  if (!("member_uuid" in input)) return input;
  const { usable: _usable, status: _status, ...rest } = input as Row;
  return rest;
}

/** Without a search all profiles; else others first, and what was searched for last. */
function profiles({ search }: ListInput, all: readonly Row[], read: Read): Row[] {
  if (search === undefined) return all.map(asked);
  const found = allRows(read, { search });
  const wanted = new Set(found.map(({ uuid }) => uuid));
  const rest = all.filter(({ uuid }) => !wanted.has(uuid)).slice(0, othersFound);
  return [
    ...similarTo(search, rest.slice(0, 3)),
    ...rest.slice(3).map(notAsked),
    ...found.map(asked),
  ];
}

/** Profiles of others as a search by prefix and without case finds them: with almost the LINE user id searched for. */
function similarTo(search: string, [upper, shorter, longer]: readonly Row[]): Row[] {
  return [
    { ...upper, lineId: search.toUpperCase() },
    { ...shorter, lineId: search.slice(0, -1) },
    { ...longer, lineId: `${search}0` },
  ];
}

function allRows(read: Read, filters: object): Row[] {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = read({ ...filters, page, size: 1000 }) as Page<Row>;
    rows.push(...data);
    if (data.length === 0 || rows.length >= pagination.total) return rows;
  }
}

const shuffled = (rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, at: hashOf(row) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ row }) => row);

// Makes rows odd as platforms send them: parts that no answer needs in other shapes, dates in free form, numbers below zero.

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
function withOddParts(row: Row): Row {
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
const oddWays: readonly ((row: Row) => Row)[] = [
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

/** A number that follows from the row's uuid (FNV-1a). */
function hashOf({ uuid }: Row): number {
  let hash = 0x811c9dc5;
  for (const letter of String(uuid)) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

/** Numbers and truth values as text, at any depth. */
function asText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
}

/** Fields without which a row still says what it has to. */
const spare = ["channel", "remark", "terms", "description", "otherData", "profilePicture"];
/** Fields with a closed set of values that nothing depends on. */
const kinds: Row = { channel: "KIOSK", type: "NEW_KIND" };

/** Every other of them is null, the rest is missing. */
const withoutValue = (row: Row): Row =>
  omit(
    replace(row, spare, null),
    spare.filter((_, index) => index % 2 === 0),
  );
const withUnknownKinds = (row: Row): Row => ({
  ...row,
  // A movement's type is its direction.
  ...Object.fromEntries(
    Object.entries(kinds).filter(
      ([key]) => key in row && row[key] !== "ADD" && row[key] !== "BURN",
    ),
  ),
});

/** Damage that leaves the meaning of a row clear. */
function damageWanted(row: Row): Row {
  const ways = [asText, withoutValue, withUnknownKinds, (one: Row) => one];
  return ways[hashOf(row) % ways.length]!(row) as Row;
}

const owners = ["member_uuid", "lineId", "card_no", "card_uuid"];
const omit = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !names.includes(key)));
const replace = (row: Row, names: readonly string[], value: unknown): Row => ({
  ...row,
  ...Object.fromEntries(names.flatMap((key) => (key in row ? [[key, value]] : []))),
});

/**
 * Damage to a row that wasn't asked for: what it is, or whose, may be unreadable.
 * @param more further ways to damage it.
 */
function damageOther(row: Row, more: readonly ((row: Row) => Row)[] = []): Row {
  const ways = [
    (one: Row) => one,
    (one: Row) => omit(one, owners),
    (one: Row) => replace(one, owners, null),
    (one: Row) => replace(one, ["status", "type", "source", "active"], "NEW_VALUE"),
    (one: Row) => replace(one, ["points", "balance_after", "cards", "code"], { amount: 1 }),
    (one: Row) => asText(one) as Row,
    (one: Row) => replace(one, owners, 17),
    ...more,
  ];
  return ways[hashOf(row) % ways.length]!(row);
}
