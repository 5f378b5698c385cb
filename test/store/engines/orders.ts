/** Random operations on orders and redemptions. */
import type {
  Confirmation,
  ConfirmationState,
  Outcome,
  Question,
  Resolution,
} from "../../../src/store/confirmations.ts";
import {
  redemptionSteps,
  type Redemption,
  type RedemptionDecision,
  type RedemptionState,
  type RedemptionStep,
} from "../../../src/store/redemptions.ts";
import { question, redemption } from "../conformance/harness.ts";
import type { BothEngines, Operation } from "./both-engines.ts";
import { members, people, strange } from "./names.ts";

const hourMs = 3_600_000;
const limits = {
  giftsPerStaffDay: 5,
  giftsPerMemberDay: 4,
  pointsPerStaffDay: 300,
  pointsPerMemberDay: 250,
};

const dayOf = (engines: BothEngines) => ({
  start: engines.now() - engines.below(3) * hourMs,
  end: engines.now() + hourMs,
});

/** Mostly the person that it takes, or else anybody. */
const by = ({ below, pick }: BothEngines, asker: string | undefined): string =>
  asker !== undefined && below(8) > 0 ? asker : pick(people);

/** At a full minute, as others are. */
const minuteOf = ({ now }: BothEngines): number => Math.floor(now() / 60_000) * 60_000;

function newQuestion(engines: BothEngines, more: Partial<Question>): Question {
  const { below, pick, name, recent } = engines;
  return question(name("order"), minuteOf(engines), {
    asker: pick(people),
    gifts: below(3),
    points: pick([0, 0, 100, 2 ** 31 + 5]),
    approval: below(3) === 0,
    memberUuid: pick([...members, null]),
    undoOf: below(4) === 0 ? recent("order") : null,
    refId: `ref ${below(20)}`,
    order: {
      lineId: pick([...people, 7, null]),
      memberUuid: pick([...members, true]),
      text: pick(strange),
    },
    ...more,
  });
}

/** Also one that is there already. */
const ask: Operation = async (engines) => {
  const asked = newQuestion(engines, {});
  for (const write of engines.pick([[asked], [asked, asked]])) {
    await engines.compare(`ask ${asked.id}`, ({ store }) =>
      store.lineUsers.write("A", [{ kind: "question", question: write }]),
    );
  }
};

/** What is done with an order that was read before. */
type Act<Row> = (engines: BothEngines, id: string, known: Row | null) => Promise<unknown>;

const claim: Act<Confirmation> = async (engines, id, known) => {
  const action = await engines.action(by(engines, known?.asker));
  const day = { ...dayOf(engines), limits };
  await engines.compare(`claim ${id}`, ({ store }) =>
    store.confirmations.claim("A", id, action, day, ["U2", "U3"]),
  );
};

const decide: Act<Confirmation> = async (engines, id) => {
  const action = await engines.action(engines.pick(people));
  const what = engines.pick(["approve", "approve", "decline", "cancel"]);
  await engines.compare(`${what} ${id}`, ({ store: { confirmations } }) =>
    confirmations[what]("A", id, action),
  );
};

/** By an event, or by the bot itself. */
const causeOf = async ({ below, newEvent }: BothEngines) => (below(2) === 0 ? null : newEvent());

const send: Act<Confirmation> = async (engines, id, known) => {
  const { below, pick, compare } = engines;
  const before = below(5) > 0 ? (known?.sends ?? 0) : below(3);
  const request = {
    before,
    eventId: await causeOf(engines),
    sends: before + 1,
    isIdempotent: pick([true, false]),
    clockDifference: pick([null, 5, -700]),
  };
  await compare(`send ${id}`, ({ store }) => store.confirmations.recordSend("A", id, request));
};

const outcomeOf = ({ pick, now }: BothEngines): Outcome =>
  pick<Outcome>([
    { state: "done", done: { id: 1, coupons: [{ uuid: "c", code: "d" }] } },
    { state: "done", done: {} },
    { state: "refused", code: pick(["UNREACHED", "X"]), detail: null },
    { state: "unknown", again: now() + 5000 },
    { state: "needs_review" },
  ]);

const resolve: Act<Confirmation> = async (engines, id, known) => {
  const { below, pick, now, compare } = engines;
  const resolution: Resolution = {
    id,
    outcome: outcomeOf(engines),
    before: known?.sends ?? 0,
    ...(below(2) === 0 && { sends: below(3) }),
    takenBack: pick([null, { gifts: 1, points: 50 }]),
    by: pick([null, "U1"]),
    eventId: await causeOf(engines),
    at: now(),
    undo: below(2) === 0 ? newQuestion(engines, { undoOf: id }) : null,
    notices:
      below(2) === 0 ? [{ lineId: pick(people), notice: { kind: "ended", confirmation: id } }] : [],
  };
  const withReply = below(3) === 0;
  await compare(`resolve ${id}`, async ({ store }) =>
    withReply
      ? store.lineUsers.write("A", [{ kind: "conclusion", ...resolution }])
      : store.confirmations.resolve("A", resolution),
  );
};

/** What fits the state of an order; anything else is done with it at times. */
const acts: Partial<Record<ConfirmationState, readonly Act<Confirmation>[]>> = {
  open: [claim],
  awaiting_approval: [decide],
  claimed: [send, resolve],
  unknown: [send, resolve],
};

const act: Operation = async (engines) => {
  const id = engines.recent("order");
  const known = await engines.compare(`get ${id}`, ({ store }) => store.confirmations.get("A", id));
  const fitting = known && acts[known.state];
  const all = [claim, decide, send, resolve];
  await engines.pick((engines.below(5) > 0 && fitting) || all)?.(engines, id, known);
};

const readOrders: Operation = async (engines) => {
  const { compare, recent, pick, below, now } = engines;
  const [id, who, member] = [recent("order"), pick(people), pick(members)];
  const action = await engines.action(who);
  const day = dayOf(engines);
  const refId = `ref ${below(20)}`;
  await compare(`orders of ${who}, ${member}, ${id}`, async ({ store: { confirmations } }) => ({
    cancellable: await confirmations.cancellable("A", action),
    undoOf: await confirmations.undoOf("A", id),
    newestUndo: await confirmations.newestUndo("A", who, now()),
    // Any of several.
    hasRefId: (await confirmations.byRefId("A", member, refId)) !== null,
    pending: await confirmations.pending("A", now()),
    due: await confirmations.dueForReconciliation("A", now()),
    accounts: await confirmations.accountsWithUnresolved(),
    usedBy: await confirmations.usedBy("A", who, day, now()),
    usedFor: await confirmations.usedFor("A", member, day, now()),
  }));
};

const expire: Operation = async ({ compare, now }) => {
  await compare("expire", ({ store }) => store.confirmations.expireApprovals("A", now()));
};

const askRedemption: Operation = async (engines) => {
  const { pick, name, compare } = engines;
  const asker = pick(people);
  const asked = redemption(name("redemption"), minuteOf(engines), {
    asker,
    lineId: pick([asker, "", "U3"]),
    memberUuid: pick(members),
    order: { setUuid: pick(["s1", "s2"]), set: pick(strange), card: "1", points: 50, who: "" },
  });
  for (const write of pick([[asked], [asked, asked]])) {
    await compare(`ask ${asked.id}`, ({ store }) =>
      store.lineUsers.write("A", [{ kind: "redemption", question: write }]),
    );
  }
};

const tapRedemption: Act<Redemption> = async (engines, id, known) => {
  const { pick, below, now, compare } = engines;
  const action = await engines.action(by(engines, known?.asker));
  const day = { start: now() - hourMs * below(24), end: now() + 1000 };
  const most = { day, perDay: 3, perSet: pick([null, 1, 2]) };
  const what =
    known?.state === "done" ? "undo" : pick(["claim", "claim", "claim", "cancel", "undo"]);
  await compare(`${what} ${id}`, ({ store: { redemptions } }) =>
    what === "claim"
      ? redemptions.claim("A", id, action, most)
      : redemptions[what]("A", id, action),
  );
};

/** Mostly the step that is being done. */
function stepOf({ below, pick }: BothEngines, known: Redemption | null): RedemptionStep {
  const current = redemptionSteps.findLast((step) => known?.steps[step]);
  return current && below(6) > 0 ? current : pick(redemptionSteps);
}

const sendStep: Act<Redemption> = async (engines, id, known) => {
  const step = stepOf(engines, known);
  const before = known?.steps[step]?.sends ?? 0;
  const request = {
    before,
    eventId: await causeOf(engines),
    sends: before + 1,
    isIdempotent: engines.pick([true, false]),
    clockDifference: null,
  };
  await engines.compare(`send ${step} of ${id}`, ({ store }) =>
    store.redemptions.recordSend("A", id, step, request),
  );
};

const resolveStep: Act<Redemption> = async (engines, id, known) => {
  const { pick, now, compare } = engines;
  const step = stepOf(engines, known);
  const sends = known?.steps[step]?.sends ?? 0;
  const resolution = {
    id,
    step,
    outcome: outcomeOf(engines),
    before: sends,
    sends,
    by: pick([null, known?.asker ?? null]),
    eventId: await causeOf(engines),
    at: now(),
  };
  await compare(`resolve ${step} of ${id}`, ({ store }) =>
    store.redemptions.resolve("A", resolution),
  );
};

const decideStep: Act<Redemption> = async (engines, id, known) => {
  const { pick, compare } = engines;
  const decision = {
    step: stepOf(engines, known),
    decision: pick<RedemptionDecision>(["happened", "refund", "close"]),
    found: pick([null, { coupons: [] }]),
  };
  const action = await engines.action("U2");
  await compare(`decide ${id}`, ({ store }) => store.redemptions.decide("A", id, decision, action));
};

const redemptionActs: Partial<Record<RedemptionState, readonly Act<Redemption>[]>> = {
  asked: [tapRedemption],
  done: [tapRedemption],
  burning: [sendStep, resolveStep],
  giving: [sendStep, resolveStep],
  voiding_coupon: [sendStep, resolveStep],
  refunding: [sendStep, resolveStep],
  needs_review: [decideStep],
};

const actOnRedemption: Operation = async (engines) => {
  const id = engines.recent("redemption");
  const known = await engines.compare(`get ${id}`, ({ store }) => store.redemptions.get("A", id));
  const fitting = known && redemptionActs[known.state];
  const all = [tapRedemption, sendStep, resolveStep, decideStep];
  await engines.pick((engines.below(5) > 0 && fitting) || all)?.(engines, id, known);
};

const readRedemptions: Operation = async (engines) => {
  const { pick, now, compare } = engines;
  const [who, member] = [pick(people), pick(members)];
  const action = await engines.action(who);
  await compare(`redemptions of ${who} and ${member}`, async ({ store: { redemptions } }) => ({
    due: await redemptions.due("A", now()),
    pending: await redemptions.pending("A"),
    accounts: await redemptions.accountsWithUnfinished(),
    ofMember: await redemptions.ofMember("A", member, 5),
    cancellable: await redemptions.cancellable("A", action),
    newestUndoable: await redemptions.newestUndoable("A", who, now()),
  }));
};

export const orderOperations: readonly Operation[] = [
  ask,
  ask,
  readOrders,
  expire,
  askRedemption,
  readRedemptions,
  ...Array.from({ length: 10 }, () => act),
  ...Array.from({ length: 10 }, () => actOnRedemption),
];
