/** What a kind of write to the platform is: how it is done, found again, told and taken back. */
import type { CallOptions, LoyaltyClient } from "../../../loyalty/client.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import type { LimitUse } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { RenderContext } from "../../context.ts";

export interface ResultView {
  title: string;
  facts: readonly string[];
}

/** Whom a write concerns: their name and phone are masked, since the question is shown to more than one. */
export interface AffectedMember {
  memberUuid: string;
  /** Empty where no LINE account is linked. */
  lineId: string;
  who: string;
}

/** What a write is sent with: the platform, and the options of each call, which store every send before it. */
export interface Sending {
  loyalty: LoyaltyClient;
  options: CallOptions;
}

/** What a lost write is looked for with. */
export interface Looking {
  loyalty: LoyaltyClient;
  signal: AbortSignal;
  refId: string;
  /** From when on a row without our key may be ours, on the platform's clock; null = from ever. */
  since: number | null;
}

/** The platform's clear no: nothing was changed. */
export interface Refusal {
  refused: string;
  detail: Record<string, unknown> | null;
}

export type Performed<Done> = { done: Done } | Refusal;

/** What reading told of a write: `partly` where only some of its items are done. */
export type Found<Done> = Performed<Done> | { partly: Done } | "nothing" | "unclear";

/** `Order` and `Done` are kept as JSON. */
export interface WriteOperation<Order extends object = object, Done extends object = object> {
  /** What it comes to, in one line. */
  describe(ctx: RenderContext, order: Order): string;
  /**
   * Sends it; where it consists of several calls, no further than to the first that fails.
   * @param before what an earlier attempt did of it.
   * @throws {LoyaltyError} @throws {Unfinished} where some of it is done.
   */
  perform(
    sending: Sending,
    order: Order,
    refId: string,
    before: Done | null,
  ): Promise<Performed<Done>>;
  /** Whether it has happened, by reading alone. @throws {LoyaltyError} */
  find(looking: Looking, order: Order): Promise<Found<Done>>;
  resultView(ctx: RenderContext, order: Order, done: Done): ResultView;
  /** Whose cached lookup is wrong from now on, and who may be told. */
  affectedMember?(order: Order): AffectedMember | null;
  /** What a member is told. @param confirmation by which it was ordered. */
  notice?(order: Order, confirmation: string): Notice;
  /** How it is taken back; null where nothing is left to take back. */
  undo?(order: Order, done: Done): { kind: string; order: object } | null;
  /** What it took back of what counts against the day's limits, where it was an undo. */
  takenBack?(order: Order, done: Done): LimitUse;
}

/** Some calls of a write are done, and this failure kept the rest from it. */
export class Unfinished extends Error {
  override readonly cause: LoyaltyError;
  constructor(cause: LoyaltyError) {
    super("some of it is done");
    this.cause = cause;
  }
}

const refusing: ReadonlySet<number | null> = new Set([400, 404, 409, 422]);

/** The refusal in a failure, or null where the platform didn't look at what was asked. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof LoyaltyError) || !refusing.has(error.status)) return null;
  return { refused: error.code, detail: error.detail };
}
