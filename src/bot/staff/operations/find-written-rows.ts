/**
 * Finds a write of unknown outcome in the platform's lists; trusts no filter, page size or total.
 * `readList` is no substitute: it ends at the stated total, where a write that isn't counted yet is missed.
 */
import type { Page } from "../../../loyalty/contract.ts";
import { unreadableRows } from "../../../loyalty/lenient-parse.ts";
import { pageSize } from "../../../loyalty/read-list.ts";
import { isFilterRefused } from "../../../loyalty/read-matching.ts";
import { latestMomentOf } from "../../../loyalty/platform-time.ts";

type Filters = Readonly<Record<string, string>>;
interface Paging {
  page: number;
  size: number;
}
type List<Row> = (query: Paging) => Promise<Page<Row>>;

const maxPages = 10;

interface Rows<Row> {
  rows: Row[];
  /** Whether these are all rows; false when the platform doesn't page as requested. */
  isComplete: boolean;
}

/** Reads pages until one is empty, one brings nothing new, `isEnough` holds, or `maxPages` are read. */
async function readRows<Row>(
  list: List<Row>,
  keyOf: (row: Row) => string | number,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Rows<Row>> {
  const rows = new Map<string | number, Row>();
  let size = pageSize;
  let isReadable = true;
  for (let page = 1; page <= maxPages; page++) {
    const answer = await list({ page, size });
    const { data, pagination } = answer;
    const lost = unreadableRows(answer).length;
    // What can't be read may be the write.
    isReadable &&= lost === 0;
    const before = rows.size;
    for (const row of data) rows.set(keyOf(row), row);
    const found = [...rows.values()];
    // A total never proves that nothing is missing, but a higher one says that something is.
    if (data.length + lost === 0)
      return { rows: found, isComplete: isReadable && found.length >= pagination.total };
    // The platform may send smaller pages than requested: its size is used from here, so that no row is
    // skipped.
    if (page === 1) size = Math.min(size, data.length + lost);
    if ((rows.size === before && lost === 0) || isEnough(found))
      return { rows: found, isComplete: false };
  }
  return { rows: [...rows.values()], isComplete: false };
}

/**
 * Reads with the first filters that the platform accepts: a strict platform answers unknown filters with
 * 400.
 */
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
    if (!isFilterRefused(error) || others.length === 0) throw error;
    return readFiltered(list, others, keyOf, isEnough);
  }
}

/**
 * Finds the `count` rows that a write made. Reads by its key first, then the rows since `since`, because a
 * filter by key may find nothing. A row with our key that isn't proven to be the order's makes the result `unclear`,
 * and so does one that may be the order's without its key: the platform may list no keys, or give rows keys of its own.
 * @throws {LoyaltyError}
 */
export async function findWrittenRows<Row>(options: {
  list(query: Paging): Promise<Page<Row>>;
  refId: string;
  /** Filters that narrow the list to what may be ours, such as one member. */
  around: Filters;
  since: number | null;
  keyOf(row: Row): string | number;
  hasOurKey(row: Row): boolean;
  /** The key with which the row says that it was made; undefined = none. */
  refIdOf(row: Row): string | undefined;
  /** Whether a key is that of another order of the bot, so that its row isn't this one's. */
  isOtherOrder(rowRefId: string): Promise<boolean>;
  /** Whether the row may be the order's: no field contradicts it. */
  isAlike(row: Row): boolean;
  /** Whether the row shows itself that it is the order's, by every field that names whose it is. */
  isProven(row: Row): boolean;
  /** Whether the row is still as it was made: not voided since, for example. */
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
  const recent = isEnough(byKey.rows) ? byKey : await read([{ ...around, ...from }, from, {}]);
  const found = new Map([...byKey.rows, ...recent.rows].map((row) => [keyOf(row), row]));
  const rows = [...found.values()];
  const written = ours(rows);
  if (written.length > 0) {
    // More rows than were ordered: the platform did the write twice.
    const isClear = written.length === count && written.every(options.isProven);
    return isClear && written.every(options.isIntact) ? written : "unclear";
  }
  if (!byKey.isComplete || !recent.isComplete) return "unclear";
  const mayBeOurs = (row: Row) => {
    const at = latestMomentOf(options.timeOf(row));
    const isRecent = since === null || at === null || at >= since;
    return isRecent && options.isAlike(row);
  };
  const isOthers = async (row: Row) => {
    const rowRefId = options.refIdOf(row);
    return rowRefId !== undefined && (await options.isOtherOrder(rowRefId));
  };
  const areOthers = await Promise.all(rows.filter(mayBeOurs).map(isOthers));
  return areOthers.every(Boolean) ? "nothing" : "unclear";
}
