/** A client of the platform that lists a member's, a card's and a document's transactions from the ledger mirror. */
import type { CallOptions, LoyaltyClient } from "../../loyalty/client.ts";
import { isTooLargeId, type Input, type Page, type Transaction } from "../../loyalty/contract.ts";
import { cancelled, LoyaltyError } from "../../loyalty/errors.ts";
import { type KnownPart, pageSize as defaultSize } from "../../loyalty/read-list.ts";
import { hashId } from "../../store/hash-id.ts";
import type { Ledger, LedgerEntry, LedgerFilter } from "../../store/ledger.ts";
import type { LedgerMirror } from "./ledger-mirror.ts";
import { transactionOf, type MirroredTransaction } from "./mirrored-transaction.ts";

type Query = Input<"getTransaction">;

export interface TransactionLookup {
  /**
   * Transactions by their ids or uuids, as the platform has them now.
   * @returns null where the mirror can't tell: ask the platform.
   * @throws {LoyaltyError} when the signal aborts.
   */
  byIds(ids: readonly string[], signal: AbortSignal): Promise<MirroredTransaction[] | null>;
  /**
   * The newest `limit` of a member's or a card's transactions that are mirrored so far, while the mirror fills.
   * @returns null where it is complete, so that lists come from it, or nothing is known for sure.
   * @throws {LoyaltyError} when the signal aborts.
   */
  partOf(
    query: Pick<Query, "member_uuid" | "card_no">,
    limit: number,
    signal: AbortSignal,
  ): Promise<KnownPart<MirroredTransaction> | null>;
}

interface Services {
  loyalty: LoyaltyClient;
  mirror: LedgerMirror;
  ledger: Ledger;
}

/**
 * Where the mirror isn't complete or can't be brought up to date, the platform is asked, as it is for all
 * other lists. Transactions that the platform answers with are mirrored at once.
 */
export function createMirroredClient(services: Services): LoyaltyClient {
  const { loyalty, mirror } = services;
  return {
    ...loyalty,
    getTransaction: async (query, options = {}) =>
      (await unlessFailed(options.signal, () => listMirrored(services, query, options))) ??
      loyalty.getTransaction(query, options),
    addPoint: (body, options) => noted(mirror, loyalty.addPoint(body, options)),
    burnPoint: (body, options) => noted(mirror, loyalty.burnPoint(body, options)),
    voidTransactionById: (path, options) =>
      noted(mirror, loyalty.voidTransactionById(path, options)),
  };
}

export const createTransactionLookup = ({
  mirror,
  ledger,
}: Pick<Services, "mirror" | "ledger">): TransactionLookup => ({
  byIds: (ids, signal) =>
    unlessFailed(signal, async () => {
      // Rows with such ids can't be read, and so aren't mirrored.
      if (ids.some(isTooLargeId)) return null;
      const covered = await mirror.catchUp(signal);
      if (!covered || covered.from > mirror.wantedFrom()) return null;
      const older = olderThan(covered.until, await entriesOf(ledger, ids));
      if (!(await mirror.refresh(older, signal))) return null;
      return (await entriesOf(ledger, ids)).map((entry) => transactionOf(entry));
    }),
  partOf: (query, limit, signal) =>
    unlessFailed(signal, async () => {
      const filter = filterOf(query);
      const before = await mirror.coverage();
      if (!filter || !before || before.from <= mirror.wantedFrom()) return null;
      const covered = await mirror.catchUp(signal);
      if (!covered) return null;
      const since = covered.from;
      const { entries } = await ledger.find({ ...filter, since }, { limit, offset: 0 });
      return { rows: entries.map((entry) => transactionOf(entry, query)), since };
    }),
});

async function entriesOf(ledger: Ledger, ids: readonly string[]): Promise<LedgerEntry[]> {
  const found = await Promise.all(
    ids.map((value) => ledger.find({ by: "id", value }, { limit: 2, offset: 0 })),
  );
  return found.flatMap(({ entries }) => entries);
}

/** @returns null where the mirror can't answer. */
async function listMirrored(
  { mirror, ledger }: Services,
  query: Query,
  { signal = new AbortController().signal }: CallOptions,
): Promise<Page<Transaction> | null> {
  const filter = filterOf(query);
  if (!filter) return null;
  const { page = 1, size = defaultSize } = query;
  const since = filter.since ?? null;
  // Further pages belong to the reading that the first one has brought up to date.
  const covered = await (page === 1 ? mirror.catchUp(signal, since) : mirror.coverage());
  if (!covered || covered.from > (since ?? mirror.wantedFrom())) return null;
  const find = () => ledger.find(filter, { limit: size, offset: (page - 1) * size });
  let found = await find();
  if (byReference.has(filter.by)) {
    if (!(await mirror.refresh(olderThan(covered.until, found.entries), signal))) return null;
    found = await find();
  }
  const { entries, total } = found;
  return {
    pagination: { total, page, size },
    data: entries.map((entry) => transactionOf(entry, query)),
  };
}

/** Transactions by reference are what staff void, so whether they are voided has to be known now. */
const byReference = new Set<LedgerFilter["by"]>(["refId", "refNoHash"]);

/** Later ones have just been read. */
const olderThan = (until: number, entries: readonly LedgerEntry[]) =>
  entries.filter(({ at }) => at < until);

type ColumnFilter = (value: string) => LedgerFilter;

/** The columns of the mirror that stand for a query's filters. */
const columns: ReadonlyMap<string, ColumnFilter> = new Map<string, ColumnFilter>([
  ["member_uuid", (value) => ({ by: "memberUuid", value })],
  ["card_no", (value) => ({ by: "cardHash", value: hashId(value) })],
  ["ref_no", (value) => ({ by: "refNoHash", value: hashId(value) })],
  ["ref_id", (value) => ({ by: "refId", value })],
]);

/** The filter of a query with exactly one, and a beginning at most; null for any other query. */
function filterOf({ page: _page, size: _size, from, ...filters }: Query): LedgerFilter | null {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [first, ...others] = given;
  if (!first || others.length > 0) return null;
  const [name, value] = first;
  const column = columns.get(name);
  if (!column || typeof value !== "string") return null;
  return { ...column(value), ...(from !== undefined && { since: Date.parse(from) }) };
}

async function noted<Row extends Transaction>(
  mirror: LedgerMirror,
  answer: Promise<Row>,
): Promise<Row> {
  const transaction = await answer;
  await mirror.note(transaction);
  return transaction;
}

/**
 * A mirror that can't be read or brought up to date can't answer; the platform still may.
 * @throws {LoyaltyError} when the signal has aborted, whatever has failed then.
 */
async function unlessFailed<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted) return null;
    throw error instanceof LoyaltyError ? error : cancelled("getTransaction");
  }
}
