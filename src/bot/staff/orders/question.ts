/** Creates the stored question of a confirmation, with its id and idempotency key. */
import { randomBytes, randomUUID } from "node:crypto";
import { isAhead } from "../../../store/clock-rules.ts";
import type { Confirmation, Question } from "../../../store/confirmations.ts";
import { storedKind } from "../operations/index.ts";
import type { OrderedWrite } from "../operations/write-operation.ts";

const questionTtlMs = 10 * 60_000;
export const undoMs = 15 * 60_000;

/** The parts of a question that a command chooses. */
export type WriteRequest = OrderedWrite &
  Partial<Pick<Question, "memberUuid" | "gifts" | "points" | "approval" | "undoOf">>;

/** @param lifetimeMs how long the question can be confirmed. */
export function createQuestion(
  { asker, command, now }: { asker: string; command: string; now: number },
  { operation, ...request }: WriteRequest,
  lifetimeMs = questionTtlMs,
): Question {
  return {
    memberUuid: null,
    gifts: 0,
    points: 0,
    approval: false,
    undoOf: null,
    ...request,
    kind: storedKind(operation),
    ...newKeys(),
    asker,
    command,
    askedAt: now,
    expiresAt: now + lifetimeMs,
  };
}

const newKeys = () => ({ id: randomBytes(12).toString("base64url"), refId: randomUUID() });

/** The same question once more, under a new id: a cancelled undo is offered again for the rest of its time. */
export const askedAgain = (question: Question, now: number): Question => ({
  ...question,
  ...newKeys(),
  askedAt: now,
});

/** Whether an undo can be confirmed. @param now milliseconds since 1970. */
export const isOffered = ({ state, askedAt, expiresAt }: Confirmation, now: number): boolean =>
  state === "open" && now < expiresAt && !isAhead(askedAt, now);
