/** Everything that the ports read of a store which a former version of the bot has written. */
import type { Store } from "../../../src/store/store.ts";
import { everyDay } from "../conformance/harness.ts";

/** When the former stores were written, in milliseconds since 1970. */
export const writtenAt = Date.parse("2026-11-23T05:00:00Z");

/** Ids of orders in each state, and of undos. */
export const orderIds = [
  "open",
  "awaiting_approval",
  "claimed",
  "sent",
  "unknown",
  "needs_review",
  "done",
  "undone",
  "refused",
  "cancelled",
  "declined",
  "expired",
  "undo of done",
  "undo of undone",
] as const;

/** Ids of redemptions in each state. */
export const redemptionIds = [
  "asked",
  "cancelled",
  "burning",
  "burn unknown",
  "refused",
  "burned",
  "giving",
  "done",
  "voiding_coupon",
  "refunding",
  "refunded",
  "undone",
  "needs_review",
  "closed",
] as const;

const all = <T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> =>
  Promise.all(ids.map(read));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

export async function readingsOf(store: Store): Promise<object> {
  const { confirmations, redemptions, notices, inbox, staff, ledger, memberIndex } = store;
  const now = writtenAt;
  const tap = { by: "U9", eventId: "no event", at: now };
  const people = ["U1", "U2", "U7", "U8", "U9"];
  const parked = await inbox.parked();
  return {
    open: await inbox.open(),
    parked,
    content: await Promise.all(parked.map(({ id }) => inbox.get(id))),
    counts: await inbox.counts(),
    users: await all(people, (id) => store.lineUsers.get("A", id)),
    known: (await store.lineUsers.known("A", 9)).toSorted(),
    dialogues: await all(people, (id) => store.dialogues.get("A", id)),
    menus: await all(people, (id) => store.menuLinks.get("A", id)),
    notices: await all(people, (id) => notices.of("A", id)),
    pushable: await notices.pushable("A"),
    orders: await all(orderIds, (id) => confirmations.get("A", id)),
    undos: await all(orderIds, async (id) => (await confirmations.undoOf("A", id))?.id ?? null),
    byRefId: (await confirmations.byRefId("A", "member", "done"))?.id,
    pending: idsOf(await confirmations.pending("A", now)),
    due: idsOf(await confirmations.dueForReconciliation("A", now + 600_000)),
    unresolved: await confirmations.accountsWithUnresolved(),
    used: [
      await confirmations.usedBy("A", "U9", everyDay, now),
      await confirmations.usedFor("A", "member", everyDay, now),
    ],
    redemptions: await all(redemptionIds, (id) => redemptions.get("A", id)),
    unfinished: idsOf(await redemptions.pending("A")),
    dueRedemptions: idsOf(await redemptions.due("A", now + 600_000)),
    accounts: await redemptions.accountsWithUnfinished(),
    asked: (await redemptions.cancellable("A", { ...tap, by: "U1" }))?.id,
    ofMember: idsOf(await redemptions.ofMember("A", "member of done", 99)),
    audit: await store.audit.all(),
    staff: await staff.list(),
    settings: await store.settings.get("image key"),
    index: [await memberIndex.find("hash"), await memberIndex.loadCursor("shop")],
    ledger: await ledger.find({ by: "memberUuid", value: "member" }, { limit: 9, offset: 0 }),
    coverage: await ledger.coverage("shop"),
    publications: await store.publications.list(9),
    drafts: [await store.drafts.list("A"), await store.drafts.due("A", now + 600_000)],
    access: await all(["session", "operator's"], (id) => store.studioAccess.holderOf("A", id, now)),
    prices: [...(await store.staffPrices.list("A"))],
    statistics: await store.statistics.list("A", "2026-01-01", "2026-12-31"),
  };
}
