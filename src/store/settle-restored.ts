/** Puts to rest what a restored store left open: it may have gone on since the backup. */
import { settingsKeys } from "../config/settings-keys.ts";
import { listOf, type Queries } from "./database.ts";
import { unscheduleDrafts } from "./drafts.ts";
import { unansweredStates, unfinishedStates } from "./rules/order.ts";
import { changeLocked, selectOrders } from "./order-rows.ts";
import { setSetting } from "./settings.ts";

/** What a restore deactivated, so that nothing in the backup is carried out a second time. */
export type Settled = Awaited<ReturnType<typeof settle>>;

/**
 * Tables that a restore empties: staff have written on since the backup, so that a text would be taken as the answer
 * to something else; users have other rich menus at LINE, which are linked again; log-ins may have ended since.
 */
const forgottenTables = ["dialogues", "menu_links", "studio_access"] as const;

/**
 * Ends, parks or deletes everything that is open; call it inside a transaction, while no bot runs.
 * @param at milliseconds since 1970. @returns numbers of rows.
 */
export async function settle(tx: Queries, at: number) {
  const ended = await endOrders(tx, at);
  for (const table of forgottenTables) await tx.run(`delete from ${table}`);
  await unscheduleDrafts(tx);
  // What rules have given and told since the backup isn't known here.
  await setSetting(tx, settingsKeys.restoredAt, String(at));
  return {
    ...ended,
    /** Unprocessed events, now parked. */
    events: await tx.run(
      "update inbox set state = 'parked', park_reason = 'restored' where state <> 'parked'",
    ),
    /** Notices that may have been delivered since the backup; deleted. */
    notices: await tx.run("delete from notices"),
    /** Invitations that may have been used since the backup; deleted. */
    invitations: await tx.run("delete from invites where taken_by is null"),
  };
}

/** Ends every order that hasn't ended. */
async function endOrders(tx: Queries, at: number) {
  const ended = {
    /** Orders of unknown outcome, now in state `needs_review`: a person decides. */
    orders: 0,
    /** Open questions of staff and members, now cancelled. */
    questions: 0,
  };
  const actor = { by: null, eventId: null, at };
  const open = await selectOrders(
    tx,
    `where state in ${listOf([...unansweredStates, ...unfinishedStates])}
     order by asked_at, id for update`,
    [],
  );
  for (const order of open) {
    const changed = await changeLocked(tx, order, { do: "restore" }, actor);
    if (changed) ended[changed.order.state === "needs_review" ? "orders" : "questions"]++;
  }
  return ended;
}
