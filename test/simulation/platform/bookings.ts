/** What the simulated platform has done, by the `ref_id` that it was ordered with. */
import type { OperationName } from "../../../src/loyalty/contract.ts";

/** Points that were moved, or coupons that were given. Times are milliseconds since 1970. */
export interface Booking {
  refId: string;
  operation: OperationName;
  memberUuid: string;
  /** 0 of a gift. */
  points: number;
  at: number;
  /** When all of it was voided; null while some of it stands. */
  voidedAt: number | null;
}

/** A write that takes effect. @param refId of what it books or voids. */
export type Wrote = (operation: OperationName, refId: string) => void;

export class Bookings {
  readonly list: Booking[] = [];
  readonly now: () => number;
  readonly #wrote: Wrote;

  constructor(now: () => number, wrote: Wrote) {
    this.now = now;
    this.#wrote = wrote;
  }

  add(booking: Pick<Booking, "refId" | "operation" | "memberUuid" | "points">): void {
    this.#wrote(booking.operation, booking.refId);
    this.list.push({ ...booking, at: this.now(), voidedAt: null });
  }

  /** @param isWhole whether nothing of it stands any longer. */
  void(operation: OperationName, refId: string, isWhole: boolean): void {
    this.#wrote(operation, refId);
    const booking = this.list.find((one) => one.refId === refId && one.voidedAt === null);
    if (booking && isWhole) booking.voidedAt = this.now();
  }
}
