/** Creates the stored questions of orders, with their ids and idempotency keys. */
import { randomBytes, randomUUID } from "node:crypto";
import { newStep, type Order, type Question } from "../../../store/order.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import { kindNamed, operationOf } from "../operations/index.ts";
import type { AffectedMember, OrderedWrite } from "../operations/write-operation.ts";

const questionTtlMs = 10 * 60_000;
const undoMs = 15 * 60_000;

/** The parts of a question that a command chooses. */
export type WriteRequest = OrderedWrite & Partial<Pick<Question, "gifts" | "points" | "approval">>;

/** The parts of any question: its writes in their order, those of an undo with the keys of what they take back. */
type QuestionParts = Pick<Question, "asker" | "command" | "kind" | "askedAt"> &
  Partial<Pick<Question, "gifts" | "points" | "approval" | "subject" | "undoes">> & {
    writes: readonly (OrderedWrite & { refId?: string })[];
  };

/** @param lifetimeMs how long the question can be confirmed. */
export function createQuestion(
  { writes, ...parts }: QuestionParts,
  lifetimeMs = questionTtlMs,
): Question {
  const [first] = writes;
  const { memberUuid = "", lineId = "" } = (first?.order ?? {}) as Partial<AffectedMember>;
  return {
    gifts: 0,
    points: 0,
    approval: false,
    subject: null,
    undoes: null,
    ...parts,
    id: newId(),
    memberUuid: memberUuid || null,
    lineId,
    steps: writes.map(({ operation, order, refId = randomUUID() }) =>
      newStep({ operation, input: order, refId }),
    ),
    expiresAt: parts.askedAt + lifetimeMs,
  };
}

/** The question about one write. */
export const writeQuestion = (
  origin: Pick<Question, "asker" | "command" | "askedAt">,
  { operation, order, ...parts }: WriteRequest,
): Question =>
  createQuestion({
    ...origin,
    ...parts,
    kind: kindNamed(operation),
    writes: [{ operation, order }],
  });

/** The question that offers to undo an order that is done; null if it can't be undone, or nobody has asked for it. */
export function undoQuestionOf(order: Order, now: number): Question | null {
  const { id, steps, undoes, asker, claimedBy, command } = order;
  if (
    undoes !== null ||
    kindOf(order).isByRule ||
    steps.some(({ takesBack }) => takesBack !== null)
  )
    return null;
  const writes = steps.toReversed().flatMap(({ operation, input, result, refId }) => {
    // Of what a person decided the bot knows no ids by which it could be taken back.
    const undo =
      result && !("person" in result) ? operationOf({ operation }).undo?.(input, result) : null;
    return undo ? [{ ...undo, refId }] : [];
  });
  const [first] = writes;
  if (!first || writes.length < steps.length) return null;
  const kind = kindOf(order).undoneBy ?? kindNamed(first.operation);
  const origin = { asker: claimedBy ?? asker, command, askedAt: now };
  return createQuestion({ ...origin, kind, writes, undoes: id }, undoMs);
}

/** The same question once more, under a new id: a cancelled undo is offered again for the rest of its time. */
export const askedAgain = (question: Question, now: number): Question => ({
  ...question,
  id: newId(),
  steps: question.steps.map(newStep),
  askedAt: now,
});

const newId = () => randomBytes(12).toString("base64url");
