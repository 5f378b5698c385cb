/** Compares the rules of orders with those of confirmations, over random histories of one. */
import { expect } from "vitest";
import * as former from "./former/confirmation-rules.ts";
import {
  currentStep,
  type Change,
  type Order,
  type OrderState,
  type Outcome,
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

const limitBlock = { limit: "giftsPerStaffDay", left: 0 } as const;

const answers = { approve: former.approve, decline: former.decline, cancel: former.cancel };

/** In one of these states only the last step's send and result can differ. */
const stepAtWork = (order: Order) => order.steps[Math.max(0, currentStep(order))];

const confirmationState: Partial<Record<OrderState, string>> = { working: "claimed" };

const staffMove = fc.record({
  ...shared,
  tap: fc.constantFrom(
    "confirm",
    "confirm",
    "confirm",
    "approve",
    "decline",
    "cancel",
    "expire",
    "restore",
  ),
  by: fc.constantFrom("U1", "U1", "U2"),
  isBlocked: fc.nat(5),
  isTap: fc.nat(4),
});

export const compareConfirmations = (numRuns: number): void =>
  fc.assert(
    fc.property(
      fc.constantFrom("plain", "approval", "undo"),
      fc.array(staffMove, { minLength: 3, maxLength: 14 }),
      (kind, moves) => {
        const approval = kind === "approval";
        const undoes = kind === "undo" ? "original" : null;
        let order = stored({ ...question, approval, undoes });
        let row: former.StoredConfirmation = {
          account: "A",
          id: "id",
          asker: "U1",
          command: "gift",
          kind: "giving",
          order: { set: "x" },
          refId: "r",
          memberUuid: "m",
          gifts: 2,
          points: 0,
          approval,
          askedAt: 0,
          expiresAt: 600_000,
          undoOf: undoes,
          state: "open",
          claimedBy: null,
          claimedAt: null,
          sends: 0,
          sentAt: null,
          clockDifference: null,
          outcome: null,
          confirmedAt: null,
          confirmedEvent: null,
          claimedEvent: null,
          retryAt: null,
        };
        let at = 50_000;
        for (const move of moves) {
          at += move.after;
          const actor = { by: move.by, eventId: move.event, at };
          const isAnswerable = row.state === "open" || row.state === "awaiting_approval";
          let before: Said = silent;
          let now: Said = silent;
          const act = (what: Change) => {
            const result = applied(order, what, actor);
            now = saidOf(result, order, actor);
            if (result && "order" in result) ({ order } = result);
          };
          const take = (transition: former.Transition | null, answer = "none") => {
            const next = transition?.next ?? row;
            const told = transition?.notifyAsker && row.asker !== move.by ? [row.asker] : [];
            before = { answer, action: transition?.audit?.action ?? null, told };
            row = next;
          };
          if (isAnswerable || move.isTap === 0) {
            if (move.tap === "expire") {
              take(former.expireApproval(row, at));
              act({ do: "expire" });
            } else if (move.tap === "restore") {
              if (move.isStale > 1) continue;
              take(former.deactivate(row));
              act({ do: "restore" });
            } else {
              const block = move.isBlocked === 0 ? limitBlock : null;
              const { result, transition } =
                move.tap === "confirm"
                  ? former.claim(row, actor, block)
                  : answers[move.tap](row, actor);
              const kinds = { already_resolved: "already", limit: "blocked" } as const;
              const answer = kinds[result.kind as keyof typeof kinds] ?? result.kind;
              take(transition, answer);
              act(move.tap === "confirm" ? { do: "confirm", blocked: block } : { do: move.tap });
            }
            if (move.tap === "expire" || move.tap === "restore") {
              before = { ...before, answer: "" };
              now = { ...now, answer: "" };
            }
          } else {
            const known = move.isStale === 0 ? row.sends + 1 : row.sends;
            const outcome = outcomeOf(move.outcome, at);
            if (order.state === "needs_review") {
              if (outcome.state === "unknown" || outcome.state === "needs_review") continue;
              const found = outcome.state === "done" ? outcome.done : null;
              const decided: Outcome = found
                ? outcome
                : { state: "refused", code: "PERSON", detail: null };
              take(
                former.resolve(row, { outcome: decided, before: row.sends, sends: row.sends, at }),
              );
              act({
                do: "decide",
                step: 0,
                decision: found && move.isFound ? "happened" : "not_happened",
                found,
              });
            } else {
              if (move.isSent) {
                const { isIdempotent } = move;
                const send = { before: known, sends: known + 1, isIdempotent, clockDifference: at };
                const next = unlessTooSoon(() =>
                  former.recordSend(row, { ...send, at, eventId: move.event }),
                );
                const result = unlessTooSoon(() =>
                  applied(order, { do: "send", step: 0, ...send }, actor),
                );
                expect(result === "too_soon").toBe(next === "too_soon");
                if (next && next !== "too_soon") row = next;
                if (result && result !== "too_soon" && "order" in result) ({ order } = result);
              }
              const isUnreached = move.outcome === "unreached";
              const resolved = { before: known, sends: isUnreached ? 0 : row.sends };
              take(former.resolve(row, { outcome, at, ...resolved }));
              act({ do: "settle", step: 0, outcome, ...resolved });
            }
            // Who is told of an outcome is decided by the bot there.
            before = { ...before, answer: "", told: [] };
            now = { ...now, answer: "", told: [] };
          }
          expect(now).toEqual(before);
          const step = stepAtWork(order);
          const isUnknown = order.state === "working" && step?.state === "unknown";
          const shown = isUnknown ? "unknown" : (confirmationState[order.state] ?? order.state);
          expect(shown).toBe(row.state);
          expect({
            sends: step?.sends,
            sentAt: step?.sentAt,
            clockDifference: step?.clockDifference,
            expiresAt: order.expiresAt,
            confirmedAt: order.confirmedAt,
            claimedBy: order.claimedBy,
            claimedAt: order.claimedAt,
          }).toEqual({
            // A question that is asked again begins anew.
            sends: row.sends,
            sentAt: row.sentAt,
            clockDifference: row.clockDifference,
            expiresAt: row.expiresAt,
            confirmedAt: row.confirmedAt,
            claimedBy: row.claimedBy,
            claimedAt: row.claimedAt,
          });
          for (const takenBack of [null, { gifts: 1, points: 0 }, { gifts: 2, points: 0 }]) {
            const remaining = afterUndo(order, takenBack);
            const expected = former.undo(row, takenBack);
            const { state, gifts } = remaining ?? {};
            expect([state, gifts]).toEqual([expected?.state, expected?.gifts]);
            if (remaining) covered.add(`${order.state} | its undo is done | ${remaining.state}`);
          }
          if (isUnknown) expect(order.retryAt).toBe(row.retryAt);
          else if (order.state === "working")
            expect(order.retryAt).toBe((row.claimedAt ?? 0) + 120_000);
        }
      },
    ),
    { numRuns },
  );
