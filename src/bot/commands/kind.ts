/** What a kind of write to the platform is: how it is done, found again, told and taken back. */
import type { Connect } from "../../connect/client.ts";
import type { Confirmation } from "../../store/confirmations.ts";
import type { Notice } from "../../store/notices.ts";
import type { Look } from "../context.ts";

export interface Ended {
  title: string;
  facts: readonly string[];
}

/** Whom a write concerns: their name and phone are masked, since the question is shown to more than one. */
export interface Concerned {
  memberUuid: string;
  /** Empty where no LINE account is linked. */
  lineId: string;
  who: string;
}

/** `Order` and `Done` are kept as JSON. */
export interface WriteKind<Order extends object = object, Done extends object = object> {
  /** What it comes to, in one line. */
  what(look: Look, order: Order): string;
  /** Whether doing it twice does it once, on every platform. */
  repeatable?: boolean;
  /** @throws {ConnectError} */
  perform(connect: Connect, order: Order, refId: string, signal: AbortSignal): Promise<Done>;
  /** Whether it has happened, where only reading can tell. @throws {ConnectError} */
  find?(
    connect: Connect,
    order: Order,
    confirmation: Confirmation,
    signal: AbortSignal,
  ): Promise<{ done: Done } | "nothing" | "unclear">;
  ended(look: Look, order: Order, done: Done): Ended;
  /** Whose cached lookup is wrong from now on, and who may be told. */
  concerns?(order: Order): Concerned | null;
  /** What a member is told. @param confirmation by which it was ordered. */
  notice?(order: Order, confirmation: string): Notice;
  /** How it is taken back; null where nothing is left to take back. */
  undo?(order: Order, done: Done): { kind: string; order: object } | null;
}

/** Clocks differ: what was done this long before we asked may still be ours. */
export const skewMs = 5 * 60_000;

/** From when on a write can have happened, as the platform's filters take it. */
export const sinceOf = ({ takenAt, askedAt }: Confirmation): string =>
  new Date((takenAt ?? askedAt) - skewMs).toISOString();
