/** All that is stored with the outcome of an order. */
import type { Resolution, Confirmation, Outcome } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import { operationOf } from "../operations/index.ts";
import { createQuestion, undoMs } from "./ask.ts";

/** Who brought an order to its end; null where the bot did by itself. */
export interface Actor {
  by: string | null;
  eventId: string | null;
}

/** What is cached about the member is dropped, too. */
export async function resolutionOf(
  confirmation: Confirmation,
  { outcome, sends }: { outcome: Outcome; sends: number },
  { by, eventId }: Actor,
  { members, now }: { members: MemberCache; now: number },
): Promise<Resolution> {
  const { id, asker, claimedBy, command, order, undoOf } = confirmation;
  const kind = operationOf(confirmation);
  // Without the platform's ids there is nothing that could be taken back.
  const done = outcome.state === "done" && !("person" in outcome.done) ? outcome.done : null;
  const back = done && !undoOf ? (kind.undo?.(order, done) ?? null) : null;
  const undoing = { asker: claimedBy ?? asker, command, now };
  const undo = back && createQuestion(undoing, { ...back, undoOf: id }, undoMs);
  const takenBack = (done && undoOf && kind.takenBack?.(order, done)) || null;
  const notices: { lineId: string; notice: Notice }[] = [];
  const concerned = kind.affectedMember?.(order) ?? null;
  if (concerned) members.forgetProfile(concerned.memberUuid);
  if (concerned?.lineId) {
    members.forget(concerned.lineId);
    const notice = outcome.state === "done" ? kind.notice?.(order, id) : undefined;
    // Told only where everything else would be told: to the one active member of that LINE account.
    if (notice) {
      const found = await members.lookup(concerned.lineId).catch(() => null);
      const isThem = found?.kind === "member" && found.profile.uuid === concerned.memberUuid;
      if (isThem) notices.push({ lineId: concerned.lineId, notice });
    }
  }
  if (by !== asker && outcome.state !== "unknown") {
    notices.push({ lineId: asker, notice: { kind: "ended", confirmation: id } });
  }
  return { id, outcome, sends, takenBack, by, eventId, at: now, undo, notices };
}
