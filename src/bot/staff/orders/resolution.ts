/** Builds the resolution of a confirmation: outcome, undo question and notices, stored together. */
import type { Resolution, Confirmation } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import { operationOf } from "../operations/index.ts";
import type { AttemptResult } from "./attempt.ts";
import { createQuestion, undoMs } from "./question.ts";

/** Who resolved a confirmation, and with which webhook event; both null for the reconciler. */
export interface Actor {
  by: string | null;
  eventId: string | null;
}

/** Also drops the affected member from the cache. */
export function resolutionOf(
  confirmation: Confirmation,
  { outcome, before, sends }: AttemptResult,
  { by, eventId }: Actor,
  { members, now }: { members: Pick<MemberCache, "invalidate">; now: number },
): Resolution {
  const { id, asker, claimedBy, command, order, undoOf } = confirmation;
  const operation = operationOf(confirmation);
  // An outcome decided by a person has no platform ids, so it can't be undone.
  const done = outcome.state === "done" && !("person" in outcome.done) ? outcome.done : null;
  const undoRequest = done && !undoOf ? (operation.undo?.(order, done) ?? null) : null;
  const undoOrigin = { asker: claimedBy ?? asker, command, now };
  const undo = undoRequest && createQuestion(undoOrigin, { ...undoRequest, undoOf: id }, undoMs);
  const takenBack = (done && undoOf && operation.takenBack?.(order, done)) || null;
  const notices: { lineId: string; notice: Notice }[] = [];
  const affected = operation.affectedMember?.(order) ?? null;
  if (affected) members.invalidate(affected);
  if (affected?.lineId) {
    const notice = outcome.state === "done" ? operation.notice?.(order, id) : undefined;
    // Whether the LINE account is still the member's is asked when it is delivered.
    if (notice) notices.push({ lineId: affected.lineId, notice });
  }
  if (outcome.state !== "unknown") {
    // Who approved it may have been told that the outcome isn't known yet, too.
    for (const lineId of new Set([asker, claimedBy ?? asker])) {
      if (lineId !== by) notices.push({ lineId, notice: { kind: "ended", confirmation: id } });
    }
  }
  return { id, outcome, before, sends, takenBack, by, eventId, at: now, undo, notices };
}
