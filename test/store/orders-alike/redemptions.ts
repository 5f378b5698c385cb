/** Compares the rules of orders with those of redemptions, over random histories of one with its undo. */
import { expect } from "vitest";
import * as redemptions from "./former/redemption-rules.ts";
import type { RedemptionStep } from "./former/redemptions.ts";
import {
  currentStep,
  newStep,
  stepName,
  type Actor,
  type Change,
  type Changed,
  type Order,
  type OrderState,
} from "../../../src/store/order.ts";
import { afterUndo } from "../../../src/store/rules/orders.ts";
import * as fc from "../../support/properties.ts";
import {
  applied,
  covered,
  outcomeOf,
  question,
  saidOf,
  shared,
  silent,
  stored,
  unlessTooSoon,
  type Said,
} from "./harness.ts";

const undoMs = 15 * 60_000;

/** An order of a redemption with its undo, which is stored once it is done. */
interface Pair {
  order: Order;
  undo: Order | null;
}

const unfinished: ReadonlySet<OrderState> = new Set(["working", "needs_review"]);
const live = ({ order, undo }: Pair): Order => (undo && unfinished.has(undo.state) ? undo : order);

/** The state in the words of the former rules. */
function redemptionState({ order, undo }: Pair): string {
  if (undo?.state === "closed" || undo?.state === "needs_review") return undo.state;
  if (undo?.state === "working") {
    return stepName(undo, currentStep(undo)) === "void_coupon" ? "voiding_coupon" : "refunding";
  }
  if (order.state === "open") return "asked";
  if (order.state === "taken_back") {
    const isVoided = order.steps.some(
      ({ operation, state }) => operation === "void_coupons" && state === "done",
    );
    return isVoided ? "undone" : "refunded";
  }
  if (order.state !== "working") return order.state;
  const index = currentStep(order);
  const names = { burn: "burning", void_coupon: "voiding_coupon", refund: "refunding" } as const;
  const name = stepName(order, index);
  if (name === "give" || name === null) {
    const { sends, refusal } = order.steps[index] ?? {};
    return sends === 0 || refusal ? "burned" : "giving";
  }
  return names[name];
}

const undoQuestion = (order: Order, at: number): Order =>
  stored({
    ...question,
    id: "undo",
    kind: "unredeeming",
    command: "redeem",
    lineId: "U1",
    gifts: 0,
    undoes: order.id,
    askedAt: at,
    expiresAt: at + undoMs,
    steps: [
      newStep({ operation: "void_coupons", input: {}, refId: "g" }),
      newStep({ operation: "void_transactions", input: {}, refId: "b" }),
    ],
  });

const memberMove = fc.record({
  ...shared,
  isYes: fc.nat(6),
  isUndo: fc.nat(3),
  isRestored: fc.nat(20),
  by: fc.constantFrom("U1", "U1", "U1", null),
  decision: fc.constantFrom("happened", "not_happened", "take_back", "close"),
});

export const compareRedemptions = (numRuns: number): void =>
  fc.assert(
    fc.property(fc.array(memberMove, { minLength: 4, maxLength: 16 }), (moves) => {
      const pair: Pair = {
        order: stored({
          ...question,
          kind: "redeeming",
          command: "redeem",
          lineId: "U1",
          subject: "s",
          gifts: 0,
          steps: [
            newStep({ operation: "adjust_points", input: {}, refId: "b" }),
            newStep({ operation: "give_coupons", input: {}, refId: "g" }),
          ],
        }),
        undo: null,
      };
      let row: redemptions.StoredRedemption = {
        account: "A",
        id: "id",
        asker: "U1",
        memberUuid: "m",
        lineId: "U1",
        order: { setUuid: "s", set: "x", card: "c", points: 5, who: "w" },
        burnRefId: "b",
        giveRefId: "g",
        askedAt: 0,
        expiresAt: 600_000,
        state: "asked",
        claimedAt: null,
        claimedEvent: null,
        doneAt: null,
        undoEvent: null,
        steps: {},
        failure: null,
        retryAt: null,
      };
      let at = 50_000;
      for (const [i, move] of moves.entries()) {
        at += Math.max(0, move.after);
        const tap = { by: "U1", eventId: `${move.event} ${i}`, at };
        const actor: Actor = { ...tap, by: move.by };
        const target = live(pair);
        const index = Math.max(0, currentStep(target));
        const name: RedemptionStep | null = redemptions.currentStep(row);
        let before: Said = silent;
        let now: Said = silent;
        const keep = (changed: Changed) => {
          if (changed.order.undoes !== null) {
            pair.undo = changed.order;
            if (changed.order.state === "done") {
              const remaining = afterUndo(pair.order, null);
              if (remaining) {
                covered.add("done | its undo is done | undone");
                pair.order = remaining;
              }
            }
            return;
          }
          pair.order = changed.order;
          const forward = changed.order.steps.every(
            ({ result, takesBack }) => takesBack === null && result && !("person" in result),
          );
          if (changed.order.state === "done" && forward)
            pair.undo = undoQuestion(changed.order, at);
        };
        const act = (order: Order, what: Change, by: Actor) => {
          const result = applied(order, what, by);
          now = saidOf(result, order, by);
          if (result && "order" in result) keep(result);
        };
        const take = (
          transition: redemptions.RedemptionTransition | null,
          by: Actor,
          answer = "",
        ) => {
          if (!transition) {
            before = { ...silent, answer };
            return;
          }
          row = transition.next;
          const told = redemptions.notifiesAsker(transition, by) ? ["U1"] : [];
          before = { answer, action: transition.audit?.action ?? null, told };
        };
        if (row.state === "asked") {
          const isCancelled = move.isYes === 0;
          const decided = isCancelled
            ? redemptions.cancelRedemption(row, tap)
            : redemptions.claimRedemption(row, tap, {
                isBusy: move.isYes === 1,
                exceeded: move.isYes === 2 ? "day" : null,
              });
          const { kind } = decided.result;
          const answer = kind === "busy" || kind === "limit" ? "blocked" : kind;
          take(decided.transition, tap, answer);
          const blocked = move.isYes === 1 ? "busy" : move.isYes === 2 ? ("day" as const) : null;
          act(
            target,
            isCancelled
              ? { do: "cancel" }
              : { do: "confirm", blocked: blocked && { redemptions: blocked } },
            tap,
          );
        } else if (row.state === "done" && move.isUndo > 0) {
          // A refused undo is over now: the former rules let it be tapped again.
          if (pair.undo && pair.undo.state !== "open") continue;
          const decided = redemptions.undoRedemption(row, tap);
          const answer = decided.result.kind;
          take(decided.transition, tap, answer);
          if (pair.undo) act(pair.undo, { do: "confirm", blocked: null }, tap);
          else now = { ...silent, answer: "expired" };
        } else if (row.state === "needs_review" && name) {
          const found = move.isFound ? { id: 1, coupons: [{ uuid: "c", code: "c" }] } : null;
          const former = { happened: "happened", take_back: "refund", close: "close" } as const;
          // Nobody is asked whether it didn't happen.
          const decision = move.decision === "not_happened" ? null : former[move.decision];
          take(
            decision && redemptions.decideRedemption(row, { step: name, decision, found }, at),
            actor,
          );
          act(target, { do: "decide", step: index, decision: move.decision, found }, actor);
        } else if (name && move.isRestored === 0) {
          take(redemptions.deactivateRedemption(row), actor);
          before = { ...before, told: [] };
          act(target, { do: "restore" }, actor);
        } else if (name && target.state === "working") {
          const { sends } = row.steps[name] ?? { sends: 0 };
          const known = move.isStale === 0 ? sends + 1 : sends;
          if (move.isSent) {
            const { isIdempotent } = move;
            const send = { before: known, sends: known + 1, isIdempotent, clockDifference: at };
            const next = unlessTooSoon(() =>
              redemptions.recordRedemptionSend(row, name, { ...send, at, eventId: null }),
            );
            const result = unlessTooSoon(() =>
              applied(target, { do: "send", step: index, ...send }, actor),
            );
            expect(result === "too_soon").toBe(next === "too_soon");
            if (next && next !== "too_soon") row = next;
            if (result && result !== "too_soon" && "order" in result) keep(result);
          }
          const outcome = outcomeOf(move.outcome, at);
          const isUnreached = move.outcome === "unreached";
          const kept = isUnreached ? 0 : (row.steps[name]?.sends ?? 0);
          const settled = { outcome, before: known, sends: kept };
          const resolution = { step: name, ...settled, at };
          take(redemptions.resolveStep(row, resolution), actor);
          act(live(pair), { do: "settle", step: index, ...settled }, actor);
          // Who asked is told now that a person has to decide.
          if (row.state === "needs_review" && actor.by === null && before.action === "person") {
            before = { ...before, told: ["U1"] };
          }
        }
        if (row.state !== "asked" && before.answer === "") now = { ...now, answer: "" };
        expect(now).toEqual(before);
        const shown = redemptionState(pair);
        expect([shown, "give"].includes(row.state) || shown === row.state).toBe(true);
        if (name && redemptions.currentStep(row) !== null && unfinished.has(live(pair).state)) {
          const order = live(pair);
          const step = order.steps[currentStep(order)];
          const record = row.steps[redemptions.currentStep(row) ?? "burn"];
          expect([step?.sends, step?.begunAt, step?.refusal]).toEqual([
            record?.sends,
            record?.begunAt,
            record?.refusal ?? null,
          ]);
          // What was sent of a former try says nothing of this one.
          if (record && record.sends > 0) {
            expect(step).toMatchObject({
              sentAt: record.sentAt,
              clockDifference: record.clockDifference,
            });
          }
          expect(order.retryAt).toBe(row.retryAt);
        }
      }
    }),
    { numRuns },
  );
