/** The cards of the simulated platform, and the movements of their points. */
import { members } from "../people.ts";
import type { Bookings } from "./bookings.ts";
import { ok, refusal, type Response } from "./responses.ts";

interface Movement {
  id: number;
  type: "ADD" | "BURN";
  status: "COMPLETED" | "VOIDED";
  points: number;
  card_no: string;
  ref_id: string;
  [field: string]: unknown;
}

export interface MovementBody {
  card_no: string;
  points: number;
  ref_id: string;
  staff_code?: string;
}

const firstBalance = 1000;

export class Ledger {
  static readonly firstPoints = firstBalance * members.length;

  readonly movements: Movement[] = [];
  readonly #bookings: Bookings;
  readonly #balances = new Map(members.map(({ card }) => [card, firstBalance]));

  constructor(bookings: Bookings) {
    this.#bookings = bookings;
  }

  balanceOf(card: string): number | undefined {
    return this.#balances.get(card);
  }

  /** The sum of all cards. */
  get points(): number {
    return [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0);
  }

  /** What the sum of all cards must be by the movements. */
  get booked(): number {
    return this.movements
      .filter(({ status }) => status === "COMPLETED")
      .reduce((sum, { type, points }) => sum + (type === "ADD" ? points : -points), 0);
  }

  book(operation: "addPoint" | "burnPoint", body: MovementBody): Response {
    const { card_no: card, points, ref_id: refId, staff_code: staffCode } = body;
    const type = operation === "addPoint" ? "ADD" : "BURN";
    const before = this.#balances.get(card);
    if (before === undefined) return refusal(404, "NOT_FOUND");
    const balance = type === "ADD" ? before + points : before - points;
    if (balance < 0) return refusal(409, "INSUFFICIENT_POINTS");
    this.#balances.set(card, balance);
    const memberUuid = members.find((member) => member.card === card)?.uuid ?? "";
    const id = this.movements.length + 1;
    const movement: Movement = {
      id,
      uuid: `movement ${id}`,
      type,
      status: "COMPLETED",
      points,
      balance_after: balance,
      card_uuid: `card ${card}`,
      card_no: card,
      member_uuid: memberUuid,
      ref_id: refId,
      staff_code: staffCode,
      channel: "LINE",
      created_at: this.#time(),
    };
    this.movements.push(movement);
    this.#bookings.add({ refId, operation, memberUuid, points });
    return ok({ message: "", ...movement }, 201);
  }

  void(id: number): Response {
    const movement = this.movements.find((one) => one.id === id);
    if (!movement) return refusal(404, "NOT_FOUND");
    if (movement.status === "COMPLETED") {
      const { card_no: card, type, points } = movement;
      const balance = (this.#balances.get(card) ?? 0) + (type === "ADD" ? -points : points);
      if (balance < 0) return refusal(409, "POINTS_ALREADY_SPENT");
      this.#balances.set(card, balance);
      Object.assign(movement, { status: "VOIDED", voided_at: this.#time() });
      this.#bookings.void("voidTransactionById", movement.ref_id, true);
    }
    return ok(movement);
  }

  #time(): string {
    return new Date(this.#bookings.now()).toISOString();
  }
}
