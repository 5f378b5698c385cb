/** Puts to rest what a restored store left open: it may have gone on since the backup. */
import { appendAudit } from "./audit.ts";
import type { Restored } from "./backup.ts";
import {
  auditEntry,
  deactivate,
  unansweredStates,
  unresolvedStates,
} from "./confirmation-rules.ts";
import { saveOutcome, selectConfirmations } from "./confirmation-store.ts";
import { listOf, type Queries } from "./database.ts";
import { unscheduleDrafts } from "./drafts.ts";
import { deactivateRedemption, redemptionAudit, unfinishedStates } from "./redemption-rules.ts";
import { saveRedemption, selectRedemptions } from "./redemption-store.ts";

/**
 * Tables that a restore empties: staff have written on since the backup, so that a text would be taken as the answer
 * to something else; users have other rich menus at LINE, which are linked again; log-ins may have ended since.
 */
const forgottenTables = ["dialogues", "menu_links", "studio_access"] as const;

/**
 * Ends, parks or deletes everything that is open; call it inside a transaction, while no bot runs.
 * @param at milliseconds since 1970. @returns numbers of rows.
 */
export async function settle(tx: Queries, at: number): Promise<Omit<Restored, "aside">> {
  const confirmations = await endConfirmations(tx, at);
  const redemptions = await endRedemptions(tx, at);
  for (const table of forgottenTables) await tx.run(`delete from ${table}`);
  await unscheduleDrafts(tx);
  return {
    orders: confirmations.orders + redemptions.orders,
    questions: confirmations.questions + redemptions.questions,
    events: await tx.run(
      "update inbox set state = 'parked', park_reason = 'restored' where state <> 'parked'",
    ),
    notices: await tx.run("delete from notices"),
    invitations: await tx.run("delete from invites where taken_by is null"),
  };
}

/** Ends every confirmation that is not resolved. @returns numbers of orders to review and of questions ended. */
async function endConfirmations(tx: Queries, at: number) {
  const ended = { orders: 0, questions: 0 };
  const rows = await selectConfirmations(
    tx,
    `where state in ${listOf([...unansweredStates, ...unresolvedStates])}
     order by asked_at, id for update`,
    [],
  );
  for (const row of rows) {
    const transition = deactivate(row);
    if (!transition) continue;
    await saveOutcome(tx, transition.next);
    const entry = auditEntry(transition, { by: null, eventId: null, at });
    if (entry) await appendAudit(tx, row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}

/** Ends every redemption that hasn't ended. @returns numbers of those to review and of questions ended. */
async function endRedemptions(tx: Queries, at: number) {
  const ended = { orders: 0, questions: 0 };
  const rows = await selectRedemptions(
    tx,
    `where state in ${listOf(["asked", ...unfinishedStates])} order by asked_at, id for update`,
    [],
  );
  for (const row of rows) {
    const transition = deactivateRedemption(row);
    if (!transition) continue;
    await saveRedemption(tx, transition.next);
    const entry = redemptionAudit(transition, { by: null, eventId: null, at });
    if (entry) await appendAudit(tx, row.account, entry);
    ended[transition.next.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}
