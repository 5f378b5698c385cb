/** A simulated loyalty platform: members, points and coupons, with each write that it has booked. */
import type { OperationName } from "../../src/loyalty/contract.ts";
import { couponSet, members } from "./people.ts";

/** A write that the platform has booked. */
export interface Booking {
  refId: string;
  operation: OperationName;
  isVoided: boolean;
}

interface Request {
  operation: OperationName;
  path: string;
  body: object | null;
}

interface Response {
  status: number;
  text: string;
}

interface Movement {
  id: number;
  type: "ADD" | "BURN";
  status: "COMPLETED" | "VOIDED";
  points: number;
  card_no: string;
  ref_id: string;
  [field: string]: unknown;
}

interface Coupon {
  uuid: string;
  status: "GIVEN" | "VOIDED";
  member_uuid: string;
  given_ref_id: string;
  [field: string]: unknown;
}

interface MovementBody {
  card_no: string;
  points: number;
  ref_id: string;
  staff_code: string;
}

interface GiftBody {
  quantity?: number;
  ref_id: string;
}

const firstBalance = 1000;
const activeSet = {
  ...couponSet,
  type: "OTHER",
  source: "GENERATE",
  status: "ACTIVE",
  count: { total: 1000, pending: 1000, given: 0, used: 0, voided: 0 },
};

export class Platform {
  readonly bookings: Booking[] = [];
  readonly #now: () => number;
  readonly #isIdempotent: boolean;
  readonly #balances = new Map(members.map(({ card }) => [card, firstBalance]));
  readonly #movements: Movement[] = [];
  readonly #coupons: Coupon[] = [];
  /** Answers to writes by their `ref_id`. */
  readonly #answers = new Map<string, Response>();

  /** @param isIdempotent whether it does a write once per `ref_id`. */
  constructor(now: () => number, isIdempotent: boolean) {
    this.#now = now;
    this.#isIdempotent = isIdempotent;
  }

  answer(request: Request): Response {
    const handle = this.#handlers[request.operation];
    const query = new URLSearchParams(request.path.split("?")[1] ?? "");
    return handle ? handle(request, query) : refusal(404, "NOT_FOUND");
  }

  readonly #handlers: Partial<
    Record<OperationName, (request: Request, query: URLSearchParams) => Response>
  > = {
    getAccessToken: () => ok({ access_token: "token" }),
    getProfile: (_, query) => page(query, this.#profiles(query.get("search") ?? "")),
    getCouponSet: (_, query) => page(query, [activeSet]),
    getTransaction: (_, query) => page(query, filtered(this.#movements, query)),
    getGiveCouponHistory: (_, query) => page(query, filtered(this.#coupons, query)),
    addPoint: ({ body }) => this.#move("addPoint", body as MovementBody),
    burnPoint: ({ body }) => this.#move("burnPoint", body as MovementBody),
    giveCouponToMemberId: ({ path, body }) => this.#give(path, body as GiftBody),
    voidTransactionById: ({ path }) => this.#voidMovement(Number(idIn(path))),
    voidGiveCoupon: ({ path }) => this.#voidCoupon(idIn(path)),
  };

  /** The sum of all cards. */
  get points(): number {
    return [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0);
  }

  /** What the sum of all cards must be by the movements. */
  get booked(): number {
    return this.#movements
      .filter(({ status }) => status === "COMPLETED")
      .reduce((sum, { type, points }) => sum + (type === "ADD" ? points : -points), 0);
  }

  static readonly firstPoints = firstBalance * members.length;

  #profiles(search: string): object[] {
    const term = search.toLowerCase();
    const matches = members.filter(({ lineId, uuid, name, surname, card }) =>
      [lineId, uuid, name, surname, card].some((text) => text.toLowerCase().includes(term)),
    );
    return matches.map(({ lineId, uuid, name, surname, card }) => ({
      uuid,
      name,
      lastName: surname,
      lineId,
      active: true,
      cards: [{ uuid: `card ${card}`, card_no: card, point: this.#balances.get(card) }],
    }));
  }

  #once({ ref_id: refId }: { ref_id: string }, book: () => Response): Response {
    const before = this.#isIdempotent ? this.#answers.get(refId) : undefined;
    if (before) return before;
    const answer = book();
    if (answer.status < 300) this.#answers.set(refId, answer);
    return answer;
  }

  #move(operation: "addPoint" | "burnPoint", body: MovementBody): Response {
    return this.#once(body, () => this.#book(operation, body));
  }

  #book(operation: "addPoint" | "burnPoint", body: MovementBody): Response {
    const { card_no: card, points, ref_id: refId, staff_code: staffCode } = body;
    const type = operation === "addPoint" ? "ADD" : "BURN";
    const before = this.#balances.get(card);
    if (before === undefined) return refusal(404, "NOT_FOUND");
    const balance = type === "ADD" ? before + points : before - points;
    if (balance < 0) return refusal(409, "INSUFFICIENT_POINTS");
    this.#balances.set(card, balance);
    const movement: Movement = {
      id: this.#movements.length + 1,
      uuid: `movement ${this.#movements.length + 1}`,
      type,
      status: "COMPLETED",
      points,
      balance_after: balance,
      card_uuid: `card ${card}`,
      card_no: card,
      member_uuid: members.find((member) => member.card === card)?.uuid,
      ref_id: refId,
      staff_code: staffCode,
      channel: "LINE",
      created_at: this.#time(),
    };
    this.#movements.push(movement);
    this.bookings.push({ refId, operation, isVoided: false });
    return { status: 201, text: JSON.stringify({ message: "", ...movement }) };
  }

  #give(path: string, body: GiftBody): Response {
    return this.#once(body, () => this.#giveCoupons(path, body));
  }

  #giveCoupons(path: string, { quantity = 1, ref_id: refId }: GiftBody): Response {
    const coupons = Array.from({ length: quantity }, (_, index): Coupon => {
      const number = this.#coupons.length + index + 1;
      return {
        uuid: `coupon-${number}`,
        code: `ESP-${number}`,
        coupon_set_uuid: couponSet.uuid,
        coupon_set_name: couponSet.name,
        status: "GIVEN",
        member_uuid: idIn(path),
        given_at: this.#time(),
        given_ref_id: refId,
        ref_id: refId,
      };
    });
    this.#coupons.push(...coupons);
    this.bookings.push({ refId, operation: "giveCouponToMemberId", isVoided: false });
    return { status: 201, text: JSON.stringify({ message: "", data: coupons }) };
  }

  #voidMovement(id: number): Response {
    const movement = this.#movements.find((one) => one.id === id);
    if (!movement) return refusal(404, "NOT_FOUND");
    if (movement.status === "COMPLETED") {
      const { card_no: card, type, points } = movement;
      const balance = (this.#balances.get(card) ?? 0) + (type === "ADD" ? -points : points);
      if (balance < 0) return refusal(409, "POINTS_ALREADY_SPENT");
      this.#balances.set(card, balance);
      Object.assign(movement, { status: "VOIDED", voided_at: this.#time() });
      this.#noteVoid(movement.ref_id);
    }
    return ok(movement);
  }

  #voidCoupon(uuid: string): Response {
    const coupon = this.#coupons.find((one) => one.uuid === uuid);
    if (!coupon) return refusal(404, "NOT_FOUND");
    Object.assign(coupon, { status: "VOIDED", voided_at: this.#time() });
    const refId = coupon.given_ref_id;
    const gift = this.#coupons.filter((one) => one.given_ref_id === refId);
    if (gift.every(({ status }) => status === "VOIDED")) this.#noteVoid(refId);
    return ok(coupon);
  }

  #noteVoid(refId: string): void {
    const booking = this.bookings.find((one) => one.refId === refId && !one.isVoided);
    if (booking) booking.isVoided = true;
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

const idIn = (path: string): string =>
  decodeURIComponent(path.split("?")[0]?.split("/").at(-1) ?? "");

const ok = (value: object): Response => ({ status: 200, text: JSON.stringify(value) });

const refusal = (status: number, code: string): Response => ({
  status,
  text: JSON.stringify({ status, code, message: code }),
});

/** Rows that match every field of the query that they have. */
const filtered = <Row extends object>(rows: readonly Row[], query: URLSearchParams): Row[] =>
  rows.filter((row) =>
    [...query].every(([name, value]) => !(name in row) || String(row[name as keyof Row]) === value),
  );

function page(query: URLSearchParams, rows: readonly object[]): Response {
  const number = Number(query.get("page") ?? 1);
  const size = Number(query.get("size") ?? 20);
  return ok({
    data: rows.slice((number - 1) * size, number * size),
    pagination: {
      page: number,
      size,
      total: rows.length,
      total_pages: Math.ceil(rows.length / size),
    },
  });
}
