/** Looks for a lost write in a list of the platform's. No filter, size or total of an answer is believed. */
import type { Page } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { parseInstant } from "../../views/dates.ts";

type Filters = Readonly<Record<string, string>>;
interface Paging {
  page: number;
  size: number;
}
type List<Row> = (query: Paging) => Promise<Page<Row>>;

const pageSize = 100;
const maxPages = 10;

interface Rows<Row> {
  rows: Row[];
  /** Whether these are all; never so where the platform doesn't page as asked. */
  whole: boolean;
}

/** Reads until a page is empty, or `isEnough`. */
async function readRows<Row>(
  list: List<Row>,
  keyOf: (row: Row) => string | number,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Rows<Row>> {
  const rows = new Map<string | number, Row>();
  let size = pageSize;
  for (let page = 1; page <= maxPages; page++) {
    const { data } = await list({ page, size });
    const before = rows.size;
    for (const row of data) rows.set(keyOf(row), row);
    const found = [...rows.values()];
    if (data.length === 0) return { rows: found, whole: true };
    // Asked for in its own size, so that the second page begins where this one ends.
    if (page === 1) size = Math.min(size, data.length);
    if (rows.size === before || isEnough(found)) return { rows: found, whole: false };
  }
  return { rows: [...rows.values()], whole: false };
}

/** The same with the first filters that the platform takes: a strict one refuses those it doesn't know. */
export async function readFiltered<Row>(
  list: (query: Paging) => Promise<Page<Row>>,
  filters: readonly Filters[],
  keyOf: (row: Row) => string | number,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Rows<Row>> {
  const [first = {}, ...others] = filters;
  try {
    return await readRows((query) => list({ ...first, ...query }), keyOf, isEnough);
  } catch (error) {
    const isStrict = error instanceof LoyaltyError && error.status === 400;
    if (!isStrict || others.length === 0) throw error;
    return readFiltered(list, others, keyOf, isEnough);
  }
}

/**
 * The rows that a write made, of which there have to be so many. First by its key, whenever that was;
 * then what was made lately: a filter for keys may find nothing at all, and a row without a key that
 * looks like ours may be ours.
 */
export async function findWrittenRows<Row>(options: {
  list(query: Paging): Promise<Page<Row>>;
  refId: string;
  /** Narrows the list to what may be ours, such as to one member. */
  around: Filters;
  since: number | null;
  keyOf(row: Row): string | number;
  hasOurKey(row: Row): boolean;
  hasNoKey(row: Row): boolean;
  /** Whether it is what was ordered, as far as the row tells. */
  isAlike(row: Row): boolean;
  /** Whether it stands as it was made. */
  isIntact(row: Row): boolean;
  timeOf(row: Row): string | undefined;
  count: number;
}): Promise<Row[] | "nothing" | "unclear"> {
  const { list, refId, around, since, keyOf, count } = options;
  const ours = (rows: readonly Row[]) => rows.filter(options.hasOurKey);
  const isEnough = (rows: readonly Row[]) => ours(rows).length >= count;
  const read = (filters: Filters[]) => readFiltered(list, filters, keyOf, isEnough);

  const byKey = await read([{ ref_id: refId }, {}]);
  const from: Filters = since === null ? {} : { from: new Date(since).toISOString() };
  const lately = isEnough(byKey.rows) ? byKey : await read([{ ...around, ...from }, from, {}]);
  const found = new Map([...byKey.rows, ...lately.rows].map((row) => [keyOf(row), row]));
  const rows = [...found.values()];
  const made = ours(rows);
  if (made.length > 0) {
    const isClear = made.length >= count && made.every(options.isAlike);
    return isClear && made.every(options.isIntact) ? made : "unclear";
  }
  if (!byKey.whole || !lately.whole) return "unclear";
  const mayBeOurs = (row: Row) => {
    const at = parseInstant(options.timeOf(row));
    const isLate = since === null || at === null || at >= since;
    return isLate && options.hasNoKey(row) && options.isAlike(row);
  };
  return rows.some(mayBeOurs) ? "unclear" : "nothing";
}
