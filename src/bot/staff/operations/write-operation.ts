/** The interface of a write, to the loyalty platform or to the staff: how to perform, find, render and undo it; and what the operations share. */
import type { CallOptions, LoyaltyClient } from "../../../loyalty/client.ts";
import type {
  CouponSet,
  MemberCard,
  MemberProfile,
  OperationName,
  Page,
} from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { findCouponSet, isGiveable, leftOf } from "../../../loyalty/coupon-sets.ts";
import { unreadableRows } from "../../../loyalty/lenient-parse.ts";
import { latestMomentOf } from "../../../loyalty/platform-time.ts";
import { isFilterRefused, pageSize, readList } from "../../../loyalty/read-list.ts";
import type { TransactionLookup } from "../../../members/ledger/mirrored-client.ts";
import type { Notice } from "../../../store/notices.ts";
import type { WriteOperationName } from "../../../store/rules/kinds.ts";
import type { LimitUse } from "../../../store/rules/order.ts";
import type { PriceChange } from "../../../store/staff-prices.ts";
import type { Role, StaffIdentity } from "../../../store/staff.ts";
import type { RenderContext } from "../../context.ts";
import { findMembers } from "../member-search.ts";

export interface ResultView {
  title: string;
  facts: readonly string[];
  /** What matters most, shown large; `text` says it in one line for notifications and screen readers. */
  figure?: { label: string; value: string; note: string; text: string };
}

/** The texts of a write that undoes another one. */
interface UndoTexts<Order, Done> {
  /** One line that says what is undone. */
  describe(ctx: RenderContext, order: Order): string;
  /** The title of the result. */
  title(ctx: RenderContext, order: Order, done: Done): string;
}

/** The member whom a write affects. */
export interface AffectedMember {
  memberUuid: string;
  /** Empty when no LINE account is linked. */
  lineId: string;
  /** Masked name and phone number, since more than one staff member sees the question. */
  who: string;
}

/** Changes of the bot's own staff, in the name of who confirmed the order. @returns why one is refused, or null. */
export interface StaffChanges {
  /** Null = not staff now. */
  roleOf(lineId: string): Promise<Role | null>;
  remove(who: StaffIdentity): Promise<string | null>;
  restore(who: StaffIdentity): Promise<string | null>;
}

/** The prices of rewards that staff set. */
export interface RewardPriceChanges {
  /** In points; null = staff have set none. */
  of(setUuid: string): Promise<number | null>;
  /** @returns false if somebody else has changed the price since it was read. */
  replace(change: PriceChange): Promise<boolean>;
}

/** How to send a write. `options` go with every call: they store each send before it leaves. */
export interface WriteContext {
  loyalty: LoyaltyClient;
  staff: StaffChanges;
  prices: RewardPriceChanges;
  options: CallOptions;
}

/** How to look again at what an order was confirmed for. */
interface LookContext {
  loyalty: LoyaltyClient;
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: number;
  /** The business's IANA time zone. */
  timeZone: string;
}

/** How to look for a write of unknown outcome. */
export interface FindContext {
  loyalty: LoyaltyClient;
  /** Null where no ledger is mirrored. */
  transactions: TransactionLookup | null;
  staff: Pick<StaffChanges, "roleOf">;
  prices: Pick<RewardPriceChanges, "of">;
  signal: AbortSignal;
  refId: string;
  /** Whether a key is that of another order about the same member. */
  isOtherOrder(rowRefId: string): Promise<boolean>;
  /**
   * Rows without our key that are older than this can't be ours; ms on the platform's clock, null = no
   * bound.
   */
  since: number | null;
}

/** The write was refused and changed nothing. `refused` is the code of the platform, of the client or of `StaffChanges`. */
export interface Refused {
  refused: string;
  detail: Record<string, unknown> | null;
}

export type Performed<Done> = { done: Done } | Refused;

/** What a read found of a write; `partly` = only some of its items are done. */
export type Found<Done> = Performed<Done> | { partly: Done } | "nothing" | "unclear";

/** A write to ask for: its operation, and the order that it gets. */
export interface OrderedWrite {
  operation: WriteOperationName;
  order: object;
}

/** One kind of write. `Order` (its input) and `Done` (its result) are stored as JSON. */
export interface WriteOperation<Order extends object = object, Done extends object = object> {
  /** One line that says what the order does. */
  describe(ctx: RenderContext, order: Order): string;
  /**
   * Sends the write; one of several calls stops at the first unexpected failure.
   * @param doneBefore what an earlier attempt has done of it.
   * @throws {LoyaltyError} @throws {PartialWriteError} when some of the calls are done.
   */
  perform(
    ctx: WriteContext,
    order: Order,
    refId: string,
    doneBefore: Done | null,
  ): Promise<Performed<Done>>;
  /**
   * What has changed of what was confirmed, read before the first send; null = nothing that matters. Absent where the
   * platform or `perform` itself makes sure. @throws {LoyaltyError}
   */
  lookAgain?(ctx: LookContext, order: Order): Promise<Refused | null>;
  /** Finds out, by reads alone, whether the write has happened. @throws {LoyaltyError} */
  find(ctx: FindContext, order: Order): Promise<Found<Done>>;
  resultView(ctx: RenderContext, order: Order, done: Done): ResultView;
  /** As an undo: the texts in place of `describe` and of the result's title. */
  asUndo?: UndoTexts<Order, Done>;
  /** The notice to the affected member, who hasn't asked for it. @param confirmation id of the order. */
  notice?(order: Order, confirmation: string): Notice;
  /** The write that takes this one back; null when there is nothing to take back. */
  undo?(order: Order, done: Done): OrderedWrite | null;
  /** As an undo: what it gives back to the day's limits. */
  takenBack?(order: Order, done: Done): LimitUse;
}

/** A write of several calls failed after some of them were done; `cause` is the failure. */
export class PartialWriteError extends Error {
  override readonly cause: LoyaltyError;
  constructor(cause: LoyaltyError) {
    super("partly done");
    this.cause = cause;
  }
}

/**
 * Makes sure that the answer to a write shows what was ordered: a platform may answer with success before it has done
 * it, or with what it did for somebody else.
 * @throws {LoyaltyError} `UNEXPECTED_ANSWER`, ambiguous: reads find out what has happened.
 */
export function requireOrdered(operation: OperationName, isOrdered: boolean): void {
  if (isOrdered) return;
  const reason = "answered with something else than was ordered";
  throw new LoyaltyError("UNEXPECTED_ANSWER", reason, { operation, ambiguous: true });
}

/** The refusal of the platform, or of the client that can't send it; null when the error isn't one. */
export function refusalIn(error: unknown): Refused | null {
  if (!(error instanceof LoyaltyError)) return null;
  if (error.isUnsendable) {
    const refused = error.code === "NOT_CONFIGURED" ? error.code : "UNSENDABLE";
    return { refused, detail: null };
  }
  return error.isRefusal ? { refused: error.code, detail: error.detail } : null;
}

// Finds a write of unknown outcome in the platform's lists; trusts no filter, page size or total.
// `readList` is no substitute: it ends at the stated total, where a write that isn't counted yet is missed.

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

// Looks again at what an order was confirmed for, just before it is sent for the first time: the member, their card, the set.

type Holder = Pick<AffectedMember, "memberUuid" | "lineId">;

const refusal = (refused: string): Refused => ({ refused, detail: null });

/**
 * The member as the platform has them now; `gone` when it has none with this uuid, `unknown` when that can't be told.
 * Searches by all that is known of them, then reads the list: what a search finds differs between platforms.
 * @param cards numbers of their cards. @throws {LoyaltyError}
 */
export async function memberNow(
  { loyalty, signal }: LookContext,
  { memberUuid, lineId }: Holder,
  cards: readonly string[],
): Promise<MemberProfile | "gone" | "unknown"> {
  for (const hint of [...cards, lineId].filter(Boolean)) {
    const { rows } = await findMembers(loyalty, `id:${memberUuid} ${hint}`, signal);
    if (rows[0]) return rows[0];
  }
  const isThem = ({ uuid }: MemberProfile) => uuid === memberUuid;
  const all = await readList(
    loyalty.getProfile,
    {},
    { signal, enough: (rows) => rows.some(isThem) },
  );
  const found = all.rows.find(isThem);
  if (found) return found;
  return all.isComplete && !all.unreadable ? "gone" : "unknown";
}

/** The card, if it is still the member's; else the refusal. @throws {LoyaltyError} */
export async function cardNow(
  ctx: LookContext,
  holder: Holder,
  card: string,
): Promise<{ card: MemberCard } | Refused> {
  const member = await memberNow(ctx, holder, [card]);
  if (member === "unknown") return refusal("UNCHECKED");
  const found =
    member === "gone" ? undefined : member.cards.find(({ card_no }) => card_no === card);
  return found ? { card: found } : refusal("CARD_MOVED");
}

/** Why coupons of the set can't be given as it was confirmed; null if they can. @throws {LoyaltyError} */
export async function setChange(
  ctx: LookContext,
  { uuid, name }: Pick<CouponSet, "uuid" | "name">,
  quantity: number,
): Promise<Refused | null> {
  const set = await findCouponSet(ctx.loyalty, uuid, ctx.signal);
  if (!set || !isGiveable(set, ctx)) return refusal("COUPON_SET_NOT_ACTIVE");
  if (set.name !== name) return refusal("SET_CHANGED");
  return (leftOf(set) ?? quantity) < quantity ? refusal("OUT_OF_STOCK") : null;
}
