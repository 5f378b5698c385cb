/** Carries out redemptions step by step, each at most once: burn, then give; or the coupon back, then the points. */
import { randomBytes, randomUUID } from "node:crypto";
import type { MemberCache } from "../../../members/member-cache.ts";
import { currentStep, workingStates } from "../../../store/redemption-rules.ts";
import {
  isKnownRedemption,
  type Redemption,
  type RedemptionDecision,
  type Redemptions,
  type RedemptionTap,
} from "../../../store/redemptions.ts";
import type { StaffAction } from "../../../store/staff.ts";
import type { Redeemer } from "../../context.ts";
import { endOfDay, startOfDay } from "../../views/dates.ts";
import {
  attempt,
  orLater,
  readWritten,
  unreached,
  unsent,
  type AttemptResult,
  type AttemptServices,
} from "../orders/attempt.ts";
import { createClockSteps } from "../orders/clock-steps.ts";
import { createKeyedQueue } from "../orders/keyed-queue.ts";
import type { Actor } from "../orders/resolution.ts";
import { isStale } from "../orders/send-rules.ts";
import { maskedWho } from "../member-text.ts";
import { confirmationOf } from "./step-writes.ts";

/** What staff and the bot itself do with redemptions, beside what members do. */
export interface RedemptionExecutor extends Redeemer {
  /** Goes on with one as far as it can. */
  execute(redemption: Redemption, actor: Actor, signal: AbortSignal): Promise<Redemption>;
  /** A person decides about the step of one in `needs_review`, as they were asked; the platform is read first. */
  decide(
    redemption: Redemption,
    decision: RedemptionDecision,
    action: StaffAction,
    signal: AbortSignal,
  ): Promise<Redemption>;
}

/** How long a question can be confirmed. */
const questionTtlMs = 10 * 60_000;

interface RedeemerOptions extends Omit<AttemptServices, "confirmations" | "wasClockSet"> {
  redemptions: Redemptions;
  members: MemberCache;
  /** Maximum redemptions of one member per day, in the business's time zone. */
  perMemberDay: number;
  timeZone: string;
  /** Called when one has come to an end, or awaits a person. */
  onRedemption?: ((outcome: Redemption["state"]) => void) | undefined;
}

type RedeemerServices = RedeemerOptions & Pick<AttemptServices, "wasClockSet">;

export function createRedeemer(options: RedeemerOptions): RedemptionExecutor {
  const { redemptions, members, perMemberDay, timeZone, clock } = options;
  const services = { ...options, wasClockSet: createClockSteps(clock) };
  // Serialised per redemption: two runs at the same time could both find nothing, and both send.
  const enqueue = createKeyedQueue();
  const execute = ({ account, id }: Redemption, actor: Actor, signal: AbortSignal) =>
    enqueue(`${account}/${id}`, () => carryOut(services, { account, id }, actor, signal));

  /** Carries out what a tap has begun. */
  async function carriedOut(tap: RedemptionTap, { by, eventId }: StaffAction, signal: AbortSignal) {
    if (tap.kind !== "claimed") return tap;
    return { ...tap, redemption: await execute(tap.redemption, { by, eventId }, signal) };
  }

  return {
    execute,
    question: ({ asker, member, card, set, points }, now) => ({
      id: randomBytes(12).toString("base64url"),
      asker,
      memberUuid: member.uuid,
      lineId: member.lineId,
      order: {
        setUuid: set.uuid,
        set: set.name,
        card: card.card_no,
        points,
        who: maskedWho(member),
      },
      burnRefId: randomUUID(),
      giveRefId: randomUUID(),
      askedAt: now,
      expiresAt: now + questionTtlMs,
    }),
    find: (account, id) => redemptions.get(account, id),
    ofMember: (account, memberUuid, max) => redemptions.ofMember(account, memberUuid, max),
    freshMember(lineId) {
      members.forget(lineId);
      return members.lookup(lineId);
    },
    async confirm({ account, id }, perSet, action, signal) {
      const { at } = action;
      const day = { start: startOfDay(at, timeZone), end: endOfDay(at, timeZone) };
      const limits = { day, perDay: perMemberDay, perSet };
      return carriedOut(await redemptions.claim(account, id, action, limits), action, signal);
    },
    cancel: ({ account, id }, action) => redemptions.cancel(account, id, action),
    async undo({ account, id }, action, signal) {
      const redemption = await load(services, { account, id });
      if (!isKnownRedemption(redemption)) return { kind: "already", redemption };
      return carriedOut(await redemptions.undo(account, id, action), action, signal);
    },
    async decide(asked, decision, action, signal) {
      const { account, id } = asked;
      const { by, eventId } = action;
      const step = currentStep(asked);
      return enqueue(`${account}/${id}`, async () => {
        const redemption = await load(services, { account, id });
        // Another person may have decided while this one waited: what they were asked about is over then.
        if (step === null || currentStep(redemption) !== step) return redemption;
        if (!isKnownRedemption(redemption)) return redemption;
        const reading = findStep(services, redemption, signal);
        // Points go back only where the platform doesn't show by now that the step was done.
        const read = decision === "refund" ? await reading : await reading.catch(orLater);
        const found = read === "later" ? null : read;
        await redemptions.decide(account, id, { step, decision, found }, action);
        members.invalidate(redemption);
        return carryOut(services, { account, id }, { by, eventId }, signal);
      });
    },
  };
}

type RedemptionKey = Pick<Redemption, "account" | "id">;

async function load(
  { redemptions }: RedeemerServices,
  { account, id }: RedemptionKey,
): Promise<Redemption> {
  const redemption = await redemptions.get(account, id);
  if (!redemption) throw new RangeError("no such redemption");
  return redemption;
}

const working: ReadonlySet<Redemption["state"]> = new Set(workingStates);

/** Attempts one step after the other, until one isn't done, or all are. */
async function carryOut(
  services: RedeemerServices,
  key: RedemptionKey,
  actor: Actor,
  signal: AbortSignal,
): Promise<Redemption> {
  let redemption = await load(services, key);
  for (;;) {
    const step = currentStep(redemption);
    const isOver = !working.has(redemption.state) || step === null;
    if (isOver || !isKnownRedemption(redemption)) return redemption;
    const result = await attemptStep(services, redemption, actor, signal);
    const { redemptions, members, clock } = services;
    const { account, id, memberUuid, lineId } = redemption;
    await redemptions.resolve(account, { id, step, ...result, ...actor, at: clock.now() });
    members.invalidate({ memberUuid, lineId });
    redemption = await load(services, key);
    if (!working.has(redemption.state)) services.onRedemption?.(redemption.state);
    if (currentStep(redemption) === step) return redemption;
  }
}

async function attemptStep(
  services: RedeemerServices,
  redemption: Redemption,
  { eventId }: Actor,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const step = currentStep(redemption);
  const record = step && redemption.steps[step];
  const order = step && record && confirmationOf(redemption, step, record);
  if (!order) return { outcome: { state: "needs_review" }, ...unsent(record ?? { sends: 0 }) };
  // A refund is owed, however long ago it began.
  if (step !== "refund" && isStale(order, services.clock.now())) {
    return { outcome: unreached, ...unsent(order) };
  }
  const recordSend: AttemptServices["confirmations"]["recordSend"] = (account, id, send) =>
    services.redemptions.recordSend(account, id, step, send);
  return attempt({ ...services, confirmations: { recordSend } }, order, eventId, signal);
}

/**
 * What the platform shows by now of the current step; null = nothing, or nothing for sure.
 * @throws {LoyaltyError} when the platform fails.
 */
async function findStep(
  services: RedeemerServices,
  redemption: Redemption,
  signal: AbortSignal,
): Promise<object | null> {
  const step = currentStep(redemption);
  const record = step && redemption.steps[step];
  const order = step && record && confirmationOf(redemption, step, record);
  if (!order || redemption.state !== "needs_review") return null;
  const confirmations = { recordSend: () => Promise.resolve(false) };
  const found = await readWritten({ ...services, confirmations }, order, signal);
  return typeof found === "object" && "done" in found ? found.done : null;
}
