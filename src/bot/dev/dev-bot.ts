/** The dev channel's bot: the members' bot with impersonation, sample replies and dry-run writes. */
import { type Clock, deadline } from "../../clock.ts";
import type { Message, SerializedMessages } from "../../line/messages/prepare-reply.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { contract, type OperationName, operationNames } from "../../loyalty/contract.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import { type Draft, operatorId } from "../../store/drafts.ts";
import type { Dialogues } from "../../store/line-users.ts";
import type { Conclusion, Orders } from "../../store/orders.ts";
import { currentStep, type Order } from "../../store/rules/order.ts";
import type { Staff } from "../../store/staff.ts";
import { type Bot, type BotOptions, createBot, type HandleOptions } from "../bot.ts";
import type { BotReply, Redeemer, Reply } from "../context.ts";
import { routeEvent } from "../event-router.ts";
import { isGroupChat } from "../group-chats.ts";
import { intents, routeToIntent } from "../intents/intents.ts";
import type { Redemption } from "../redemption.ts";
import { isCommand, normalizeEvent } from "../routing/text-normalizer.ts";
import { createCommandRouter } from "../staff/command-router.ts";
import type { StaffContext } from "../staff/command.ts";
import { commandTable } from "../staff/commands/index.ts";
import { type ActsAs, openDialogue } from "../staff/dialogue.ts";
import { memberBy } from "../staff/member-search.ts";
import type { RewardPriceChanges, StaffChanges } from "../staff/operations/write-operation.ts";
import type { Executor } from "../staff/orders/executor.ts";
import { operationOf } from "../staff/orders/step.ts";
import type { StaffDirectory } from "../staff/staff-directory.ts";
import { infoCard } from "../staff/staff-views.ts";
import { devCommandTable, maySeeMembers } from "./dev-commands.ts";

/** LINE shows this as the sender of every message. */
const testSender = { name: "TEST" };

const withTestSender = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, sender: testSender }));

interface DevBotServices {
  /** The members' bot, with the dev channel's commands and members. */
  bot: Bot;
  impersonation: Impersonation;
  prepare(messages: readonly Message[]): SerializedMessages;
}

/**
 * @param options `staffContext`: of the members' account; its writes become dry runs here.
 * `real`: whether members are real people.
 */
export function createDevBot(
  options: Omit<BotOptions, "commands" | "members"> & {
    loyalty: LoyaltyClient;
    staffContext: StaffContext;
    /** The dev channel's own. */
    account: string;
    staffAccount: string;
    real: boolean;
    clock: Clock;
  },
): Bot {
  const { staffAccount, real, clock } = options;
  const loyalty = dryRunClient(options.loyalty);
  const directory = devDirectory(options.staffContext.directory, staffAccount, real);
  const impersonation = createImpersonation({
    loyalty,
    dialogues: options.staffContext.dialogues,
    account: options.account,
    maySeeMembers: async (lineId) =>
      maySeeMembers({ real }, await directory.of(staffAccount, lineId)),
    clock,
  });
  const prepare = (messages: readonly Message[]) => options.prepare(withTestSender(messages));
  const staffContext: StaffContext = {
    ...options.staffContext,
    staff: sharedStaff(options.staffContext.staff, staffAccount),
    directory,
    members: impersonation,
    executor: dryRunExecutor(loyalty, options.staffContext.orders),
    redeemer: dryRunRedeemer(options.staffContext.redeemer, impersonation),
  };
  const { redeemer } = staffContext;
  const staffCommands = commandTable(staffContext.limits);
  const table = devCommandTable({ staffAccount, real }, staffCommands);
  const commands = createCommandRouter({ table, staffContext, writesAsMember: true });
  const members = impersonation;
  const bot = createBot({ ...options, loyalty, members, redeemer, commands, prepare });
  const services = { bot, impersonation, prepare };
  return { ...bot, handle: (account, event, how) => handle(services, account, event, how) };
}

async function handle(
  services: DevBotServices,
  account: string,
  event: LineEvent,
  how?: HandleOptions,
): Promise<BotReply> {
  const { bot } = services;
  if (isGroupChat(event) || !event.source?.userId) return bot.handle(account, event, how);
  const lineId = event.source.userId;
  const sample = isCommand(event) ? null : await sampleReply(services, lineId, event);
  if (sample) return sample;
  try {
    return await bot.handle(account, event, how);
  } catch (error) {
    if (!(error instanceof DryRunWrite)) throw error;
    return dryRunReply(services, lineId, event, error);
  }
}

/** A sample reply to a member intent, in the mode `samples`; null = answer normally. */
async function sampleReply(
  services: DevBotServices,
  lineId: string,
  event: LineEvent,
): Promise<BotReply | null> {
  const { bot, impersonation } = services;
  if ((await impersonation.of(lineId)).as !== "samples") return null;
  const routed = routeEvent(normalizeEvent(event), routeToIntent);
  const intent = intents.find(({ name }) => name === routed?.intent);
  if (intent?.access !== "member") return null;
  const [sample] = intent.samples(await bot.renderContextFor(lineId));
  return sample ? botReply(services, `${intent.name} (sample)`, sample) : null;
}

/** Shows the write that would have been sent, and ends its order. */
async function dryRunReply(
  services: DevBotServices,
  lineId: string,
  event: LineEvent,
  { operation, input, order }: DryRunWrite,
): Promise<BotReply> {
  const ctx = await services.bot.renderContextFor(lineId);
  const inputLines = JSON.stringify(input, null, 1).split("\n").slice(1, -1);
  const actor = { by: lineId, eventId: event.webhookEventId };
  return botReply(services, "dry_run", {
    messages: [infoCard(ctx, ctx.t("dev.held"), [operation, ...inputLines])],
    writes: order ? [{ kind: "conclusion", actor, ...dryRunConclusion(order) }] : [],
  });
}

const botReply = (
  { prepare }: DevBotServices,
  intent: string,
  { messages, writes = [] }: Reply,
): BotReply => ({ intent, reply: prepare(messages), writes });

// The staff of the dev channel: the members' account's, without cashiers when members are real people.

/** The dev channel has no staff of its own: every account means `staffAccount`. */
export const sharedStaff = (staff: Staff, staffAccount: string): Staff => ({
  ...staff,
  get: (_account, lineId) => staff.get(staffAccount, lineId),
  list: () => staff.list(staffAccount),
  invite: (eventAccount, action, invitation) =>
    staff.invite(staffAccount, { ...action, eventAccount }, invitation),
  join: (eventAccount, action, hash, name) =>
    staff.join(staffAccount, { ...action, eventAccount }, hash, name),
  remove: (_account, change, who, options) => staff.remove(staffAccount, change, who, options),
  restore: (_account, change, who) => staff.restore(staffAccount, change, who),
});

/** @param real whether members are real people. */
const devDirectory = (
  directory: StaffDirectory,
  staffAccount: string,
  real: boolean,
): StaffDirectory => ({
  ...directory,
  async of(_account, lineId) {
    const found = await directory.of(staffAccount, lineId);
    return real && found?.role === "cashier" ? null : found;
  },
  all: () => directory.all(staffAccount),
  names: () => directory.names(staffAccount),
});

// In the dev channel everybody sees their own draft of texts, or the operator's: a bot for each, until it changes.

interface DraftBot {
  /** Of the draft, and of the published texts below it: with another one the bot is built again. */
  version: string;
  bot: Bot;
}

/**
 * @param options `draftOf`: null = they have none. `withDraft`: builds a bot with a draft's texts over the published ones.
 * `publishedVersion`: another one whenever others are published. `others`: answers where there is no draft.
 */
export function createDraftBots(options: {
  draftOf(author: string): Promise<Draft | null>;
  withDraft(draft: Draft): Bot;
  publishedVersion(): string;
  others: Bot;
}): Bot {
  const { draftOf, withDraft, publishedVersion, others } = options;
  const bots = new Map<string, DraftBot>();

  async function botFor(lineId: string | undefined): Promise<Bot> {
    const own = lineId === undefined ? null : await draftOf(lineId);
    const draft = own ?? (await draftOf(operatorId));
    if (!draft) return others;
    const version = `${draft.changedAt} ${draft.version} ${publishedVersion()}`;
    const built = bots.get(draft.author);
    if (built?.version === version) return built.bot;
    const bot = withDraft(draft);
    bots.set(draft.author, { version, bot });
    return bot;
  }
  const botOf = ({ source }: LineEvent) => botFor(source?.userId);
  return {
    handle: async (account, event, how) => (await botOf(event)).handle(account, event, how),
    errorReply: async (account, event) => (await botOf(event)).errorReply(account, event),
    rateLimitReply: async (account, event) => (await botOf(event)).rateLimitReply(account, event),
    renderContextFor: async (lineId) => (await botFor(lineId)).renderContextFor(lineId),
  };
}

// Impersonation in the dev channel: the member that each marketer acts as, kept in their dialogue.

/** `samples`: sees sample replies; the default. */
type Impersonated = ActsAs | { as: "samples" };

interface Impersonation extends MemberCache {
  /** As whom somebody acts; `samples` in place of a member once they may no longer see members. */
  of(lineId: string): Promise<Impersonated>;
}

const budgetMs = 8000;

/**
 * A member cache that caches nothing: every lookup reads the impersonated member from the platform.
 * @param options `account`: of the dev channel. `maySeeMembers`: asked for every event.
 */
function createImpersonation(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  dialogues: Dialogues;
  account: string;
  maySeeMembers(lineId: string): Promise<boolean>;
  clock: Clock;
}): Impersonation {
  const { loyalty, dialogues, account, clock } = options;
  const samples = { as: "samples" } as const;
  async function of(lineId: string): Promise<Impersonated> {
    const dialogue = await openDialogue(dialogues, { account, lineId, now: clock.now() });
    const impersonated = dialogue.actsAs() ?? samples;
    const isForbidden = impersonated.as === "member" && !(await options.maySeeMembers(lineId));
    return isForbidden ? samples : impersonated;
  }
  return {
    of,
    async lookup(lineId) {
      const impersonated = await of(lineId);
      if (impersonated.as !== "member") return { kind: "unknown" };
      using budget = deadline(clock, budgetMs);
      const profile = await memberBy(loyalty, impersonated.uuid, budget.signal);
      if (!profile) return { kind: "unknown" };
      return profile.active ? { kind: "member", profile } : { kind: "inactive" };
    },
    lastKnown: () => null,
    cached: () => null,
    forget: () => {},
    clear: () => {},
    invalidate: () => {},
    drop: () => {},
  };
}

// Dry run for the dev channel: reads go to the platform, writes throw what they would have sent.

/** Thrown in place of a write; carries the operation and its input. */
class DryRunWrite extends Error {
  /** An operation of the platform, or a change of the staff. */
  readonly operation: string;
  readonly input: object;
  /** The order that the write is of; null for other writes. */
  readonly order: Order | null;
  constructor(operation: string, input: object, order: Order | null = null) {
    super(`${operation} isn't sent in a dry run`);
    this.operation = operation;
    this.input = input;
    this.order = order;
  }
}

/** Every request but GET changes something, except requests for tokens. */
const isWrite = (name: OperationName) =>
  contract[name].method !== "GET" && contract[name].auth !== "none";

/** @returns a client with the same reads, whose writes reject with `DryRunWrite` before anything is sent. */
function dryRunClient(loyalty: LoyaltyClient): LoyaltyClient {
  const entries = operationNames.map((name) => [
    name,
    isWrite(name) ? (input: object) => Promise.reject(new DryRunWrite(name, input)) : loyalty[name],
  ]);
  return Object.fromEntries(entries) as LoyaltyClient;
}

const dryRunStaff: StaffChanges = {
  roleOf: () => Promise.resolve(null),
  remove: (who) => Promise.reject(new DryRunWrite("remove", who)),
  restore: (who) => Promise.reject(new DryRunWrite("restore", who)),
};

const dryRunPrices: RewardPriceChanges = {
  of: () => Promise.resolve(null),
  replace: (change) => Promise.reject(new DryRunWrite("reward", change)),
};

/** The end of a confirmed write that wasn't sent: refused with code `TEST`. */
function dryRunConclusion(order: Order): Conclusion {
  const step = currentStep(order);
  const { sends = 0 } = order.steps[step] ?? {};
  const outcome = { state: "refused", code: "TEST", detail: null } as const;
  const what = { do: "settle", step, outcome, before: sends, sends } as const;
  return { id: order.id, what, takenBack: null, undo: null, notices: [] };
}

/** An executor that stops at the first write. @throws {DryRunWrite} with the order. */
function dryRunExecutor(loyalty: LoyaltyClient, orders: Orders): Executor {
  const loadStored = async ({ account, id }: Pick<Order, "account" | "id">) => {
    const order = await orders.get(account, id);
    if (!order) throw new RangeError("no such order");
    return { order, undo: null };
  };
  return {
    async execute(key, actor, signal) {
      const { order } = await loadStored(key);
      const step = order.steps[currentStep(order)];
      if (!step) return { order, undo: null };
      try {
        const ctx = { loyalty, staff: dryRunStaff, prices: dryRunPrices, options: { signal } };
        await operationOf(step).perform(ctx, step.input, step.refId, null);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        throw new DryRunWrite(error.operation, error.input, order);
      }
      await orders.conclude(key.account, dryRunConclusion(order), actor);
      return loadStored(key);
    },
    decide: loadStored,
  };
}

const refuseBurn = ({ terms, order }: Redemption) =>
  Promise.reject(
    new DryRunWrite("burnPoint", {
      card_no: terms.card,
      points: terms.points,
      ref_id: order.steps[0]?.refId,
      channel: "LINE",
    }),
  );

/** A redeemer that asks as usual, and stops before anything is claimed or sent. @param members as impersonated. */
const dryRunRedeemer = (redeemer: Redeemer, members: MemberCache): Redeemer => ({
  ...redeemer,
  freshMember: (lineId) => members.lookup(lineId),
  confirm: refuseBurn,
  undo: refuseBurn,
});
