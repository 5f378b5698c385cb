/** The coupon sets of the simulated platform with their prices and stocks, and the coupons given from them. */
import { couponSet, endings, gifts, members, rewards } from "../people.ts";
import type { Bookings } from "./bookings.ts";
import { ok, refusal, type Response } from "./responses.ts";

interface Coupon {
  uuid: string;
  code: string;
  coupon_set_uuid: string;
  status: "GIVEN" | "USED" | "VOIDED";
  member_uuid: string;
  given_ref_id: string;
  [field: string]: unknown;
}

export interface GiftBody {
  coupon_set_uuid: string;
  quantity?: number;
  ref_id: string;
}

/** What a set cost from a time on, in points. */
export interface Price {
  setUuid: string;
  points: number;
  from: number;
}

const repricedBy = 50;
const endless = 1000;
const plentiful = { ...couponSet, points: null, stock: null, perMember: null };
const givenByRule = Object.values(gifts).map((set) => ({ ...plentiful, ...set }));

export class Coupons {
  readonly list: Coupon[] = [];
  /** By uuid. */
  readonly endingsUsedAt = new Map<string, number>();
  /** In the order of time. */
  readonly prices: Price[];
  readonly #bookings: Bookings;
  readonly #sets = new Map([plentiful, ...givenByRule, ...rewards].map((set) => [set.uuid, set]));

  constructor(bookings: Bookings) {
    this.#bookings = bookings;
    const day = 86_400_000;
    const time = (days: number) => new Date(bookings.now() + days * day).toISOString();
    for (const { uuid, name, member } of endings) {
      this.list.push({
        uuid,
        code: uuid,
        coupon_set_uuid: `set of ${uuid}`,
        coupon_set_name: name,
        status: "GIVEN",
        member_uuid: members[member]?.uuid ?? "",
        given_at: time(-10),
        given_ref_id: uuid,
        expires_at: time(2),
      });
    }
    this.prices = rewards.map(({ uuid, points }) => ({ setUuid: uuid, points, from: 0 }));
  }

  /** The sets as the platform's list has them. */
  get sets(): object[] {
    return [...this.#sets.keys()].map((uuid) => this.#setOf(uuid));
  }

  give(memberUuid: string, body: GiftBody): Response {
    const { coupon_set_uuid: setUuid, quantity = 1, ref_id: refId } = body;
    const set = this.#sets.get(setUuid);
    if (!set) return refusal(404, "NOT_FOUND");
    const { name, perMember } = set;
    if (this.#leftOf(setUuid) < quantity) return refusal(409, "OUT_OF_STOCK");
    const had = this.list.filter(
      (one) =>
        one.member_uuid === memberUuid &&
        one.coupon_set_uuid === setUuid &&
        one.status !== "VOIDED",
    );
    if (had.length + quantity > (perMember ?? endless)) {
      return refusal(409, "MEMBER_LIMIT_REACHED");
    }
    const coupons = Array.from({ length: quantity }, (_, index): Coupon => {
      const number = this.list.length + index + 1;
      return {
        uuid: `coupon-${number}`,
        code: `ESP-${number}`,
        coupon_set_uuid: setUuid,
        coupon_set_name: name,
        status: "GIVEN",
        member_uuid: memberUuid,
        given_at: this.#time(),
        given_ref_id: refId,
        ref_id: refId,
      };
    });
    this.list.push(...coupons);
    this.#bookings.add({ refId, operation: "giveCouponToMemberId", memberUuid, points: 0 });
    return ok({ message: "", data: coupons }, 201);
  }

  check(code: string): Response {
    const coupon = this.list.find((one) => one.code === code);
    if (!coupon) return refusal(404, "NOT_FOUND");
    return ok({
      usable: coupon.status === "GIVEN",
      coupon,
      coupon_set: this.#setOf(coupon.coupon_set_uuid),
      checked_at: this.#time(),
    });
  }

  void(uuid: string): Response {
    const coupon = this.list.find((one) => one.uuid === uuid);
    if (!coupon) return refusal(404, "NOT_FOUND");
    if (coupon.status === "USED") return refusal(409, "COUPON_USED");
    if (coupon.status === "GIVEN") {
      Object.assign(coupon, { status: "VOIDED", voided_at: this.#time() });
      const refId = coupon.given_ref_id;
      const gift = this.list.filter((one) => one.given_ref_id === refId);
      const isWhole = gift.every(({ status }) => status === "VOIDED");
      this.#bookings.void("voidGiveCoupon", refId, isWhole);
    }
    return ok(coupon);
  }

  /** Somebody uses the coupon of a reward at a till. @param which from the newest. */
  use(which: number): void {
    const held = this.list.filter(
      (one) => one.status === "GIVEN" && rewards.some(({ uuid }) => uuid === one.coupon_set_uuid),
    );
    const coupon = held.at(-1 - which);
    if (coupon) Object.assign(coupon, { status: "USED", used_at: this.#time() });
  }

  /** Somebody uses a coupon that ends. */
  useEnding(which: number): void {
    const uuid = endings[which % endings.length]?.uuid ?? "";
    const coupon = this.list.find((one) => one.uuid === uuid);
    if (coupon?.status === "GIVEN") {
      Object.assign(coupon, { status: "USED", used_at: this.#time() });
      this.endingsUsedAt.set(uuid, this.#bookings.now());
    }
  }

  /** The shop changes a price, or changes it back. */
  reprice(which: number): void {
    const { uuid: setUuid, points } = rewards[which % rewards.length] ?? rewards[0];
    const next = this.#priceOf(setUuid) === points ? points + repricedBy : points;
    this.prices.push({ setUuid, points: next, from: this.#bookings.now() });
  }

  #priceOf(setUuid: string): number | undefined {
    return this.prices.findLast((price) => price.setUuid === setUuid)?.points;
  }

  #leftOf(setUuid: string): number {
    const taken = this.list.filter((one) => one.coupon_set_uuid === setUuid).length;
    return (this.#sets.get(setUuid)?.stock ?? endless) - taken;
  }

  #setOf(uuid: string): object {
    const { name, perMember } = this.#sets.get(uuid) ?? plentiful;
    const points = this.#priceOf(uuid);
    return {
      uuid,
      name,
      type: "OTHER",
      source: "GENERATE",
      status: "ACTIVE",
      ...(points !== undefined && { points_cost: points }),
      limit: perMember === null ? {} : { per_member: perMember },
      count: { total: endless, pending: this.#leftOf(uuid), given: 0, used: 0, voided: 0 },
    };
  }

  #time(): string {
    return new Date(this.#bookings.now()).toISOString();
  }
}
