/** The operations on coupons: to give them to a member, to mark one as used, to take given ones back, and to create a set. */
import type { CallOptions, LoyaltyClient } from "../../../loyalty/client.ts";
import type { Coupon, Input } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { latestMomentOf } from "../../../loyalty/platform-time.ts";
import type { RenderContext } from "../../context.ts";
import { validUntilForStaff } from "../../views/coupon-expiry.ts";
import * as ui from "../../views/flex-components.ts";
import {
  type AffectedMember,
  findWrittenRows,
  memberNow,
  PartialWriteError,
  readFiltered,
  type Refused,
  refusalIn,
  requireOrdered,
  setChange,
  type WriteOperation,
} from "./write-operation.ts";

export interface GiveCoupons extends AffectedMember {
  input: Input<"giveCouponToMemberId">;
  set: string;
  quantity: number;
}

type GivenCoupon = Pick<
  Coupon,
  "uuid" | "code" | "expires_at" | "coupon_set_name" | "coupon_set_uuid" | "status"
>;

interface GivenCoupons {
  coupons: GivenCoupon[];
}

const givenCouponsOf = (data: readonly Coupon[]): GivenCoupons => ({
  coupons: data.map(({ uuid, code, expires_at, coupon_set_name, coupon_set_uuid, status }) => ({
    uuid,
    code,
    coupon_set_name,
    coupon_set_uuid,
    status,
    ...(expires_at !== undefined && { expires_at }),
  })),
});

/** Whether no field of a coupon contradicts the gift. */
const isAlike = (
  { coupon_set_uuid, member_uuid }: Coupon,
  { memberUuid, coupon_set_uuid: setUuid }: GiveCoupons["input"],
): boolean => coupon_set_uuid === setUuid && (member_uuid ?? memberUuid) === memberUuid;

/** Whether the member has it: a pending coupon is in the stock. */
const isGiven = ({ status }: Coupon): boolean => status !== "VOIDED" && status !== "PENDING";

/** The operation that gives coupons to a member. */
export const giveCoupons: WriteOperation<GiveCoupons, GivenCoupons> = {
  describe: ({ t }, { set, quantity, who }) =>
    t("staff.what.give", { count: quantity, set: ui.clip(set, 100), who }),
  async perform({ loyalty, options }, { input, quantity }, ref_id) {
    const { data } = await loyalty.giveCouponToMemberId({ ...input, ref_id }, options);
    const alike = data.filter((one) => isAlike(one, input) && isGiven(one));
    const given = new Set(alike.map(({ uuid }) => uuid));
    requireOrdered("giveCouponToMemberId", given.size === quantity && data.length === quantity);
    return { done: givenCouponsOf(data) };
  },
  async lookAgain(ctx, { input, set, quantity, ...holder }) {
    const member = await memberNow(ctx, holder, []);
    if (member === "gone") return { refused: "NOT_FOUND", detail: null };
    // One who can't be found is still the one whose uuid is sent.
    if (member !== "unknown" && !member.active) return { refused: "MEMBER_INACTIVE", detail: null };
    return setChange(ctx, { uuid: input.coupon_set_uuid, name: set }, quantity);
  },
  async find({ loyalty, refId, isOtherOrder, since, signal }, { input, quantity }) {
    const { memberUuid, coupon_set_uuid } = input;
    const found = await findWrittenRows({
      list: (query) => loyalty.getGiveCouponHistory(query, { signal }),
      refId,
      around: { member_uuid: memberUuid },
      since,
      keyOf: (row) => row.uuid,
      // A use has its own key, which may replace the gift's key in `ref_id`.
      hasOurKey: (row) => row.given_ref_id === refId || row.ref_id === refId,
      refIdOf: (row) => row.given_ref_id ?? (row.status === "USED" ? undefined : row.ref_id),
      isOtherOrder,
      isAlike: (row) => isAlike(row, input),
      isProven: (row) => row.coupon_set_uuid === coupon_set_uuid && row.member_uuid === memberUuid,
      isIntact: isGiven,
      timeOf: (row) => row.given_at,
      count: quantity,
    });
    return typeof found === "string" ? found : { done: givenCouponsOf(found) };
  },
  resultView: (ctx, { set, quantity, who }, { coupons }) => ({
    title: ctx.t("staff.done.give", { count: quantity, set: ui.clip(set, 100), who }),
    facts: couponFacts(ctx, coupons),
  }),
  notice: ({ set, quantity }, confirmation) => ({
    kind: "gift",
    name: set,
    quantity,
    confirmation,
  }),
  undo({ memberUuid, lineId, who, set }, given) {
    const coupons = given.coupons.map(({ uuid, code }) => ({ uuid, code }));
    return { operation: "void_coupons", order: { memberUuid, lineId, who, set, coupons } };
  },
};

/** The codes, and until when they can be used: said once where it is the same for all. */
function couponFacts(ctx: RenderContext, coupons: readonly GivenCoupon[]): string[] {
  const [end = "", ...others] = new Set(coupons.map((coupon) => validUntilForStaff(ctx, coupon)));
  return others.length === 0
    ? [...coupons.map(({ code }) => code), end]
    : coupons.map((coupon) => `${coupon.code} · ${validUntilForStaff(ctx, coupon)}`);
}

export interface UseCoupon extends AffectedMember {
  code: string;
  set: string;
  staffCode: string;
}

type UsedCoupon = Pick<Coupon, "uuid" | "code">;

/** Whether a coupon may be the member's; an empty `memberUuid` is anybody. */
const isTheirs = (coupon: Pick<Coupon, "member_uuid">, memberUuid: string): boolean =>
  !memberUuid || !coupon.member_uuid || coupon.member_uuid === memberUuid;

/** The operation that marks a coupon as used. */
export const useCoupon: WriteOperation<UseCoupon, UsedCoupon> = {
  describe: ({ t }, { code, set, who }) =>
    t("staff.what.use", { code, set: ui.clip(set, 100), who }),
  async perform({ loyalty, options }, { code, memberUuid, staffCode }, ref_id) {
    const used = await loyalty.markUseCoupon(
      { code, staff_code: staffCode, ref_id, ...(memberUuid && { member_uuid: memberUuid }) },
      options,
    );
    const isOrdered = used.status === "USED" && used.code === code && isTheirs(used, memberUuid);
    requireOrdered("markUseCoupon", isOrdered);
    return { done: { uuid: used.uuid, code: used.code } };
  },
  async lookAgain({ loyalty, signal }, { code, memberUuid }) {
    const { usable, reason, coupon } = await loyalty.checkCoupon({ code }, { signal });
    const { member_uuid = "", used_at, used_by, branch_code, starts_at, expires_at } = coupon;
    if (!usable) {
      const detail = { used_at, used_by, branch_code, starts_at, expires_at };
      return { refused: reason ?? "CONFLICT", detail };
    }
    return member_uuid === memberUuid ? null : { refused: "COUPON_OTHER_MEMBER", detail: null };
  },
  async find({ loyalty, refId, signal }, { code, memberUuid }) {
    const { coupon } = await loyalty.checkCoupon({ code }, { signal });
    if (coupon.status !== "USED") return "nothing";
    const isOurs = isTheirs(coupon, memberUuid) && (coupon.used_ref_id ?? coupon.ref_id) === refId;
    return isOurs ? { done: { uuid: coupon.uuid, code: coupon.code } } : "unclear";
  },
  resultView: ({ t }, { code, set, who }) => ({
    title: t("staff.done.use", { code, set: ui.clip(set, 100) }),
    facts: [who],
  }),
};

type CouponToTake = Pick<Coupon, "uuid" | "code">;

export interface VoidCoupons extends AffectedMember {
  coupons: CouponToTake[];
  set: string;
}

interface TakenBack {
  voided: string[];
  /** Codes that were used before they could be taken back. */
  used: string[];
  /** Codes that couldn't be taken back for another reason; absent in results of older versions. */
  kept?: string[];
}

/** `others` = it belongs to another member, or the code to another coupon. */
type CouponState = "held" | "voided" | "used" | "others";

const refusals: Record<Exclude<CouponState, "held" | "voided">, Refused> = {
  used: { refused: "COUPON_USED", detail: null },
  others: { refused: "COUPON_OTHER_MEMBER", detail: null },
};

/** A pending coupon is back in the stock. */
const isVoided = (status: Coupon["status"]) => status === "VOIDED" || status === "PENDING";

/** Reads the state of a coupon that was given to `memberUuid`; empty = to anybody. @throws {LoyaltyError} */
async function couponStateOf(
  loyalty: LoyaltyClient,
  { uuid, code }: CouponToTake,
  memberUuid: string,
  signal: AbortSignal | undefined,
): Promise<CouponState> {
  const { coupon } = await loyalty.checkCoupon({ code }, { signal });
  if (isVoided(coupon.status)) return "voided";
  const holder = coupon.member_uuid ?? memberUuid;
  if (coupon.uuid !== uuid || (memberUuid && holder !== memberUuid)) return "others";
  return coupon.status === "USED" ? "used" : "held";
}

/** Takes a coupon back if the member still holds it. @returns its state afterwards, and the refusal if there was one. @throws {LoyaltyError} */
async function takeBack(
  loyalty: LoyaltyClient,
  coupon: CouponToTake,
  memberUuid: string,
  options: CallOptions,
): Promise<{ state: CouponState; refused: Refused | null }> {
  const readState = () => couponStateOf(loyalty, coupon, memberUuid, options.signal);
  const whyNot = (state: CouponState) =>
    state === "used" || state === "others" ? refusals[state] : null;
  const before = await readState();
  if (before !== "held") return { state: before, refused: whyNot(before) };
  try {
    const { uuid, status } = await loyalty.voidGiveCoupon({ couponUuid: coupon.uuid }, options);
    requireOrdered("voidGiveCoupon", uuid === coupon.uuid && isVoided(status));
    return { state: "voided", refused: null };
  } catch (error) {
    const refused = refusalIn(error);
    if (!refused) throw error;
    return { state: await readState(), refused };
  }
}

const takenBackOf = (states: ReadonlyMap<string, CouponState>): Required<TakenBack> => {
  const codes = (...selected: CouponState[]) =>
    [...states].flatMap(([code, state]) => (selected.includes(state) ? code : []));
  return { voided: codes("voided"), used: codes("used"), kept: codes("others", "held") };
};

/** The operation that takes back given coupons that aren't used. */
export const voidCoupons: WriteOperation<VoidCoupons, TakenBack> = {
  describe: ({ t }, { coupons, set, who }) =>
    t("staff.what.takeBack", {
      set: ui.clip(set, 100),
      who,
      codes: ui.clip(coupons.map(({ code }) => code).join(", "), 150),
    }),
  async perform({ loyalty, options }, { coupons, memberUuid }) {
    const states = new Map<string, CouponState>();
    let refusal: Refused | null = null;
    for (const coupon of coupons) {
      try {
        const { state, refused } = await takeBack(loyalty, coupon, memberUuid, options);
        refusal ??= refused;
        states.set(coupon.code, state);
      } catch (error) {
        const isPartly = takenBackOf(states).voided.length > 0;
        throw isPartly && error instanceof LoyaltyError ? new PartialWriteError(error) : error;
      }
    }
    const done = takenBackOf(states);
    return refusal && done.voided.length === 0 ? refusal : { done };
  },
  async find({ loyalty, signal }, { coupons, memberUuid }) {
    const states = new Map<string, CouponState>();
    for (const coupon of coupons) {
      states.set(coupon.code, await couponStateOf(loyalty, coupon, memberUuid, signal));
    }
    const found = new Set(states.values());
    // It may have been taken back before somebody else got it.
    if (found.has("others")) return "unclear";
    const done = takenBackOf(states);
    const isHeld = found.has("held");
    if (done.voided.length > 0) return isHeld ? { partly: done } : { done };
    return isHeld ? "nothing" : refusals.used;
  },
  resultView: ({ t }, { set, who }, { voided, used, kept = [] }) => ({
    title: t("staff.done.takeBack", { set: ui.clip(set, 100), who }),
    facts: [
      ...voided,
      ...used.map((code) => t("staff.coupon.kept", { code })),
      ...kept.map((code) => t("staff.coupon.left", { code })),
    ],
  }),
  asUndo: {
    describe: ({ t }, { coupons, set, who }) =>
      t("staff.what.undo.give", { count: coupons.length, set: ui.clip(set, 100), who }),
    title: ({ t }, { set, who }, { voided }) =>
      t("staff.undone.give", { count: voided.length, set: ui.clip(set, 100), who }),
  },
  takenBack: (_order, { voided }) => ({ gifts: voided.length, points: 0 }),
};

export interface CreateCouponSet {
  input: Input<"createCouponSet">;
}

interface CreatedSet {
  uuid: string;
}

/** The operation that creates a coupon set. */
export const createCouponSet: WriteOperation<CreateCouponSet, CreatedSet> = {
  describe: ({ t }, { input }) => t("staff.what.create", { set: ui.clip(input.name, 100) }),
  async perform({ loyalty, options }, { input }, ref_id) {
    const { uuid } = await loyalty.createCouponSet({ ...input, ref_id }, options);
    return { done: { uuid } };
  },
  async find({ loyalty, refId, since, signal }, { input }) {
    const { rows, isComplete } = await readFiltered(
      (query) => loyalty.getCouponSet(query, { signal }),
      [{ search: input.name }, {}],
      ({ uuid }) => uuid,
      () => false,
    );
    const alike = rows.filter(({ name }) => name === input.name);
    // The contract has no `ref_id` on sets, but some platforms may send it.
    const ours = alike.find((set) => "ref_id" in set && set.ref_id === refId);
    if (ours) return { done: { uuid: ours.uuid } };
    // Without the key, a recent set of that name may be ours or somebody else's.
    const isDoubtful = alike.some(
      ({ created_at }) => since === null || (latestMomentOf(created_at) ?? Infinity) >= since,
    );
    return isDoubtful || !isComplete ? "unclear" : "nothing";
  },
  resultView: ({ t }, { input }) => ({
    title: t("staff.done.create", { set: ui.clip(input.name, 100) }),
    facts: [],
  }),
};
