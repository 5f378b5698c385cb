/** Brings every order to its end: taps again until its outcome is shown, and decides those that need review. */
import type { Arrival } from "../support/adversarial-platform.ts";
import { factsOf } from "../support/staff.ts";
import type { OrderLog } from "./order-log.ts";
import type { StaffActions } from "./staff-actions.ts";
import type { Colleague } from "./rounds.ts";
import { readMessage } from "./read-message.ts";

export interface OrderSession {
  log: OrderLog;
  staff: StaffActions;
  now(): number;
  /** Advances the clock, until `unless` is settled. */
  pass(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
  /** Whether no request is in flight on the platform. */
  isIdle(): boolean;
}

/** By then every order has an outcome, or needs review. */
const settledMs = 600_000;

/** @param now by the clock that the arrivals were seen by. */
export const isIdle = (arrivals: readonly Arrival[], now: number): boolean =>
  arrivals.every(({ at, fate }) => fate.effect === null || at + fate.effect + fate.hidden <= now);

/**
 * Decides one order that needs review, by what the platform has really done.
 * @returns whether there was one.
 */
export async function decideOne({ staff, log, isIdle: mayDecide }: OrderSession, by: Colleague) {
  if (!mayDecide()) return false;
  for (const message of await staff.write(by, "/pending")) {
    const read = readMessage(message);
    const answers = read.buttons.filter((data) => data.includes("happened"));
    if (answers.length === 0) continue;
    const order = log.orderOf(read);
    if (!order) {
      log.report(`waits for a person, and nobody ordered it: ${read.text}`);
      continue;
    }
    const way = log.isDone(order) ? "%2Fhappened" : "%2Fnot-happened";
    const data = answers.find((one) => one.includes(way)) ?? "";
    await staff.replyTo(await staff.act(by, { type: "postback", data }));
    return true;
  }
  return false;
}

/**
 * Once the platform works again: every order gets an outcome that its asker is shown.
 * @param pauseMs after which an order without an outcome is confirmed again.
 * @returns how many needed review.
 */
export async function resolveOrders(session: OrderSession, pauseMs: number): Promise<number> {
  const { log, staff, now, pass } = session;
  const confirmed = log.orders.filter(({ isConfirmed }) => isConfirmed);
  const until = now() + settledMs;
  for (const order of confirmed) {
    const { name, verdicts } = order;
    for (;;) {
      verdicts.clear();
      const reply = factsOf(await staff.replyTo(await staff.confirm(order)));
      if (reply.includes("This question has expired")) {
        verdicts.add("expired");
        if (log.isDone(order)) log.report(`${name}: shown as expired, and it is done`);
      }
      if (!verdicts.has("unknown") || now() > until) break;
      await pass(pauseMs);
    }
    if (verdicts.size !== 1 || verdicts.has("unknown"))
      log.report(`${name}: shown in the end as ${[...verdicts].join(" and ") || "nothing"}`);
    log.check(order);
  }
  while (await decideOne(session, "owner")) log.check();
  const inReview = confirmed.filter(({ verdicts }) => verdicts.has("person"));
  for (const order of inReview) {
    order.verdicts.clear();
    await staff.replyTo(await staff.confirm(order));
    if (order.verdicts.has("person")) log.report(`${order.name}: no person could decide it`);
  }
  return inReview.length;
}
