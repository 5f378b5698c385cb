/** Samples of what staff are replied with: questions, results, lists, refusals and states. */
import {
  openOrder,
  type Order,
  type OrderState,
  type Outcome,
  type Step,
} from "../../store/rules/order.ts";
import type { RenderContext, Sample } from "../context.ts";
import type { OfferedRewards } from "../intents/rewards/offered-rewards.ts";
import { longestRewards, sampleRewards } from "../intents/rewards/samples.ts";
import { sampleCards, sampleMember } from "../views/sample-data.ts";
import * as ui from "../views/flex-components.ts";
import { daySamples } from "./day/samples.ts";
import { commands } from "./commands/index.ts";
import { gift } from "./commands/gift.ts";
import { helpFor } from "./commands/help.ts";
import { createQuestion, questionView } from "./orders/question.ts";
import { undoView } from "./orders/answer-tap.ts";
import { statusView, storedView } from "./orders/status-view.ts";
import { chooser, infoCard, listCard } from "./staff-views.ts";
import { memberNotFound, tooMany } from "./member-text.ts";
import type { AdjustPoints } from "./operations/points.ts";
import type { GiveCoupons, VoidCoupons } from "./operations/coupons.ts";
import { kindOfWrite } from "../../store/rules/kinds.ts";
import type { OrderedWrite } from "./operations/write-operation.ts";
import { forbiddenCommandReply } from "./command-router.ts";
import type { Colleague } from "./staff-directory.ts";
import { rewardList } from "./commands/redeem.ts";
import { sampleRedemption } from "../intents/redeem/samples.ts";
import type { RedemptionState } from "../redemption.ts";
import {
  decisionActions,
  describeRedemption,
  redemptionFacts,
  redemptionResult,
  undoRedemptionQuestion,
} from "./redemption.ts";

interface StaffReply {
  name: string;
  samples(ctx: RenderContext): Sample[];
}

const cashier: Colleague = { lineId: "sample", role: "cashier", name: "Ploy" };
const manager: Colleague = { ...cashier, role: "manager", name: "Anan" };
const dayMs = 86_400_000;
const member = { memberUuid: "sample", lineId: "sample", who: "Olivia B. •••0105" };
const longName = "Wolfeschlegelstein".repeat(12);

const giveOrder = (quantity: number, set: string): OrderedWrite & { order: GiveCoupons } => ({
  operation: "give_coupons",
  order: {
    ...member,
    quantity,
    set,
    input: { memberUuid: "sample", coupon_set_uuid: "sample", quantity },
  },
});

const pointsOrder = (type: AdjustPoints["type"], points: number): OrderedWrite => ({
  operation: "adjust_points",
  order: { ...member, type, points, card: "880000100005", refNo: null, staffCode: "Ploy" },
});

/** An order of this write, in a state, with the outcome of its step. */
function orderOf(
  { now }: RenderContext,
  { operation, order }: OrderedWrite,
  state: OrderState,
  outcome: Outcome | null = null,
): Order {
  const { lineId: asker } = cashier;
  const question = createQuestion(
    {
      asker,
      command: gift.name,
      kind: kindOfWrite[operation],
      askedAt: now,
      writes: [{ operation, order, refId: "sample" }],
    },
    dayMs,
  );
  const steps = question.steps.map((step): Step => ({
    ...step,
    state: state === "working" ? "unknown" : "waiting",
    result: outcome?.state === "done" ? outcome.done : null,
    refusal: outcome?.state === "refused" ? outcome : null,
  }));
  return { ...openOrder("sample", question), id: "sample", state, steps };
}

function outcomeMessages(
  ctx: RenderContext,
  write: OrderedWrite,
  outcome: Extract<Outcome, { state: "done" | "refused" }>,
) {
  const order = orderOf(ctx, write, outcome.state, outcome);
  const undo = outcome.state === "done" ? orderOf(ctx, write, "open") : null;
  return [storedView(ctx, { order, undo }, cashier.lineId)];
}

function givenCoupons({ now }: RenderContext, count: number) {
  const expires_at = new Date(now + 30 * dayMs).toISOString();
  const coupons = Array.from({ length: count }, (_, index) => ({
    uuid: String(index),
    code: `LATTE-${1001 + index}`,
    coupon_set_name: "Free iced latte",
    coupon_set_uuid: "sample",
    status: "GIVEN",
    expires_at,
  }));
  return { state: "done" as const, done: { coupons } };
}

const questionSample = (ctx: RenderContext, quantity: number, set: string, most?: number) => [
  questionView(ctx, "sample", {
    title: ctx.t("staff.ask.give"),
    facts: [
      ctx.t("staff.what.give", { count: quantity, set, who: member.who }),
      most === undefined ? "" : ctx.t("staff.approval.needed", { most }),
    ],
    yes: most === undefined ? "staff.yes.give" : "staff.yes.ask",
  }),
];

function undoOfGift(ctx: RenderContext): Order {
  const coupons = givenCoupons(ctx, 2).done.coupons.map(({ uuid, code }) => ({ uuid, code }));
  const order: VoidCoupons = { ...member, set: "Free iced latte", coupons };
  return { ...orderOf(ctx, { operation: "void_coupons", order }, "open"), undoes: "sample" };
}

const question: StaffReply = {
  name: "staff-question",
  samples: (ctx) => [
    { name: "ordinary", messages: questionSample(ctx, 2, "Free iced latte") },
    { name: "ordinary", about: "approval", messages: questionSample(ctx, 10, "50 THB off", 5) },
    { name: "ordinary", about: "undo", messages: [undoView(ctx, undoOfGift(ctx))] },
    { name: "longest", messages: questionSample(ctx, 10, longName, 5) },
  ],
};

const result: StaffReply = {
  name: "staff-result",
  samples(ctx) {
    const added = { state: "done", done: { id: 4711, balance: 18_500 } } as const;
    return [
      { name: "ordinary", messages: outcomeMessages(ctx, pointsOrder("ADD", 100), added) },
      {
        name: "ordinary",
        about: "gift",
        messages: outcomeMessages(ctx, giveOrder(2, "Free iced latte"), givenCoupons(ctx, 2)),
      },
      {
        name: "longest",
        messages: outcomeMessages(ctx, giveOrder(10, longName), givenCoupons(ctx, 10)),
      },
    ];
  },
};

/** Members found, each with a button that opens them. */
function foundMembers(ctx: RenderContext, names: readonly string[]) {
  const label = ctx.t("staff.menu.member");
  const rows = names.map((name, index) => ({
    text: `${name} · •••${4321 + index} · GOLD 8800 0010 00${10 + index}`,
    actions: [ui.postbackAction(label, "/member", { who: String(index) })],
  }));
  return [listCard(ctx, ctx.t("staff.found", { count: names.length }), rows)];
}

/** Of a member who can pay the cheapest. */
function rewardsAtTill(ctx: RenderContext, { rewards, isComplete }: OfferedRewards) {
  const { cards } = sampleCards(ctx, 1, sampleMember(ctx), 320);
  const action = ui.postbackAction(ctx.t("rewards.redeem"), "/redeem", { set: "sample" });
  const { who } = member;
  return rewardList(ctx, { who, cards, rewards, isComplete, redeem: () => action });
}

const withSheet = {
  counterPage: (language: string) => `https://bot.example.com/counter?lang=${language}`,
};

const list: StaffReply = {
  name: "staff-list",
  samples: (ctx) => [
    { name: "ordinary", messages: foundMembers(ctx, ["Olivia Brown", "Oliver Brown"]) },
    { name: "ordinary", about: "help", messages: [helpFor(ctx, cashier, commands, withSheet)] },
    {
      name: "ordinary",
      about: "manager-help",
      messages: [helpFor(ctx, manager, commands, withSheet)],
    },
    { name: "ordinary", about: "rewards", messages: [rewardsAtTill(ctx, sampleRewards(ctx, 3))] },
    {
      name: "ordinary",
      about: "choice",
      messages: [
        chooser(
          ctx,
          ctx.t("staff.who.title"),
          ["Olivia Brown", "Oliver Brown"].map((title) => ({
            title,
            facts: ["•••0105"],
            action: ui.postbackAction(title, "/gift", { who: title }),
          })),
        ),
      ],
    },
    {
      name: "longest",
      messages: foundMembers(
        ctx,
        Array.from({ length: 30 }, () => longName),
      ),
    },
    { name: "longest", about: "rewards", messages: [rewardsAtTill(ctx, longestRewards(ctx, 10))] },
  ],
};

const refusal: StaffReply = {
  name: "staff-refusal",
  samples(ctx) {
    const tooFew = {
      state: "refused",
      code: "INSUFFICIENT_POINTS",
      detail: { balance: 320, requested: 500 },
    } as const;
    const soldOut = { state: "refused", code: "OUT_OF_STOCK", detail: null } as const;
    const { messages } = forbiddenCommandReply(ctx, cashier, gift);
    return [
      { name: "ordinary", messages: outcomeMessages(ctx, pointsOrder("BURN", 500), tooFew) },
      {
        name: "ordinary",
        about: "sold-out",
        messages: outcomeMessages(ctx, giveOrder(1, "Opening gift"), soldOut),
      },
      { name: "ordinary", about: "forbidden", messages },
      { name: "empty", about: "nobody", messages: [memberNotFound(ctx, "Olivia")] },
      { name: "longest", about: "too-many", messages: [tooMany(ctx, longName)] },
    ];
  },
};

/** By the name of the sample. */
const states = {
  "awaiting-approval": "awaiting_approval",
  unknown: "working",
  "needs-review": "needs_review",
  undone: "undone",
  cancelled: "cancelled",
} as const satisfies Record<string, OrderState>;

const status: StaffReply = {
  name: "staff-status",
  samples: (ctx) =>
    Object.entries(states).map(([about, state]) => ({
      name: "ordinary",
      about,
      messages: [statusView(ctx, orderOf(ctx, giveOrder(2, "Free iced latte"), state))],
    })),
};

function staffRedemptionSamples(ctx: RenderContext): Sample[] {
  const { t } = ctx;
  const undo = ui.postbackAction(t("staff.undo"), "/redeem", { undo: "sample" });
  const inState = (state: RedemptionState, code?: string) =>
    sampleRedemption(ctx, state, "Free iced latte", code);
  const shown = (about: string, state: RedemptionState, code?: string): Sample => ({
    name: "ordinary",
    about,
    messages: [redemptionResult(ctx, inState(state, code))],
  });
  const waiting = inState("needs_review");
  const facts = [t("staff.pending.person"), ...redemptionFacts(ctx, waiting)];
  const longest = sampleRedemption(ctx, "done", "Wolfeschlegelstein".repeat(20));
  return [
    { name: "ordinary", messages: [redemptionResult(ctx, inState("done"), { undo })] },
    {
      name: "ordinary",
      about: "undo",
      messages: [undoRedemptionQuestion(ctx, inState("done"))],
    },
    shown("checking", "checking"),
    shown("too-few", "refused", "INSUFFICIENT_POINTS"),
    shown("sold-out", "refunded", "OUT_OF_STOCK"),
    shown("undone", "undone"),
    shown("used", "done", "COUPON_USED"),
    {
      name: "ordinary",
      about: "needs-review",
      messages: [
        infoCard(ctx, describeRedemption(ctx, waiting), facts, decisionActions(ctx, waiting)),
      ],
    },
    { name: "longest", messages: [redemptionResult(ctx, longest, { undo })] },
  ];
}

const redemption: StaffReply = { name: "staff-redemption", samples: staffRedemptionSamples };

const day: StaffReply = { name: "staff-day", samples: daySamples };

export const staffReplies: readonly StaffReply[] = [
  question,
  result,
  list,
  refusal,
  status,
  redemption,
  day,
];
