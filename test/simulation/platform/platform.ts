/** A simulated loyalty platform: it answers the calls of the bot, and keeps what it has booked. */
import type { OperationName } from "../../../src/loyalty/contract.ts";
import { People } from "./people.ts";
import { Bookings, type Wrote } from "./bookings.ts";
import { Coupons, type GiftBody } from "./coupons.ts";
import { Ledger, type MovementBody } from "./ledger.ts";
import { filtered, ok, page, refusal, type Response } from "./responses.ts";

interface Request {
  operation: OperationName;
  path: string;
  body: object | null;
}

export interface PlatformOptions {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether it does a write once per `ref_id`. */
  isIdempotent: boolean;
  /** Called when a write takes effect. */
  wrote: Wrote;
}

export class Platform {
  readonly bookings: Bookings;
  readonly ledger: Ledger;
  readonly coupons: Coupons;
  readonly people = new People();
  readonly #isIdempotent: boolean;
  /** Answers to writes by their `ref_id`. */
  readonly #answers = new Map<string, Response>();

  constructor({ now, isIdempotent, wrote }: PlatformOptions) {
    this.#isIdempotent = isIdempotent;
    this.bookings = new Bookings(now, wrote);
    this.ledger = new Ledger(this.bookings);
    this.coupons = new Coupons(this.bookings);
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
    getCouponSet: (_, query) => page(query, this.coupons.sets),
    getTransaction: (_, query) => page(query, filtered(this.ledger.movements, query)),
    getGiveCouponHistory: (_, query) => page(query, filtered(this.coupons.list, query)),
    addPoint: ({ body }) => this.#move("addPoint", body as MovementBody),
    burnPoint: ({ body }) => this.#move("burnPoint", body as MovementBody),
    giveCouponToMemberId: ({ path, body }) => this.#give(path, body as GiftBody),
    voidTransactionById: ({ path }) => this.ledger.void(Number(idIn(path))),
    voidGiveCoupon: ({ path }) => this.coupons.void(idIn(path)),
    checkCoupon: ({ path }) => this.coupons.check(idIn(path)),
  };

  #profiles(search: string): object[] {
    const term = search.toLowerCase();
    return this.people.list
      .filter(({ lineId, uuid, name, surname, card }) =>
        [lineId, uuid, name, surname, card].some((text) => text.toLowerCase().includes(term)),
      )
      .map(({ lineId, uuid, name, surname, card, birthdate }) => ({
        uuid,
        name,
        lastName: surname,
        lineId,
        active: true,
        cards: [{ uuid: `card ${card}`, card_no: card, point: this.ledger.balanceOf(card) }],
        otherData: birthdate === null ? [] : [{ key: "birthdate", value: birthdate }],
      }));
  }

  #move(operation: "addPoint" | "burnPoint", body: MovementBody): Response {
    return this.#once(body, () => this.ledger.book(operation, body));
  }

  #give(path: string, body: GiftBody): Response {
    return this.#once(body, () => this.coupons.give(idIn(path), body));
  }

  #once({ ref_id: refId }: { ref_id: string }, book: () => Response): Response {
    const before = this.#isIdempotent ? this.#answers.get(refId) : undefined;
    if (before) return before;
    const answer = book();
    if (answer.status < 300) this.#answers.set(refId, answer);
    return answer;
  }
}

const idIn = (path: string): string =>
  decodeURIComponent(path.split("?")[0]?.split("/").at(-1) ?? "");
