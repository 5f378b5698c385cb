/** Everything that the ports read of a store which a former version of the bot has written, in that version's words. */
import type { Order, Step } from "../../../src/store/rules/order.ts";
import type { Store } from "../../../src/store/store.ts";
import { redemptionState } from "../../support/redemption-state.ts";
import { everyDay } from "../conformance/harness.ts";

/** When the former stores were written, in milliseconds since 1970. */
export const writtenAt = Date.parse("2026-11-23T05:00:00Z");

/** Ids of what was a confirmation, in each of its states, and of undos. */
export const confirmationIds = [
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

/** Ids of what was a redemption, in each of its states. */
export const redemptionIds = [
  "redeem asked",
  "redeem cancelled",
  "redeem burning",
  "redeem burn unknown",
  "redeem refused",
  "redeem burned",
  "redeem giving",
  "redeem done",
  "redeem voiding_coupon",
  "redeem refunding",
  "redeem refunded",
  "redeem undone",
  "redeem needs_review",
  "redeem closed",
] as const;

/** An order as the confirmation that it was. */
function confirmationOf(order: Order | null): object | null {
  const [step] = order?.steps ?? [];
  if (!order || !step) return null;
  const { undoes, steps: _, lineId: __, subject: ___, ...kept } = order;
  const { refId, input, sends, sentAt, clockDifference } = step;
  const working = step.state === "unknown" ? "unknown" : "claimed";
  const state = order.state === "working" ? working : order.state;
  const retryAt = state === "claimed" ? null : order.retryAt;
  return {
    ...kept,
    state,
    retryAt,
    refId,
    sends,
    sentAt,
    clockDifference,
    undoOf: undoes,
    order: input,
    outcome: outcomeOf(state, step, retryAt),
  };
}

function outcomeOf(state: string, { result, refusal }: Step, again: number | null): object | null {
  if (result) return { state: "done", done: result };
  if (refusal) return { state: "refused", ...refusal };
  if (state === "unknown") return { state, again };
  return state === "needs_review" ? { state } : null;
}

const stepNames: Partial<Record<Step["operation"], string>> = {
  adjust_points: "burn",
  give_coupons: "give",
  void_coupons: "void_coupon",
  void_transactions: "refund",
};

/** An order, with what undoes it, as the redemption that it was. */
function redemptionOf(order: Order | null, undo: Order | null): object | null {
  const [burn, give] = order?.steps ?? [];
  if (!order || !burn || !give) return null;
  const { card, points, who } = burn.input as Record<string, unknown>;
  const { set } = give.input as Record<string, unknown>;
  const all = [...order.steps, ...(undo?.steps ?? [])];
  const steps = all.flatMap(({ operation, begunAt, sends, sentAt, clockDifference, ...step }) =>
    begunAt === null
      ? []
      : [
          [
            stepNames[operation],
            {
              begunAt,
              sends,
              sentAt,
              clockDifference,
              isUnclear: step.state === "unknown",
              done: step.result,
              ...(sends > 0 && { refusal: step.refusal }),
            },
          ] as const,
        ],
  );
  const { account, id, asker, memberUuid, lineId, askedAt, expiresAt } = order;
  return {
    account,
    id,
    asker,
    memberUuid,
    lineId,
    askedAt,
    expiresAt,
    burnRefId: burn.refId,
    giveRefId: give.refId,
    state: redemptionState(order, undo),
    claimedAt: order.claimedAt,
    claimedEvent: order.claimedEvent,
    doneAt: undo?.askedAt ?? null,
    undoEvent: undo?.confirmedEvent ?? null,
    retryAt: order.retryAt ?? undo?.retryAt ?? null,
    order: { setUuid: order.subject, set, card, points, who },
    steps: Object.fromEntries(steps) as object,
    failure: order.steps.find((step) => step.state === "refused")?.refusal ?? null,
  };
}

const all = <T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> =>
  Promise.all(ids.map(read));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

export async function readingsOf(store: Store): Promise<object> {
  const { orders, notices, inbox, staff, ledger, memberIndex } = store;
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
    orders: await all(confirmationIds, async (id) => confirmationOf(await orders.get("A", id))),
    undos: await all(confirmationIds, async (id) => (await orders.undoOf("A", id))?.id ?? null),
    byRefId: (await orders.byRefId("A", "member", "done"))?.id,
    redemptions: await all(redemptionIds, async (id) =>
      redemptionOf(await orders.get("A", id), await orders.undoOf("A", id)),
    ),
    pending: idsOf(await orders.pending("A", now)),
    due: idsOf(await orders.due("A", now + 600_000)),
    unfinished: await orders.accountsWithUnfinished(),
    used: [
      await orders.usedBy("A", "U9", everyDay, now),
      await orders.usedFor("A", "member", everyDay, now),
    ],
    asked: (await orders.cancellable("A", { ...tap, by: "U1" }))?.id,
    ofMember: idsOf(await orders.redemptionsOf("A", "member of done", 99)),
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
