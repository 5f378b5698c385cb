/**
 * A loose platform: ignores filters and sort orders, searches by prefix and without case, mixes rows of
 * others in, shifts pages between two requests, and sends fields missing, null, of another type or odd. Repeatable:
 * what happens to a row follows from its uuid, what happens to a page from the number of pages read before.
 */
import type { OperationName, Page } from "../../../loyalty/contract.ts";
import type { Behaviour, Read, Reads } from "./behaviour.ts";
import { damageOther, damageWanted, hashOf } from "./damaged-rows.ts";
import { oddWays, withOddParts } from "./odd-rows.ts";

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
